import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ALL_GROUPS } from './cases/all-groups.ts';
import { titleOf } from '../support/contract/contract.ts';
import { coverage, coveragePage } from '../support/contract/coverage.ts';
import { localTarget } from '../support/contract/local-target.ts';
import { runContract } from '../support/contract/run-contract.ts';
import { sections } from '../support/contract/specification.ts';

const PAGE = fileURLToPath(new URL('coverage.md', import.meta.url));
describe('the local service fulfills the contract', () => {
  const skipped = runContract(localTarget());

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

  test("no case cites a section that doesn't exist", () => {
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
