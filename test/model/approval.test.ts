import { describe, expect, it } from 'vitest';
import { closeSteps, markDone, type Approval, type SentStep } from '../../src/model/approval.ts';
import { campaignId, key } from '../support/builders.ts';
import { approvalOf, approvalsOf, step } from '../support/review/comments.ts';

const CREATE = step('create', 'target', null);
const [PUBLISH, RESUME, PAUSE] = [step('PUBLISH'), step('RESUME'), step('PAUSE')];
const [UTM, CONNECTOR] = [step('utm_params'), step('connector')];

const of = (name: string, ...steps: readonly ReturnType<typeof step>[]) =>
  approvalOf(1, { [name]: steps }).approval;

function sent(change: SentStep['change'], ...components: readonly string[]): SentStep {
  return { key: key('a'), change, components, campaignId: campaignId('id-a') };
}

/** The steps of an approval with how they ended: `create=done id-a, PUBLISH`. */
function progress({ steps }: Approval): string {
  return steps
    .map(({ name, end, campaignId: id }) => [name, end && `=${end}`, id && ` ${id}`].filter(Boolean).join(''))
    .join(', ');
}

const after = (before: Approval, what: SentStep, branch?: string) =>
  markDone([before], what, branch).map(progress).join('; ');

describe('a step that was sent', () => {
  it.each<[what: string, before: Approval, what: SentStep, after: string]>([
    ['is done', of('a', UTM), sent('update', 'utm_params'), 'utm_params=done'],
    [
      'leaves others open',
      of('a', CONNECTOR, UTM),
      sent('update', 'connector'),
      'connector=done, utm_params',
    ],
    [
      'that creates notes what it made',
      of('a', CREATE, PUBLISH),
      sent('create'),
      'create=done id-a, PUBLISH',
    ],
    [
      'may not know what it made',
      of('a', CREATE),
      { ...sent('create'), campaignId: undefined },
      'create=done',
    ],
    ['that starts leaves create open', of('a', CREATE, PUBLISH), sent('transition'), 'create, PUBLISH=done'],
    ['that pauses leaves an edit open', of('a', PAUSE, UTM), sent('transition'), 'PAUSE=done, utm_params'],
    ['ends every older transition', of('a', RESUME), sent('transition'), 'RESUME=done'],
    ['that failed ends nothing', of('a', CREATE), sent('create-not-done'), 'create'],
  ])('%s', (_, before, what, expected) => {
    expect(after(before, what)).toBe(expected);
  });

  it('does not change which campaign a creation made', () => {
    const [made] = markDone([of('a', CREATE)], sent('create'), undefined);
    const again = { ...sent('create'), campaignId: campaignId('id-x') };
    expect(made && after(made, again)).toBe('create=done id-a');
  });

  it('is done in every pull request that showed it, of the branch that was applied', () => {
    const [one, two] = [approvalOf(1, { a: [UTM] }), approvalOf(2, { a: [UTM] })];
    const all = approvalsOf(one, two, approvalOf(3, { a: [UTM] }, [], 'release'));
    const ends = (branch?: string) =>
      markDone(all, sent('update', 'utm_params'), branch).map(({ steps }) => steps[0]?.end);
    expect(ends('main')).toEqual(['done', 'done', undefined]);
    expect(ends('release')).toEqual([undefined, undefined, 'done']);
    expect(ends()).toEqual(['done', 'done', 'done']);
  });
});

it('closing the steps of a campaign ends what is open, and nothing that was done', () => {
  const { approval } = approvalOf(1, { a: [CREATE, PUBLISH], b: [UTM] });
  const [made = approval] = markDone([approval], sent('create'), 'main');
  const closed = closeSteps(made, (one) => one === key('a'));
  expect(progress(closed)).toBe('create=done id-a, PUBLISH=closed, utm_params');
});
