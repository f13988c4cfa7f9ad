import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service.ts';
import { ALL_GROUPS } from './cases/all-groups.ts';
import { titleOf } from '../support/contract/contract.ts';
import { coverage, coveragePage } from '../support/contract/coverage.ts';
import { runContract } from '../support/contract/run-contract.ts';
import { sections } from '../support/contract/specification.ts';
import type { Connection, ContractTarget, Instance, Traits } from '../support/contract/target.ts';

const PLAIN: Traits = { features: [], limits: 'off', readView: 'written', scope: 'managing' };

/** How the local service is set up for the cases: the first row that fits one runs it. */
const SETUPS: readonly Traits[] = [
  PLAIN,
  { ...PLAIN, features: ['queuing', 'audience_limit'] },
  { ...PLAIN, features: ['portfolio'] },
  { ...PLAIN, features: ['versioning'] },
  { ...PLAIN, limits: 'real' },
  { ...PLAIN, readView: 'normalized' },
  { ...PLAIN, scope: 'none' },
];

const KEYS = { local: 'open sesame', other: 'open barley' };
const PAGE = fileURLToPath(new URL('../../docs/service-coverage.md', import.meta.url));
const running: RunningService[] = [];

afterAll(() => Promise.all(running.map((service) => service.close())));

function instance(traits: Traits): Instance {
  let connection: Promise<Connection> | undefined;
  return { traits, open: () => (connection ??= start(traits)) };
}

async function start({ features, limits, readView, scope }: Traits): Promise<Connection> {
  const scopes = scope === 'managing' ? ['campaigns:create_manage'] : [];
  const service = await startService({
    ...{ port: 0, clock: 'manual', control: true, limits, readView },
    workspaces: Object.entries(KEYS).map(([appKey, apiKey]) => ({ appKey, apiKey, features, scopes })),
  });
  running.push(service);
  const access = (appKey: keyof typeof KEYS) => ({ baseUrl: service.url, appKey, apiKey: KEYS[appKey] });
  return { access: access('local'), other: access('other'), hasControl: true };
}

const target: ContractTarget = SETUPS.map(instance);

describe('the local service keeps the contract', () => {
  const skipped = runContract(target);

  test('no case is skipped', () => {
    expect(skipped).toEqual([]);
  });
});

describe('the contract covers the specification', () => {
  const cited = coverage();

  test.each(sections())('$name has a case, or a reason to have none', ({ name, untested }) => {
    const count = (cited.get(name) ?? []).length;
    expect(untested === null ? count > 0 : count === 0).toBe(true);
  });

  test('no case cites what there is not', () => {
    const known = new Set<string>(sections().map(({ name }) => name));
    const cases = ALL_GROUPS.flatMap((group) => group.cases);
    expect(
      cases.filter(({ references }) => !references.every((name) => known.has(name))).map(titleOf),
    ).toEqual([]);
  });

  test('no two cases of a group, and no two sections, have one name', () => {
    for (const { name, cases } of ALL_GROUPS)
      expect([name, duplicates(cases.map(titleOf))]).toEqual([name, []]);
    expect(duplicates(sections().map(({ name }) => name))).toEqual([]);
  });

  test('the page about it is up to date', async () => {
    await expect(await coveragePage(PAGE)).toMatchFileSnapshot(PAGE);
  });
});

function duplicates(names: readonly string[]): readonly string[] {
  return names.filter((name, place) => names.indexOf(name) !== place);
}
