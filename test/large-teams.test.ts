import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tables } from '../bench/large-teams/paper.ts';
import { COMMON, reportOf, SCENARIOS, type Report } from '../bench/large-teams/report.ts';
import { simulate, type Scenario, type World } from '../bench/large-teams/simulate.ts';
import recorded from '../bench/large-teams/waits.json' with { type: 'json' };
import { DEFAULT_LIMITS } from '../src/quota/windows.ts';
import { LEASE_TERM_MS } from '../src/state/lease-ref.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const PAGE = read('docs/large-teams.md');

/** Two busy days: more new campaigns than the quota of an hour, many applies by hand, and machines that die. */
const BUSY: Scenario = {
  ...{ seed: 1, teams: 6, workspaces: 'one', campaigns: 600, days: 2, runners: 4, maxWaitMs: 600_000 },
  ...{ pullsADay: 6, byHandADay: 0, ownAppliesADay: 3, launch: 0, killed: 0.1 },
  applyEveryMs: 3_600_000,
};

/** The most that a rolling window had at any time. `times` are in order. */
function fullest(times: readonly number[], spanMs: number): number {
  let [most, oldest] = [0, 0];
  times.forEach((at, place) => {
    while ((times[oldest] ?? at) <= at - spanMs) oldest += 1;
    most = Math.max(most, place + 1 - oldest);
  });
  return most;
}

function expectLaws({ workspaces, waits, counts }: World): void {
  for (const { service, holdings, changes, origin } of workspaces) {
    for (const operation of ['create', 'search', 'update'] as const)
      for (const { limit, spanMs } of DEFAULT_LIMITS[operation])
        expect(fullest(service.admitted.get(operation) ?? [], spanMs)).toBeLessThanOrEqual(limit);
    const inOrder = holdings.toSorted((one, other) => one.from - other.from);
    inOrder.forEach(({ from }, at) => {
      const before = inOrder[at - 1];
      if (before) expect(from).toBeGreaterThan(before.until);
    });
    for (const { mergedAt, doneAt } of changes) expect(doneAt).toBeGreaterThan(mergedAt);
    const creations = changes.filter(({ kind }) => kind === 'create').length;
    if (counts.killed === 0) expect(origin.tip).toBeUndefined();
    expect(service.admitted.get('create')?.length ?? 0).toBeGreaterThanOrEqual(creations);
  }
  for (const times of Object.values(waits)) for (const ms of times) expect(ms).toBeGreaterThanOrEqual(0);
}

describe('in virtual time', () => {
  it.each([
    ['teams that share a workspace', {}],
    ['teams with a workspace each', { workspaces: 'each', seed: 2 }],
    ['a launch', { launch: 40, pullsADay: 2, seed: 3, days: 3 }],
    ['two runners', { runners: 2, seed: 4 }],
  ] satisfies [string, Partial<Scenario>][])(
    'no limit is exceeded, one run has the lease, and everything is done: %s',
    async (_, change) => {
      const world = await simulate({ ...BUSY, ...change });
      expectLaws(world);
      expect(world.counts.killed).toBeGreaterThan(0);
      // Nobody else creates campaigns, so the ledger knows everything that the service counts.
      for (const { refusedCreations } of world.workspaces) expect(refusedCreations).toBe(0);
    },
  );

  it('others who create campaigns cause refusals, after which everything is done, too', async () => {
    const world = await simulate({ ...BUSY, byHandADay: 90, pullsADay: 4 });
    expectLaws(world);
    expect(world.workspaces[0]?.refusedCreations).toBeGreaterThan(0);
  });

  it('rivals are refused the lease, and get that of a dead run when its term is over', async () => {
    const world = await simulate({ ...BUSY, ownAppliesADay: 8, killed: 0.3 });
    expectLaws(world);
    expect(world.counts.refusedLeases).toBeGreaterThan(0);
    const waits = world.waits.lease.filter((ms) => ms > 0);
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...waits)).toBeLessThan(10 * LEASE_TERM_MS);
  });

  it('the same seed gives the same days, and another one others', async () => {
    const [one, same, other] = [BUSY, BUSY, { ...BUSY, seed: 9 }].map(simulate);
    const first = reportOf(await (one as Promise<World>));
    expect(reportOf(await (same as Promise<World>))).toEqual(first);
    expect(reportOf(await (other as Promise<World>)).counts).not.toEqual(first.counts);
  });
});

describe('docs/large-teams.md', () => {
  const cells = (table: string) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\| -+ /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  it('has the tables of the last run, of the scenarios as they are now', () => {
    const scenarios = recorded.scenarios as Readonly<Record<string, Report>>;
    expect(Object.keys(scenarios)).toEqual(Object.keys(SCENARIOS));
    for (const [name, scenario] of Object.entries(SCENARIOS))
      expect(scenarios[name]?.scenario).toEqual(scenario);
    expect(recorded.durations).toEqual(COMMON);
    for (const [name, table] of Object.entries(tables(scenarios))) {
      const [, shown = ''] = new RegExp(`<!-- ${name}: .*?-->([\\s\\S]*?)<!-- /${name} -->`).exec(PAGE) ?? [];
      expect(cells(shown)).toEqual(cells(table));
    }
  });

  it('shows parts of the workflow as they are', () => {
    const shown = [...PAGE.matchAll(/<!-- in large-teams.yml -->\n\n +```yaml\n([\s\S]*?)```/g)];
    expect(shown).toHaveLength(PAGE.match(/```yaml/g)?.length ?? 0);
    const { jobs } = parse(read('docs/large-teams.yml')) as { jobs: Record<string, object> };
    for (const [, text = ''] of shown) expect(jobs['plan']).toMatchObject(parse(text) as object);
  });
});
