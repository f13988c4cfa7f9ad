import fc from 'fast-check';
import { expect, describe, it } from 'vitest';
import { writeCommits, type NewCommit } from '../../src/git/tree.ts';
import { componentNames, type ComponentName, type Components } from '../../src/model/campaign.ts';
import { leafMap } from '../../src/model/component-leaves.ts';
import { isObject, sameJson, type JsonObject, type JsonValue } from '../../src/model/json.ts';
import { GitStateStore } from '../../src/state/git-state-store.ts';
import { recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { draws } from '../support/draws.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { CommittingRecorder } from '../support/recorded-trail.ts';
import { clones, type Clone } from '../support/state/clones.ts';
import { VARIANTS } from '../support/variants.ts';
import { drawn, inputsOf, unhindered, worldOf, type Drawn } from '../support/worlds.ts';

// The audit trail is the history of the record: nothing in the record comes from anywhere else.

const RUNS = draws(40, { cost: 4 });

interface Lived {
  readonly recorder: CommittingRecorder;
  readonly stage: Stage;
}

interface Meddling {
  readonly nth: number;
  readonly name: ComponentName;
  readonly variant: number;
  readonly status: 'PAUSED' | 'STOPPED' | undefined;
}

/** What somebody changes in the service between two runs: components of some campaigns, and statuses. */
const meddling: fc.Arbitrary<readonly Meddling[]> = fc.array(
  fc.record({
    nth: fc.nat(4),
    name: fc.constantFrom(...(Object.keys(VARIANTS) as ComponentName[])),
    variant: fc.nat(3),
    status: fc.constantFrom(undefined, undefined, 'PAUSED' as const, 'STOPPED' as const),
  }),
  { maxLength: 4 },
);

/** Applies, lets somebody edit in the service, and applies again twice. */
async function lived(any: Drawn, edits: readonly Meddling[]): Promise<Lived> {
  const world = unhindered(any);
  const stage = stageOf(worldOf(world));
  const recorder = new CommittingRecorder(stage.recorder.state);
  const own: Stage = { ...stage, recorder };
  const plan = inputsOf(world);
  const run = { allowed: plan.allowed ?? new Set<never>() };
  await recoverAndApply(own, { plan, run });
  const { campaigns } = stage.service;
  for (const { nth, name, variant, status } of edits) {
    const live = [...campaigns.values()][nth];
    const variants = VARIANTS[name];
    const value = variants?.[variant % variants.length];
    if (!live || value === undefined) continue;
    const components = { ...live.components, [name]: value };
    campaigns.set(live.id, { ...live, components, ...(status && { status }), updatedBy: 'bob@example.com' });
  }
  for (let again = 0; again < 2; again += 1) {
    await stage.clock.sleep(10 * 60_000);
    await recoverAndApply(own, { plan, run });
  }
  return { recorder, stage };
}

type Sides = Readonly<Record<'applied' | 'observed', Components>>;

function trailersOf({ message }: NewCommit, name: string): string[] {
  return message
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
}

/** The values after each commit, if only those count that an entry names. */
function* replayed(commits: readonly NewCommit[]) {
  const now = new Map<string, Sides>();
  for (const commit of commits) {
    const names = trailersOf(commit, 'Components').flatMap((list) => list.split(', ')) as ComponentName[];
    for (const key of trailersOf(commit, 'Campaign')) {
      const text = commit.files.get(`campaigns/${key}.json`);
      const before = now.get(key) ?? { applied: {}, observed: {} };
      if (typeof text !== 'string') continue;
      const file = JSON.parse(text) as Sides;
      const side = (of: keyof Sides): Components =>
        Object.fromEntries(
          [...new Set([...componentNames(before[of]), ...names])].flatMap((name) => {
            const value = (names.includes(name) ? file : before)[of][name];
            return value === undefined ? [] : [[name, value]];
          }),
        );
      now.set(key, { applied: side('applied'), observed: side('observed') });
    }
    yield { commit, now };
  }
}

describe('the laws of the audit trail', () => {
  it('replaying the values that entries name, in order, gives what the record has, after each entry and at the end', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, meddling, async (any, edits) => {
        const { recorder } = await lived(any, edits);
        for (const { commit, now } of replayed(recorder.commits))
          for (const [path, text] of commit.files) {
            const [, key] = /^campaigns\/(.*)\.json$/.exec(path) ?? [];
            if (key === undefined || text === null) continue;
            const { applied, observed } = JSON.parse(text) as Sides;
            expect(now.get(key), commit.message).toEqual({ applied, observed });
          }
        const last = [...replayed(recorder.commits)].at(-1)?.now ?? new Map<string, Sides>();
        const record = [...recorder.state.bindings].map(([key, { applied, observed }]) => [
          key,
          { applied, observed },
        ]);
        expect(Object.fromEntries(last)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(record))));
      }),
      RUNS,
    );
  });

  it('what an update replaced is what was recorded before, with what was edited by hand since', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(drawn, meddling, async (any, edits) => {
        const { recorder } = await lived(any, edits);
        const edited = new Map<string, Set<string>>();
        const files = new Map<string, JsonObject>();
        let was = new Map<string, Sides>();
        for (const { commit, now } of replayed(recorder.commits)) {
          const [key = ''] = trailersOf(commit, 'Campaign');
          const change = trailersOf(commit, 'Change')[0];
          const names = trailersOf(commit, 'Components').flatMap((list) => list.split(', '));
          const known = was.get(key)?.observed ?? {};
          if (change === 'hand-edit') {
            edited.set(key, new Set([...(edited.get(key) ?? []), ...names]));
            for (const line of trailersOf(commit, 'Value')) expectWas(line, known);
          }
          const intent = recorder.intents.get(trailersOf(commit, 'Request-Id')[0] ?? '');
          if (change === 'update' && intent?.kind === 'update' && intent.before) {
            for (const name of componentNames(intent.before)) {
              const sent = was.get(key)?.applied[name];
              if (!known[name] || !sent || edited.get(key)?.has(name)) continue;
              // These are known to differ.
              const { unconfirmed, changes_by_itself: changing } = files.get(key) ?? {};
              if (isObject(unconfirmed) && unconfirmed[name]) continue;
              if (isObject(changing) && changing[name]) continue;
              compared += 1;
              const { before, components } = intent;
              const said = [sent, components[name]].flatMap((one) => [...leafMap(name, one).keys()]);
              const [now, ...sides] = [before[name], known[name], sent].map((one) => leafMap(name, one));
              // What was sent is no edit by hand, even if the service showed something else at first.
              const isKnown = sides.some((one) =>
                said.every((path) => sameJson(one.get(path), now?.get(path))),
              );
              expect(isKnown, commit.message).toBe(true);
            }
            edited.delete(key);
          }
          was = new Map(now);
          for (const one of trailersOf(commit, 'Campaign')) {
            const text = commit.files.get(`campaigns/${one}.json`);
            if (typeof text === 'string') files.set(one, JSON.parse(text) as JsonObject);
          }
        }
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('an audit finds nothing unrecorded, until an entry does not say what it changes', async () => {
    const [clone] = clones({ origin: false });
    let [nth, mutated] = [0, 0];
    await fc.assert(
      fc.asyncProperty(drawn, meddling, fc.nat(), async (any, edits, at) => {
        const { recorder } = await lived(any, edits);
        fc.pre(recorder.commits.length > 0);
        expect(await unrecordedIn(clone, `whole-${(nth += 1)}`, recorder.commits)).toEqual([]);
        const changing = changesOf(recorder.commits);
        const one = changing[at % Math.max(1, changing.length)];
        if (!one) return;
        mutated += 1;
        const message = one.message.replace(/^Components: .*\n/m, '');
        const commits = recorder.commits.map((commit) => (commit === one ? { ...commit, message } : commit));
        expect(await unrecordedIn(clone, `mutated-${nth}`, commits)).toEqual(trailersOf(one, 'Campaign'));
      }),
      draws(12, { cost: 16 }),
    );
    expect(mutated).toBeGreaterThan(0);
  });
});

/** `/utm_params/utm_source: "spring" → "by hand"`: the first value is the recorded one. */
function expectWas(line: string, known: Components): void {
  const [, name = '', path = '', value = ''] = /^\/([a-z_]+)(\S*): (.*?) → /.exec(line) ?? [];
  if (name === 'status') return;
  const recorded = leafMap(name as ComponentName, known[name as ComponentName]).get(path);
  const written = value === 'none' ? undefined : (JSON.parse(value) as typeof recorded);
  expect(sameJson(recorded, written), line).toBe(true);
}

/** The commits, other than imports, that change what the one before them left of a campaign. */
function changesOf(commits: readonly NewCommit[]): NewCommit[] {
  const last = new Map<string, JsonValue>();
  return commits.filter((commit) => {
    const others = [...commit.files].filter(([path, text]) => {
      if (!path.startsWith('campaigns/') || text === null) return false;
      const { applied = {}, observed = {} } = JSON.parse(text) as JsonObject;
      const isSame = sameJson(last.get(path) ?? [{}, {}], [applied, observed]);
      last.set(path, [applied, observed]);
      return !isSame;
    });
    return others.length > 0 && !trailersOf(commit, 'Change').includes('import');
  });
}

async function unrecordedIn(
  { git }: Clone,
  workspace: string,
  commits: readonly NewCommit[],
): Promise<string[]> {
  await writeCommits(git, commits, {
    parent: undefined,
    ref: `refs/heads/campaigns-state/${workspace}`,
  });
  const target = { baseUrl: 'https://h/', appKey: 'k' };
  const audit = await new GitStateStore({ git, workspace, target, clock: new FakeClock() }).audit();
  if ('code' in audit) throw new Error(audit.code);
  return audit.gaps.filter(({ code }) => code === 'unrecorded-change').map(({ key }) => key);
}
