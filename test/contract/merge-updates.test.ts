import { describe, expect, test } from 'vitest';
import { titleOf } from '../support/contract/contract.ts';
import { mergingTarget } from '../support/contract/local-target.ts';
import { runContract } from '../support/contract/run-contract.ts';
import { sample } from '../support/draws.ts';
import { ALL_GROUPS } from './cases/all-groups.ts';

/** Groups whose cases update campaigns. */
const UPDATING = [
  ...['updates', 'versions', 'edit locks', 'records', 'idempotency', 'request ids', 'authentication'],
  ...['validate and publish', 'control interface'],
];

/** Open point W7: a service that merges updates fulfills the rest of the contract. */
describe('the local service fulfills the contract with the quirk merge-updates', () => {
  // Rate limits don't depend on how updates work, so they are tested only without the quirk. Groups without updates are
  // sampled on each push.
  const groups = ALL_GROUPS.filter(({ name }) => name !== 'limits').map((group) =>
    UPDATING.includes(group.name) ? group : { ...group, cases: sample(group.cases, 10) },
  );
  const skipped = runContract(mergingTarget(), groups);

  test('skips only cases that are marked as about replaced components', () => {
    const marked = groups.flatMap(({ cases }) => cases).filter(({ needs }) => needs.updates === 'replaced');
    expect(ALL_GROUPS.map(({ name }) => name)).toEqual(expect.arrayContaining(UPDATING));
    expect(marked.length).toBeGreaterThan(0);
    expect(skipped.map(({ title }) => title)).toEqual(marked.map(titleOf));
  });
});
