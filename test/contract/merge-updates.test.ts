import { describe, expect, test } from 'vitest';
import { titleOf } from '../support/contract/contract.ts';
import { mergingTarget } from '../support/contract/local-target.ts';
import { runContract } from '../support/contract/run-contract.ts';
import { ALL_GROUPS } from './cases/all-groups.ts';

/** Open point W7: a service that merges updates keeps the rest of the contract. */
describe('the local service keeps the contract with the quirk merge-updates', () => {
  // Rate limits count requests, whatever an update does to a component: they are tried against the service as it is.
  const groups = ALL_GROUPS.filter(({ name }) => name !== 'limits');
  const skipped = runContract(mergingTarget(), groups);

  test('only cases that are marked as about replaced components are skipped', () => {
    const marked = groups.flatMap(({ cases }) => cases).filter(({ needs }) => needs.updates === 'replaced');
    expect(marked.length).toBeGreaterThan(0);
    expect(skipped.map(({ title }) => title)).toEqual(marked.map(titleOf));
  });
});
