import { expect, it } from 'vitest';
import { describeFailure, failureText } from '../../src/messages/failure-messages.ts';
import { firstPlace, joined, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import { describeStale } from '../../src/messages/stale-messages.ts';
import type { FailureCause, Refused, StaleCause } from '../../src/model/failure.ts';
import { campaignId, key } from '../support/builders.ts';
import { REFUSAL_EXAMPLES } from '../support/refusal-examples.ts';

const PLACE = { file: 'campaigns/a.yaml', line: 3, column: 5 };
const refused = (status: number, more: Partial<Refused> = {}): Refused => ({
  ...{ code: 'refused', step: 'update', status, serviceCode: 'SOME_CODE', more: 0 },
  complaints: [{ target: 'utm_params.utm_source', message: 'is wrong', place: PLACE }],
  ...more,
});

const FAILURES: readonly FailureCause[] = [
  refused(400),
  refused(401),
  refused(401, { step: 'PUBLISH' }),
  refused(403),
  refused(404),
  refused(409),
  refused(409, { step: 'create' }),
  refused(418),
  refused(422),
  refused(422, { step: 'create' }),
  refused(422, { step: 'RESUME' }),
  refused(400, { complaints: [{ target: 'created_by', message: 'is unknown', place: undefined }], more: 2 }),
  { code: 'unreadable', before: 'plan', detail: 'The service answered 500.' },
  { code: 'unreadable', before: 'write', detail: 'The service answered 500.' },
  { code: 'unreachable', detail: 'There is no answer from the service.' },
  { code: 'unclear', detail: '', found: 'nothing' },
  { code: 'unclear', detail: 'The connection broke.', found: 'several' },
  { code: 'still-unclear', sent: 'create' },
  { code: 'not-read-back', why: 'no-id', detail: '' },
  { code: 'not-read-back', why: 'missing', detail: '' },
  { code: 'not-read-back', why: 'unreadable', detail: 'The service answered 500.' },
  { code: 'status-not-shown', action: 'PAUSE', status: 'ACTIVE' },
  { code: 'other-status', action: 'RESUME', status: 'SENT', expected: 'ACTIVE' },
  { code: 'start-not-sent', action: 'PUBLISH' },
  { code: 'interrupted' },
  { code: 'not-recorded', because: REFUSAL_EXAMPLES['state-not-pushed'], outcome: 'nothing-sent' },
  { code: 'not-recorded', because: REFUSAL_EXAMPLES['state-not-pushed'], outcome: 'in-this-clone' },
  { code: 'not-recorded', because: REFUSAL_EXAMPLES['state-not-written'], outcome: 'nowhere' },
  { code: 'not-recorded', because: REFUSAL_EXAMPLES['state-not-pushed'], outcome: 'unknown' },
];

const STALE: readonly StaleCause[] = [
  { code: 'overtaken', commit: '3f2a91c0'.repeat(5), isNewer: true },
  { code: 'overtaken', commit: '3f2a91c0'.repeat(5), isNewer: null },
  { code: 'recorded-by-another-run' },
  { code: 'file-gone' },
  { code: 'other-change', sent: [] },
  { code: 'other-change', sent: ['utm_params'] },
  { code: 'missing' },
  { code: 'other-type', live: 'PUSH ONE_TIME', recorded: 'EMAIL ONE_TIME' },
  { code: 'status-moved', from: 'DRAFT', to: 'ACTIVE' },
  { code: 'not-editable', status: 'SENT' },
  { code: 'components-moved', components: ['utm_params', 'connector'] },
  { code: 'same-name', campaignId: campaignId('64a1') },
];

const MESSAGES = [
  ...FAILURES.map(
    (cause) => [cause, describeFailure({ key: key('a'), cause, responseId: null }, 'local')] as const,
  ),
  ...STALE.map((cause) => [cause, describeStale({ key: key('a'), cause })] as const),
];

it.each(MESSAGES)('%j says what happened and what to do', (_, { why, todo }) => {
  for (const one of [why, todo]) expect(plainTextOnGitHub(one).trim()).toMatch(/^[A-Z].*[.!?]$/s);
});

it.each(MESSAGES)('%j names neither options nor command lines on GitHub', (_, { why, todo }) => {
  expect(plainTextOnGitHub(joined(why, todo))).not.toMatch(/--[a-z]|\bcampaigns (import|state|plan|apply)/);
});

it('no two failures read the same', () => {
  const texts = MESSAGES.map(([, { why, todo }]) => plainTextOnGitHub(joined(why, todo)));
  expect(new Set(texts).size).toBe(texts.length);
});

it('a refusal names the place in the file', () => {
  const failed = { key: key('a'), cause: refused(400), responseId: null };
  expect(failureText(failed, 'local')).toBe(
    'The service found it invalid (400 SOME_CODE): campaigns/a.yaml:3:5 utm_params.utm_source: is wrong. Correct the file, then apply again.',
  );
  expect(firstPlace(describeFailure(failed, 'local').why)).toEqual(PLACE);
});

it('an author that the service refuses is explained: no file says it', () => {
  const cause = refused(400, {
    complaints: [{ target: 'created_by', message: 'is unknown', place: undefined }],
  });
  expect(failureText({ key: key('a'), cause, responseId: null }, 'local')).toContain(
    'created_by: is unknown (from the author of the last commit of the file, or from actor in workspaces.yaml).',
  );
});
