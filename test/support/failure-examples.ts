import type { FailureCause, Refused, StaleCause } from '../../src/model/failure.ts';
import { campaignId } from './builders.ts';
import { NOT_PUSHED, NOT_WRITTEN } from './fake-recorder.ts';
import { ANSWERED_500, BROKE, NO_ANSWER } from './answer-problems.ts';

// Examples of failed changes, as people may see them.

export const PLACE = { file: 'campaigns/a.yaml', line: 3, column: 5 };
/** A refusal of an update, with a position in its file. */
export const refused = (status: number, more: Partial<Refused> = {}): Refused => ({
  ...{ code: 'refused', step: 'update', status, serviceCode: 'SOME_CODE', more: 0 },
  complaints: [{ target: 'utm_params.utm_source', message: 'is wrong', place: PLACE }],
  ...more,
});

export const FAILURE_EXAMPLES: readonly FailureCause[] = [
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
  refused(400, {
    complaints: [
      {
        target: 'campaign_audience_limit',
        message: "can't be used: the audience_limit feature is not enabled for this workspace",
        place: PLACE,
      },
    ],
  }),
  { code: 'unreadable', before: 'plan', problem: ANSWERED_500 },
  { code: 'unreadable', before: 'write', problem: ANSWERED_500 },
  { code: 'unreachable', problem: NO_ANSWER },
  { code: 'unclear', found: 'nothing' },
  { code: 'unclear', problem: BROKE, found: 'several' },
  { code: 'still-unclear', sent: 'create' },
  { code: 'not-read-back', why: 'no-id' },
  { code: 'not-read-back', why: 'other-id' },
  { code: 'not-read-back', why: 'missing' },
  { code: 'not-read-back', why: 'unreadable', problem: ANSWERED_500 },
  { code: 'status-not-shown', action: 'PAUSE', status: 'ACTIVE' },
  {
    code: 'maybe-made',
    action: 'PAUSE',
    status: 422,
    serviceCode: 'UNPROCESSABLE_ENTITY',
    said: 'PAUSE is not possible while the campaign is PAUSED',
    shown: 'ACTIVE',
  },
  { code: 'other-status', action: 'RESUME', status: 'SENT', expected: 'ACTIVE' },
  { code: 'start-not-sent', action: 'PUBLISH' },
  { code: 'interrupted' },
  { code: 'not-recorded', because: NOT_PUSHED.cause, outcome: 'nothing-sent' },
  {
    ...{ code: 'not-recorded', because: NOT_PUSHED.cause, outcome: 'nothing-sent' },
    step: 'PUBLISH',
  },
  { code: 'not-recorded', because: NOT_PUSHED.cause, outcome: 'in-this-clone' },
  { code: 'not-recorded', because: NOT_WRITTEN.cause, outcome: 'nowhere' },
  { code: 'not-recorded', because: NOT_PUSHED.cause, outcome: 'unknown' },
];

export const STALE_EXAMPLES: readonly StaleCause[] = [
  { code: 'overtaken', commit: '3f2a91c0'.repeat(5), isNewer: true },
  { code: 'overtaken', commit: '3f2a91c0'.repeat(5), isNewer: null },
  { code: 'recorded-by-another-run' },
  { code: 'file-gone' },
  { code: 'other-change', sent: [] },
  { code: 'other-change', sent: ['PAUSE'] },
  { code: 'missing' },
  { code: 'other-type', live: 'PUSH ONE_TIME', recorded: 'EMAIL ONE_TIME' },
  { code: 'status-moved', from: 'DRAFT', to: 'ACTIVE' },
  { code: 'not-editable', status: 'SENT' },
  { code: 'components-moved', components: ['utm_params', 'connector'] },
  { code: 'same-name', campaignId: campaignId('64a1') },
];
