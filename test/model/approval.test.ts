import { describe, expect, it } from 'vitest';
import { useUp, type Approval, type ApprovedChange, type StepMeaning } from '../../src/model/approval.ts';
import { key } from '../support/builders.ts';

const create: StepMeaning = { kind: 'create', channel: 'EMAIL', type: 'ONE_TIME', components: {} };
const update: StepMeaning = { kind: 'update', components: { utm_params: {}, connector: {} } };
const publish: StepMeaning = { kind: 'transition', action: 'PUBLISH' };

function change(steps: readonly StepMeaning[], more: Partial<ApprovedChange> = {}): ApprovedChange {
  const base = { campaign_id: null, status: null, components: {} };
  const meaning = { version: 1, key: 'a', steps, base, consents: [] };
  return {
    ...{ key: key('a'), changeId: '0'.repeat(16), brakeId: null, done: 0, end: undefined },
    meaning,
    ...more,
  };
}

const approval = (...changes: ApprovedChange[]): Approval => ({
  pull: 7,
  order: 1,
  commit: 'c',
  marker: 'm',
  changes,
});
const done = (what: string, components: string[] = [], of = 'a') => ({
  key: key(of),
  change: what,
  components,
});

/** How far an approval is after a step: `1/2`, or how it ended. */
function after(before: ApprovedChange, step: ReturnType<typeof done>): string {
  const [one] = useUp([approval(before)], step)[0]?.changes ?? [];
  return one?.end ?? `${String(one?.done)}/${String(one?.meaning?.steps.length)}`;
}

describe('a step that was sent', () => {
  it.each<[what: string, before: ApprovedChange, step: ReturnType<typeof done>, after: string]>([
    ['uses up the one that comes next', change([create, publish]), done('create'), '1/2'],
    ['that was the last one ends it', change([create, publish], { done: 1 }), done('transition'), 'done'],
    ['that was the only one ends it', change([update]), done('update', ['connector', 'utm_params']), 'done'],
    [
      'with more components uses up its own',
      change([update]),
      done('update', ['connector', 'utm_params', 'x']),
      'done',
    ],
    ['with fewer components is another one', change([update]), done('update', ['connector']), '0/1'],
    ['of another kind is another one', change([create, publish]), done('transition'), '0/2'],
    ['that was not done uses up nothing', change([create]), done('create-not-done'), '0/1'],
    ['of another campaign is another one', change([create]), done('create', [], 'b'), '0/1'],
    ['says nothing of what nobody knows', change([], { meaning: undefined }), done('create'), '0/undefined'],
    ['does not revive what is over', change([create], { end: 'newer' }), done('create'), 'newer'],
  ])('%s', (_, before, step, expected) => {
    expect(after(before, step)).toBe(expected);
  });

  it('counts for every pull request that approved it', () => {
    const both = [approval(change([update])), { ...approval(change([update])), pull: 8 }];
    const ends = useUp(both, done('update', ['connector', 'utm_params'])).map(
      ({ changes }) => changes[0]?.end,
    );
    expect(ends).toEqual(['done', 'done']);
  });

  it('leaves approvals of others as they are, so that their files are not written again', () => {
    const other = approval(change([create], { key: key('b') }));
    expect(useUp([other], done('create'))[0]).toBe(other);
  });
});
