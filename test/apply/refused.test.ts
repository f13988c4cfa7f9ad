import { describe, expect, it } from 'vitest';
import type { Answer, TrailRecord } from '../../src/apply/ports.ts';
import { refused } from '../../src/apply/refused.ts';
import type { Run, RunOptions } from '../../src/apply/run.ts';
import type { CampaignStatus, DesiredStatus, FilePlace } from '../../src/model/campaign.ts';
import type { Complaint } from '../../src/model/refused-step.ts';
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

const create = () => planned(stageOf({ desired: [desired({ components: UTM })] }));
const publish = () => edit(live(), { status: 'ACTIVE' });
const pause = () =>
  edit(live({ type: 'PERIODIC', status: 'ACTIVE' }), { type: 'PERIODIC', status: 'PAUSED' });
const resume = () =>
  edit(live({ type: 'PERIODIC', status: 'PAUSED' }), { type: 'PERIODIC', status: 'ACTIVE' });
const stop = () => edit(live({ status: 'SCHEDULED' }), { status: 'STOPPED' });

const STEPS: readonly (readonly [
  step: string,
  make: () => Planned,
  sent: Step['kind'],
  components: string[],
])[] = [
  ['create', create, 'create', ['basic_details', 'utm_params']],
  ['update', () => utmEdit('DRAFT'), 'update', ['utm_params']],
  ['PUBLISH', publish, 'transition', []],
  ['PAUSE', pause, 'transition', []],
  ['RESUME', resume, 'transition', []],
  ['STOP', stop, 'transition', []],
];

describe.each(STEPS)('a refused step: %s', (step, make, sent, components) => {
  it.each([400, 401, 403, 404, 409, 422])('is closed and fails with what the service said: %i', (status) => {
    const { run, entry, requestId } = refuse(make(), refusal(status));
    const why = { code: 'refused', status, serviceCode: 'SOME_CODE' };
    expect(entry).toEqual({
      ...{ key: 'a', event: { code: 'not-done', sent, why }, components, responseId: 'response' },
      ...{ requestId, closes: requestId, binding: undefined },
    });
    const complaints = [{ target: '', message: 'No.', place: undefined }];
    const cause = { code: 'refused', step, status, serviceCode: 'SOME_CODE', complaints, more: 0 };
    expect(run.result(undefined)).toMatchObject({
      ...{ held: [], stale: [], applied: [] },
      failed: [{ key: 'a', cause, responseId: 'response' }],
    });
    expect(run.results.isBrokenOff(key('a'))).toBe(true);
    expect(run.bindings.get(key('a'))?.editsRefused).toBeUndefined();
  });

  it.each([400, 403, 404, 409, 422])('does not end the run: %i', (status) => {
    const { run } = refuse(make(), refusal(status));
    expect([run.stopped, run.result(undefined).refused]).toEqual([undefined, undefined]);
  });

  it('ends the run if the credential is refused, but for a PUBLISH, which may need another one', () => {
    const { run } = refuse(make(), refusal(401));
    const expected = step === 'PUBLISH' ? undefined : 'credential';
    expect([run.stopped, run.result(undefined).refused]).toEqual([expected, expected]);
  });
});

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

describe('what the service complains about', () => {
  const detail = (nth: number) => ({ target: `utm_params.field_${nth}`, message: `Number ${nth}.` });
  const details = [1, 2, 3, 4, 5, 6, 7].map(detail);
  const placeOf = (file: string, target: string): FilePlace => ({ file, line: target.length, column: 1 });
  const placed = (target: string, message: string): Complaint => ({
    ...{ target, message, place: placeOf('campaigns/a.yaml', target) },
  });

  it.each<readonly [what: string, answer: Partial<Refusal>, complaints: readonly Complaint[], more: number]>([
    ['nothing in particular', {}, [{ target: '', message: 'No.', place: undefined }], 0],
    ['one place', { target: 'utm_params' }, [placed('utm_params', 'No.')], 0],
    [
      'places, which are more exact',
      { target: 'x', details: details.slice(0, 2) },
      details.slice(0, 2).map((one) => placed(one.target, one.message)),
      0,
    ],
    [
      'five places',
      { details: details.slice(0, 5) },
      details.slice(0, 5).map((one) => placed(one.target, one.message)),
      0,
    ],
    [
      'more than five places',
      { details },
      details.slice(0, 5).map((one) => placed(one.target, one.message)),
      2,
    ],
    [
      'a place without a sentence',
      { details: [{ target: 'utm_params', message: '' }] },
      [placed('utm_params', 'No.')],
      0,
    ],
    [
      'a sentence without a place',
      { details: [{ target: '', message: 'Why?' }] },
      [{ target: '', message: 'Why?', place: undefined }],
      0,
    ],
  ])('is reported with its position in the file: %s', (_, answer, complaints, more) => {
    const { run } = refuse(utmEdit('DRAFT'), refusal(400, answer), { run: { locate: placeOf } });
    expect(run.result(undefined).failed).toMatchObject([{ cause: { complaints, more } }]);
  });
});
