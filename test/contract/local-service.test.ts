import { describe, expect, test } from 'vitest';
import { ALL_GROUPS } from './cases/all-groups.ts';
import { titleOf } from '../support/contract/contract.ts';
import { localTarget } from '../support/contract/local-target.ts';
import { runContract } from '../support/contract/run-contract.ts';
import { sections } from '../support/contract/specification.ts';

describe('the local service fulfills the contract', () => {
  const skipped = runContract(localTarget());

  test('no case is skipped', () => {
    expect(skipped).toEqual([]);
  });
});

describe('the contract covers the specification', () => {
  const cited = new Set<string>(ALL_GROUPS.flatMap(({ cases }) => cases.flatMap((one) => one.references)));

  test.each(sections())('$name has a case, or a reason to have none', ({ name, untested }) => {
    expect(cited.has(name)).toBe(untested === null);
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
});

function duplicates(names: readonly string[]): readonly string[] {
  return names.filter((name, place) => names.indexOf(name) !== place);
}
