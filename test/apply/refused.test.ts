import { describe, expect, it } from 'vitest';
import type { Answer, TrailRecord } from '../../src/apply/ports.ts';
import { refused } from '../../src/apply/confirm.ts';
import type { Run, RunOptions } from '../../src/apply/run.ts';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { Step } from '../../src/model/plan.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, desired, key, live, stateOf } from '../support/builders.ts';
import { edit, planned, prepared, type Planned } from '../support/planned-steps.ts';

// What a refusal of a step means: for the step, for its campaign, and for the run.

type Refusal = Extract<Answer, { kind: 'refused' }>;

function refusal(status: number, more: Partial<Refusal> = {}): Refusal {
  return {
    ...{ kind: 'refused', status, code: 'SOME_CODE', message: 'No.', target: undefined, details: [] },
    ...{ responseId: 'response', ...more },
  };
}

interface Refused {
  readonly run: Run;
  readonly entry: TrailRecord;
  readonly requestId: string;
}

function refuse(
  stage: Planned,
  answer: Refusal,
  { kind, run: options }: { readonly kind?: Step['kind']; readonly run?: Partial<RunOptions> } = {},
): Refused {
  const run = runOn(stage, options);
  const work = prepared(run, stage, kind);
  return { run, entry: refused(run, work, answer), requestId: work.intent.requestId };
}

const UTM = { utm_params: { utm_source: 'shop' } };

/** An edit of a periodic campaign in a status, and what its file asks for. */
function utmEdit(status: CampaignStatus, wanted?: DesiredStatus): Planned {
  return edit(live({ type: 'PERIODIC', status }), { type: 'PERIODIC', components: UTM, status: wanted });
}

it.each<readonly [status: number, refused: string | undefined]>([
  [403, 'credential'],
  [400, undefined],
])(
  'means that the credential is the cause if all of several writes are forbidden: %i',
  (status, expected) => {
    const known = ['a', 'b'].map((name) => live({ key: name }));
    const stage = planned(
      stageOf({
        desired: known.map((_, index) => desired({ key: 'ab'.charAt(index), components: UTM })),
        live: known,
        state: stateOf(known.map((one) => bindingOf(one))),
      }),
    );
    const run = runOn(stage);
    for (const steps of stage.steps.map((one) => [one]))
      refused(run, prepared(run, { ...stage, steps }), refusal(status));
    expect(run.result(undefined)).toMatchObject({ refused: expected, failed: [{ key: 'a' }, { key: 'b' }] });
  },
);

describe('a conflict about an edit of a campaign that is not a draft', () => {
  it.each<
    readonly [status: CampaignStatus, wanted: DesiredStatus | undefined, during: CampaignStatus, why: string]
  >([
    ['ACTIVE', undefined, 'ACTIVE', 'it stays as it is'],
    ['SCHEDULED', undefined, 'SCHEDULED', 'it stays as it is'],
    ['PAUSED', undefined, 'PAUSED', 'it stays as it is'],
    ['ACTIVE', 'PAUSED', 'PAUSED', 'a pause is sent before the edit'],
    ['PAUSED', 'ACTIVE', 'PAUSED', 'it is resumed only after the edit'],
  ])('is a lock of %s (file: %s) that lasts while it is %s: %s', (status, wanted, during) => {
    const stage = utmEdit(status, wanted);
    const { run, entry, requestId } = refuse(stage, refusal(409, { message: 'Only drafts.' }), {
      kind: 'update',
    });
    const before = stage.recorder.state.bindings.get(key('a'));
    const marked = { ...before, editsRefused: { status: during, message: 'Only drafts.' } };
    expect(run.bindings.get(key('a'))).toEqual(marked);
    const why = { code: 'refused', status: 409, serviceCode: 'SOME_CODE' };
    expect(entry).toEqual({
      ...{ key: 'a', event: { code: 'not-done', sent: 'update', why }, components: ['utm_params'] },
      ...{ requestId, closes: requestId, responseId: 'response', binding: marked },
    });
    const cause = { code: 'edit-refused', status, said: 'Only drafts.' };
    expect(run.result(undefined)).toMatchObject({
      failed: [],
      held: [{ key: 'a', reason: 'locked', components: [], until: null, cause }],
    });
    expect(run.results.isBrokenOff(key('a'))).toBe(true);
    expect(run.stopped).toBeUndefined();
  });

  it.each([400, 403, 422])('is none with another status, and not remembered: %i', (status) => {
    const { run, entry } = refuse(utmEdit('ACTIVE'), refusal(status));
    expect(run.result(undefined)).toMatchObject({
      held: [],
      failed: [{ cause: { code: 'refused', status } }],
    });
    expect([entry.binding, run.bindings.get(key('a'))?.editsRefused]).toEqual([undefined, undefined]);
  });
});
