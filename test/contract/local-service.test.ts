import { describe, expect, test } from 'vitest';
import { ALL_GROUPS } from './cases/all-groups.ts';
import { titleOf } from '../support/contract/contract.ts';
import { localTarget } from '../support/contract/local-target.ts';
import { runContract } from '../support/contract/run-contract.ts';
import { SECTIONS } from '../support/contract/specification.ts';

describe('the local service fulfills the contract', () => {
  const skipped = runContract(localTarget());

  test('no case is skipped', () => {
    expect(skipped).toEqual([]);
  });
});

describe('the contract covers the specification', () => {
  const cited = new Set<string>(ALL_GROUPS.flatMap(({ cases }) => cases.flatMap((one) => one.references)));

  test('has a case for every section', () => {
    expect([...cited].sort()).toEqual([...SECTIONS].sort());
  });

  test('no two cases of a group have one name', () => {
    for (const { name, cases } of ALL_GROUPS)
      expect([name, duplicates(cases.map(titleOf))]).toEqual([name, []]);
  });
});

function duplicates(names: readonly string[]): readonly string[] {
  return names.filter((name, place) => names.indexOf(name) !== place);
}
