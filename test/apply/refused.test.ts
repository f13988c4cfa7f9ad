import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import { refused } from '../../src/apply/confirm.ts';
import { ResultCollector } from '../../src/apply/result-collector.ts';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { Step } from '../../src/model/plan.ts';
import type { Action } from '../../src/model/transitions.ts';
import type { TrailEvent } from '../../src/model/trail-event.ts';
import { runOn } from '../support/apply-world.ts';
import { campaignId, key, live } from '../support/builders.ts';
import { edit, prepared, type Planned } from '../support/planned-steps.ts';

// What a refusal of a step means: for the step, for its campaign, and for the run.

type Refusal = Extract<Answer, { kind: 'refused' }>;

function refusal(status: number, more: Partial<Refusal> = {}): Refusal {
  return {
    ...{ kind: 'refused', status, code: 'SOME_CODE', message: 'No.', target: undefined, details: [] },
    ...{ responseId: 'response', ...more },
  };
}

function refuse(stage: Planned, answer: Refusal, { kind }: { readonly kind?: Step['kind'] } = {}) {
  const run = runOn(stage);
  const work = prepared(run, stage, kind);
  return { run, entry: refused(run, work, answer), requestId: work.intent.requestId };
}

const UTM = { utm_params: { utm_source: 'shop' } };

/** An edit of a periodic campaign in a status, and what its file asks for. */
function utmEdit(status: CampaignStatus, wanted?: DesiredStatus): Planned {
  return edit(live({ type: 'PERIODIC', status }), { type: 'PERIODIC', components: UTM, status: wanted });
}

describe('a conflict about an edit of a campaign that is not a draft', () => {
  it.each<readonly [CampaignStatus, DesiredStatus | undefined, CampaignStatus, string]>([
    ['ACTIVE', undefined, 'ACTIVE', 'it stays as it is'],
    ['SCHEDULED', undefined, 'SCHEDULED', 'it stays as it is'],
    ['PAUSED', undefined, 'PAUSED', 'it stays as it is'],
    ['ACTIVE', 'PAUSED', 'PAUSED', 'a pause is sent before the edit'],
    ['PAUSED', 'ACTIVE', 'PAUSED', 'it is resumed only after the edit'],
  ])('is a lock of %s (file: %s) that lasts while it is %s: %s', (status, wanted, during) => {
    const stage = utmEdit(status, wanted);
    const conflict = refusal(409, { message: 'Only drafts.' });
    const { run, entry, requestId } = refuse(stage, conflict, { kind: 'update' });
    const before = stage.recorder.state.bindings.get(key('a'));
    const marked = { ...before, editsRefused: { status: during, message: 'Only drafts.' } };
    expect(run.bindings.get(key('a'))).toEqual(marked);
    const why = { code: 'refused', status: 409, serviceCode: 'SOME_CODE' };
    expect(entry).toEqual({
      ...{ key: 'a', event: { code: 'not-done', sent: 'update', why }, components: ['utm_params'] },
      ...{ requestId, closes: requestId, responseId: 'response', binding: marked },
    });
    const cause = { code: 'edit-refused', status, said: 'Only drafts.' };
    const held = [{ key: 'a', reason: 'locked', components: [], until: null, cause }];
    expect(run.result(undefined)).toMatchObject({ failed: [], held });
    expect(run.results.isBrokenOff(key('a'))).toBe(true);
    expect(run.stopped).toBeUndefined();
  });

  it.each([400, 403, 422])('is none with another status, and not remembered: %i', (status) => {
    const { run, entry } = refuse(utmEdit('ACTIVE'), refusal(status));
    const failed = [{ cause: { code: 'refused', status } }];
    expect(run.result(undefined)).toMatchObject({ held: [], failed });
    expect([entry.binding, run.bindings.get(key('a'))?.editsRefused]).toEqual([undefined, undefined]);
  });
});

function moved(action: Action): TrailEvent {
  return { code: 'transitioned', action, from: '', to: '' };
}

// A start that follows the stop of another campaign waits for that.
it.each<readonly [what: string, event: TrailEvent, failed: boolean, hasStopped: boolean]>([
  ['a pause', moved('PAUSE'), false, true],
  ['a publish', moved('PUBLISH'), false, false],
  ['an edit', { code: 'updated', components: [] }, false, false],
  ['a pause, if something else of it failed', moved('PAUSE'), true, false],
])('after %s, a campaign has stopped', (_, event, failed, hasStopped) => {
  const results = new ResultCollector(() => undefined);
  const one = { key: key('a'), change: 'transition', campaignId: campaignId('a') } as const;
  results.addApplied({ ...one, components: [], responseId: null }, event);
  if (failed) results.breakOffFailed(key('a'), { code: 'interrupted' });
  expect([results.hasStopped(key('a')), results.hasStopped(key('b'))]).toEqual([hasStopped, false]);
});

it.each<readonly [readonly string[], readonly string[], boolean, boolean]>([
  [['a', 'b'], [], false, true],
  [['a'], [], false, false],
  [['a', 'b'], [], true, false],
  [['a', 'b'], ['c'], false, false],
  [[], [], false, false],
])('of %j, next to the failures %j and a success (%s): the credential is the cause: %s', (...row) => {
  const [forbidden, failed, isDone, isTheCause] = row;
  const results = new ResultCollector(() => undefined);
  const common = { components: [], responseId: null } as const;
  for (const name of forbidden) results.noteForbidden(key(name));
  for (const name of [...forbidden, ...failed]) results.breakOffFailed(key(name), { code: 'interrupted' });
  if (isDone)
    results.addApplied(
      { key: key('d'), change: 'update', campaignId: campaignId('d'), ...common },
      { code: 'updated', components: [] },
    );
  const end = { workspace: 'local', refused: undefined, stopped: undefined };
  expect(results.result(end).refused).toBe(isTheCause ? 'credential' : undefined);
  expect(results.result({ ...end, refused: 'guard' }).refused).toBe(isTheCause ? 'credential' : 'guard');
});
