import { describe, expect, it } from 'vitest';
import { findOverrulings } from '../../../src/commands/action/find-overrulings.ts';
import type { MergedReview } from '../../../src/commands/action/merged-reviews.ts';
import type { Approval, ApprovedChange } from '../../../src/model/approval.ts';
import { key } from '../../support/builders.ts';

/** Merged in the order of their letters; a pull request knew those that its head names: `c<ab` was cut after a and b. */
const contains = (later: string, earlier: string): Promise<boolean | undefined> => {
  if (later.includes('<')) return Promise.resolve(later.split('<')[1]?.includes(earlier));
  return Promise.resolve(later >= earlier);
};

function approval(commit: string, keys: string, end?: ApprovedChange['end']): Approval {
  const changes = keys.split(' ').map((one): ApprovedChange => ({
    ...{ key: key(one), changeId: '0'.repeat(16), brakeId: null, meaning: undefined, done: 0, end },
  }));
  return { pull: commit.charCodeAt(0), order: commit.charCodeAt(0), commit, marker: '', changes };
}

const kept = (head: string, keys: string, end?: ApprovedChange['end']) => ({
  approval: approval(head.charAt(0), keys, end),
  head,
});
const taken = (head: string, keys: string | undefined): MergedReview => {
  const commit = head.charAt(0);
  return {
    ...{ pull: commit.charCodeAt(0), head, commit, commits: [commit], why: '' },
    approval: keys === undefined ? undefined : approval(commit, keys),
  };
};

/** `a by b` where b knew a; `a x for its keys` where it is closed. */
async function found(
  before: ReturnType<typeof kept>[],
  now: MergedReview[],
  touches = 'x',
): Promise<string[]> {
  const overrulings = await findOverrulings({
    ...{ history: { contains }, kept: before, taken: now },
    touchedBy: () => Promise.resolve(touches === 'all' ? 'all' : new Set(touches.split(' ').map(key))),
  });
  const letter = String.fromCharCode;
  return overrulings.map((one) => {
    if (one.kind === 'knew') return `${letter(one.older)} by ${letter(one.newer)}`;
    return `${letter(one.older)} for ${one.keys === 'all' ? 'all' : [...one.keys].join(' ')}`;
  });
}

describe('an older review counts no more', () => {
  it.each<[why: string, before: ReturnType<typeof kept>[], now: MergedReview[], found: string[]]>([
    ['where a newer one of the same campaign knew it', [kept('a<', 'x')], [taken('b<a', 'x')], ['a by b']],
    ['not where the newer one is of another campaign', [kept('a<', 'x')], [taken('b<a', 'y')], []],
    ['not where the newer one knew nothing of it', [kept('a<', 'x')], [taken('b<', 'x')], []],
    ['where both were taken just now', [], [taken('a<', 'x'), taken('b<a', 'x')], ['a by b']],
    ['where a newer one shows no plan', [kept('a<', 'x y')], [taken('b<', undefined)], ['a for x']],
    ['not where it is over already', [kept('a<', 'x', 'done')], [taken('b<a', 'x')], []],
    ['not where the one without a plan was merged before', [kept('b<', 'x')], [taken('a<', undefined)], []],
    ['where it is taken late, and a later one knew it', [kept('b<a', 'x')], [taken('a<', 'x')], ['a for x']],
    ['even if that one is done', [kept('b<a', 'x', 'done')], [taken('a<', 'x')], ['a for x']],
    ['not where the later one knew nothing of it', [kept('b<', 'x')], [taken('a<', 'x')], []],
  ])('%s', async (_, before, now, expected) => {
    expect(await found(before, now)).toEqual(expected);
  });

  it('for every campaign, where the newer one changes what all are planned by', async () => {
    expect(await found([kept('a<', 'x y')], [taken('b<', undefined)], 'all')).toEqual(['a for all']);
  });
});
