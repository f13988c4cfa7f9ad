import { describe, expect, it } from 'vitest';
import type { Intent, State } from '../../src/model/state.ts';
import { blockedIntents, changedKeys } from '../../src/state/git-recorder.ts';
import { mergeLedgers } from '../../src/state/state-files.ts';
import { bindingOf, key, live, stateOf } from '../support/builders.ts';

function creation(name: string, more: Partial<Extract<Intent, { kind: 'create' }>> = {}): Intent {
  return {
    ...{ kind: 'create', key: key(name), requestId: `request of ${name}` },
    ...{ changeId: '', run: 'r', at: 0, idempotencyKey: '', file: '' },
    ...{ channel: 'EMAIL', deliveryType: 'ONE_TIME', name: `The ${name}`, components: {}, body: {} },
    ...more,
  };
}

const ON_PUSH = creation('d', { name: 'The c', channel: 'PUSH' });
const A = bindingOf(live({ key: 'a' }));
const B = bindingOf(live({ key: 'b' }));
const bound = stateOf([A, B]);

const open = (state: State, ...intents: Intent[]): State => ({ ...state, open: [...state.open, ...intents] });

describe('what others recorded in the meantime', () => {
  it.each<[string, State, State, string[]]>([
    ['nothing', bound, bound, []],
    ['a new binding', stateOf([A]), bound, ['b']],
    ['a binding that is gone', bound, stateOf([A]), ['b']],
    ['another campaign for a key', stateOf([A]), stateOf([{ ...A, campaignId: B.campaignId }]), ['a']],
    ['something observed', stateOf([A]), stateOf([{ ...A, observed: { utm_params: {} } }]), ['a']],
    ['an intent', bound, open(bound, creation('c')), ['c']],
    ['an intent that was resolved', open(bound, creation('c')), bound, ['c']],
    ['attempts alone', bound, { ...bound, ledger: { attempts: [1], successes: [] } }, []],
  ])('%s changes only that', (_, before, after, keys) => {
    expect([...changedKeys(before, after)].sort()).toEqual(keys);
  });

  it.each<[string, Intent, State, boolean]>([
    ['of another campaign', creation('c'), open(bound, creation('d')), false],
    ['of the same key', creation('c'), open(bound, creation('c', { requestId: 'theirs' })), true],
    ['with the same identity', creation('c'), open(bound, creation('d', { name: 'The c' })), true],
    ['with its name in other letters', creation('c'), open(bound, creation('d', { name: 'the  C' })), true],
    ['that has its name on another channel', creation('c'), open(bound, ON_PUSH), false],
    ['that ended in a binding', creation('c'), stateOf([A, B, bindingOf(live({ key: 'c' }))]), true],
  ])('an intent of theirs %s blocks ours, or not', (_, ours, after, blocks) => {
    expect(blockedIntents([ours], bound, after)).toEqual(blocks ? [ours] : []);
  });
});

describe('two ledgers', () => {
  it.each<[string, number[], number[], number[], number[]]>([
    ['of nothing', [], [], [], []],
    ['of ours alone', [1], [1, 3], [1], [1, 3]],
    ['of theirs alone', [1], [1], [1, 2], [1, 2]],
    ['of both', [1], [1, 3], [1, 2], [1, 2, 3]],
    ['of the same instant on either side', [1], [1, 2], [1, 2], [1, 2, 2]],
    ['twice at one instant', [1, 1], [1, 1, 1], [1, 1], [1, 1, 1]],
    ['of a run that never heard of what the branch had', [1, 2], [2, 3], [1, 2], [1, 2, 3]],
    ['of a branch that forgot what is too old', [1, 5], [1, 5, 6], [5], [1, 5, 6]],
    ['of a branch that was deleted', [1], [1, 2], [], [1, 2]],
  ])('%s together contain everything that was counted', (_, base, ours, theirs, together) => {
    const ledger = (times: number[]) => ({ attempts: times, successes: times });
    const merged = mergeLedgers({ base: ledger(base), ours: ledger(ours), theirs: ledger(theirs) });
    expect(merged).toEqual(ledger(together));
  });
});
