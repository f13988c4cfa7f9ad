import { describe, expect, it } from 'vitest';
import type { Approval } from '../../src/model/approval.ts';
import { collectApprovals, type ReviewHost, type MergedPull, type Search } from '../../src/review/collect.ts';
import type { OpenStep } from '../../src/review/decide.ts';
import { campaignId, key } from '../support/builders.ts';
import {
  approvalOf,
  commentsFor,
  HEAD,
  isTag,
  mergedAt,
  PLACE,
  showing,
  SIGNER,
  step,
} from '../support/review/comments.ts';

const UTM = step('utm_params');
const NOW = Date.parse('2031-01-06T09:00:00Z');

function open(name: string, ...steps: readonly ReturnType<typeof step>[]): OpenStep[] {
  return steps.map((one) => ({ key: key(name), campaignId: campaignId(`id-${name}`), step: one }));
}

/** A merged pull request with its comments. */
interface Merged {
  readonly pull: MergedPull;
  readonly comments: readonly string[];
}

/** One whose comments show these campaigns. */
function merged(number: number, parts: Parameters<typeof commentsFor>[0], at = mergedAt(number)): Merged {
  const pull = { number, head: HEAD, mergedAt: at, mergeCommit: null };
  return { pull, comments: commentsFor(parts, { place: { ...PLACE, pull: number } }) };
}

function showed(number: number, name: string, ...steps: readonly ReturnType<typeof step>[]): Merged {
  return merged(number, [[showing(name, ...steps)]]);
}

const pullOf = (number: number) => merged(number, []).pull;

/** A code host that records the requests. */
class FakeHost implements ReviewHost {
  readonly asked: string[] = [];
  private readonly pulls: readonly Merged[];
  private readonly older: readonly MergedPull[];

  /** The older ones are no longer in the list. */
  constructor(pulls: readonly Merged[], older: readonly MergedPull[]) {
    this.pulls = pulls;
    this.older = older;
  }

  mergedPulls(branch: string, since: number): Promise<readonly MergedPull[]> {
    this.asked.push(`merged into ${branch}`);
    const recent = this.pulls.filter(({ pull }) => Date.parse(pull.mergedAt) >= since);
    return Promise.resolve(recent.map(({ pull }) => pull));
  }

  mergedPull(_: string, number: number): Promise<MergedPull | undefined> {
    this.asked.push(`is #${number} merged`);
    return Promise.resolve(this.older.find((pull) => pull.number === number));
  }

  commentBodies(number: number): Promise<readonly string[]> {
    this.asked.push(`#${number}`);
    return Promise.resolve(this.pulls.find(({ pull }) => pull.number === number)?.comments ?? []);
  }
}

type Options = Partial<Search> & { readonly isUnsure?: boolean; readonly older?: readonly MergedPull[] };

async function collected(
  pulls: readonly Merged[],
  steps: readonly OpenStep[],
  { isUnsure = false, older = [], ...more }: Options = {},
) {
  const host = new FakeHost(pulls, older);
  const search = { host, place: PLACE, isTag, signer: SIGNER, now: NOW, kept: [], ...more };
  const found = await collectApprovals(search, steps, { isUnsure });
  return { ...found, asked: host.asked.slice(1), all: host.asked };
}

const numbers = (approvals: readonly Approval[]) => approvals.map(({ pull }) => pull);

describe('the search for approvals', () => {
  it('reads the newest first and ends when every step is decided', async () => {
    const pulls = [showed(3, 'b', UTM), showed(2, 'a', UTM), showed(1, 'a', UTM)];
    const found = await collected(pulls, [...open('a', UTM), ...open('b', UTM)]);
    expect(found.all).toEqual(['merged into main', '#3', '#2']);
    expect(numbers(found.added)).toEqual([3, 2]);
  });

  it.each([
    ['out of date', showed(2, 'a', step('utm_params', 'other'))],
    ['revoked', showed(2, 'a')],
  ])('ends at a step that is %s', async (_, newest) => {
    expect((await collected([newest, showed(1, 'a', UTM)], open('a', UTM))).asked).toEqual(['#2']);
  });

  it('ends at the one on record, although a step is not decided', async () => {
    const pulls = [showed(3, 'b', UTM), showed(2, 'b', UTM), showed(1, 'a', UTM)];
    const kept = [approvalOf(2, { b: [UTM] }).approval];
    const found = await collected(pulls, open('a', UTM), { kept });
    expect(found.asked).toEqual(['#3']);
    expect(numbers(found.added)).toEqual([3]);
    expect(found.approvals.map(({ approval }) => approval.pull)).toEqual([3, 2]);
  });

  it('neither ends at nor uses an approval of another branch', async () => {
    const kept = [approvalOf(2, { a: [UTM] }, [], 'release').approval];
    const found = await collected([showed(1, 'a', UTM)], open('a', UTM), { kept });
    expect(found.approvals.map(({ approval }) => approval.pull)).toEqual([1]);
  });

  it('does not use a recorded approval with an invalid signature, but ends at it', async () => {
    const { approval } = approvalOf(2, { a: [UTM] });
    const kept = [{ ...approval, markers: approval.markers.map((one) => one.replace('"a"', '"b"')) }];
    const found = await collected([showed(2, 'a', UTM), showed(1, 'a', UTM)], open('a', UTM), { kept });
    expect(found).toMatchObject({ approvals: [], added: [], asked: [] });
  });

  it.each<[what: string, older: MergedPull | undefined, isKept: boolean]>([
    ['was merged as the branch says', pullOf(1), true],
    ['was not merged', undefined, false],
    ['was merged at another time', { ...pullOf(1), mergedAt: mergedAt(2) }, false],
    ['was merged with another commit', { ...pullOf(1), head: 'f'.repeat(40) }, false],
  ])('checks whether the pull request of a recorded approval was merged: it %s', async (_, pull, isKept) => {
    const kept = [approvalOf(1, { a: [UTM] }).approval, approvalOf(3, { b: [UTM] }).approval];
    const found = await collected([], open('a', UTM), { kept, older: pull ? [pull] : [] });
    expect(found.all).toEqual(['merged into main', 'is #1 merged']);
    expect(found.approvals.map(({ approval }) => approval.pull)).toEqual(isKept ? [3, 1] : [3]);
  });

  it('puts the one that was merged last first, whatever its number is', async () => {
    const pulls = [
      merged(5, [[showing('a', step('connector'))]], mergedAt(9)),
      showed(7, 'a', step('scheduling_details')),
    ];
    const kept = [approvalOf(6, { a: [UTM] }).approval];
    const { approvals } = await collected(pulls, open('a', step('locale')), { kept, older: [pullOf(6)] });
    expect(approvals.map(({ approval }) => approval.pull)).toEqual([5, 7, 6]);
  });

  it('records every step that was shown, sorted by key, and nothing of a plan without campaigns', async () => {
    const two = [[showing('b', UTM), showing('quiet')], [showing('a', UTM, step('PAUSE'))]];
    const found = await collected([merged(2, [[]]), merged(1, two)], open('a', UTM));
    expect(found.unread).toEqual([]);
    expect(found.added).toMatchObject([{ pull: 1, base: 'main', mergedAt: mergedAt(1) }]);
    expect(found.added[0]?.markers).toHaveLength(2);
    expect(found.added[0]?.steps.map(({ key: one, name, end }) => [one, name, end])).toEqual([
      ['a', 'utm_params', undefined],
      ['a', 'PAUSE', undefined],
      ['b', 'utm_params', undefined],
    ]);
  });
});
