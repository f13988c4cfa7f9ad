import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import type { CampaignKey, Live } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { Binding, Intent } from '../../src/model/state.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import type { TrailEvent } from '../../src/model/trail-event.ts';
import { applyOn, stageOf, stageOfEach, type Stage } from '../support/apply-world.ts';
import { ANSWERED_500, LOST, NO_ANSWER } from '../support/answer-problems.ts';
import { bindingOf, desired, intent, live, NOW, stateOf, managing } from '../support/builders.ts';
import { refused } from '../support/fake-service.ts';

const UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
const OTHER_UTM = { utm_params: { utm_source: 'shop', utm_medium: 'email' } };

/** Managed campaigns whose files were edited since. */
const edits = (...names: string[]) => stageOfEach(names, { file: { components: UTM } });

/** Campaigns that send and are to be paused. */
const pauses = (...names: string[]) =>
  stageOfEach(names, {
    file: { type: 'PERIODIC', status: 'PAUSED' },
    shown: { type: 'PERIODIC', status: 'ACTIVE' },
  });

function eventsOf({ recorder }: Stage): [CampaignKey, TrailEvent][] {
  return recorder.trail.map((one) => [one.key, one.event]);
}

function notDone(name: string, why: object, sent: Intent['kind'] = 'update') {
  return [name, { code: 'not-done', sent, why }];
}

const UPDATED = { code: 'updated', components: ['utm_params'] };

/** Reads don't show what was sent until this many milliseconds after the start. */
function lagging({ service, clock }: Stage, ms: number): void {
  const before = new Map(service.campaigns);
  const look = service.readCampaigns.bind(service);
  service.readCampaigns = async (ids) => {
    const answers = new Map(await look(ids));
    if (clock.now() - NOW < ms)
      for (const id of ids) {
        const old = before.get(id);
        if (old) answers.set(id, { kind: 'present', live: old });
      }
    return answers;
  };
}

/** Reads give this answer instead of a campaign. */
function reading({ service }: Stage, live: Live, answer: LiveAnswer): void {
  const look = service.readCampaigns.bind(service);
  service.readCampaigns = async (ids) => {
    const answers = new Map(await look(ids));
    if (answers.has(live.id)) answers.set(live.id, answer);
    return answers;
  };
}

describe('a step that is recorded but not sent after all', () => {
  it('is closed if the run is asked to end during the wait for its limit', async () => {
    const stage = edits('a');
    const controller = new AbortController();
    const looks: number[] = [];
    const look = stage.service.readCampaigns.bind(stage.service);
    stage.service.readCampaigns = (ids) => {
      looks.push(stage.clock.now() - NOW);
      return look(ids);
    };
    stage.service.nextSlot = () => NOW + 20 * SECOND_MS;
    stage.clock.sleep = (ms) => {
      stage.clock.time += ms;
      controller.abort();
      return Promise.resolve();
    };
    const { failed } = await applyOn(stage, { run: { signal: controller.signal } });
    expect(failed).toEqual([{ key: 'a', cause: { code: 'interrupted' }, responseId: null }]);
    expect(stage.service.writes).toEqual([]);
    expect(looks).toEqual([0]);
    expect(eventsOf(stage)).toEqual([notDone('a', { code: 'not-sent' })]);
  });

  it('ends the run if the credential is refused when its campaign is read', async () => {
    const stage = edits('a', 'b');
    reading(stage, live(), { kind: 'unknown', cause: 'credential', problem: ANSWERED_500 });
    const { failed, refused: end } = await applyOn(stage);
    expect(end).toBe('credential');
    expect(failed).toEqual([
      { key: 'a', cause: { code: 'unreadable', before: 'write', problem: ANSWERED_500 }, responseId: null },
      { key: 'b', cause: { code: 'interrupted' }, responseId: null },
    ]);
    expect(stage.service.writes).toEqual([]);
    expect(eventsOf(stage)).toEqual([
      notDone('a', { code: 'unreadable' }),
      notDone('b', { code: 'not-sent' }),
    ]);
  });

  it.each([
    ['sent if it was recorded five minutes before', 0, ['a', 'b'], [['b', UPDATED]]],
    ['recorded again if earlier', 1, ['a', 'b'], [notDone('b', { code: 'recorded-again' }), ['b', UPDATED]]],
  ])('is %s', async (_, more, applied, events) => {
    const stage = edits('a', 'b');
    stage.service.interfere = ({ nth }) => {
      if (nth === 1) stage.clock.time = NOW + 5 * MINUTE_MS + more;
      return undefined;
    };
    const result = await applyOn(stage);
    expect(result.applied.map((one) => one.key)).toEqual(applied);
    expect(eventsOf(stage).filter(([name]) => name === 'b')).toEqual(events);
    expect(stage.service.writes).toHaveLength(2);
  });
});

describe('an answer that is no success', () => {
  it('after a lost request ends the run if the credential is refused, and leaves the step open', async () => {
    const stage = edits('a', 'b');
    stage.service.interfere = ({ nth }) => (nth === 1 ? LOST : refused(401, 'UNAUTHORIZED'));
    const { failed, refused: end } = await applyOn(stage);
    expect(end).toBe('credential');
    const problem = { code: 'lost-then-refused', status: 401, said: 'no' };
    expect(failed).toEqual([
      { key: 'a', cause: { code: 'unclear', problem, found: 'nothing' }, responseId: null },
      { key: 'b', cause: { code: 'interrupted' }, responseId: null },
    ]);
    expect(stage.service.writes).toHaveLength(2);
    expect(stage.recorder.state.open.map((one) => one.key)).toEqual(['a']);
    expect(eventsOf(stage)).toEqual([notDone('b', { code: 'not-sent' })]);
  });

  it("that isn't readable is resolved by reading", async () => {
    const stage = edits('a');
    const { campaigns } = stage.service;
    stage.service.interfere = () => {
      campaigns.set(live().id, { ...live(), components: { ...live().components, ...UTM } });
      return { kind: 'unclear', cause: 'malformed', problem: ANSWERED_500 };
    };
    const { applied, failed } = await applyOn(stage);
    expect(failed).toEqual([]);
    expect(applied).toEqual([
      { key: 'a', change: 'update', campaignId: 'id-a', components: ['utm_params'], responseId: null },
    ]);
  });

  it('was not sent if the service could not be reached at all', async () => {
    const stage = edits('a');
    stage.service.interfere = () => ({ kind: 'unclear', cause: 'unreachable', problem: NO_ANSWER });
    expect(await applyOn(stage)).toMatchObject({ failed: [{ cause: { code: 'unreachable' } }] });
    expect(stage.recorder.state.open).toEqual([]);
  });
});

describe('a refused pause of a campaign with a draft above the live version', () => {
  const ABOVE = { documentId: 'document-3', draftAbove: 3, liveDocumentId: 'document-2' };

  function versioned(known: Live, more: Parameters<typeof desired>[0] = {}): Stage {
    return stageOf(managing([desired({ type: 'PERIODIC', ...more })], [known]));
  }

  it('is sent once more for the live document, as the same request with a key of its own', async () => {
    const stage = versioned({ ...ACTIVE, ...ABOVE }, { status: 'PAUSED' });
    stage.service.interfere = ({ request }) =>
      request.path.includes('document-2') ? refused(400, 'NO') : refused(404, 'NOT_FOUND');
    await applyOn(stage);
    const [first, second, ...others] = stage.service.writes;
    expect(others).toEqual([]);
    expect(first?.request.path).toBe('/v5/campaigns/document-3/status');
    expect(second).toEqual({
      operation: 'status',
      request: { ...first?.request, path: '/v5/campaigns/document-2/status' },
      keys: {
        requestId: first?.keys.requestId,
        idempotencyKey: expect.stringMatching(/^00000000-0000-4000-8000-\d{12}$/) as string,
      },
    });
    expect(second?.keys.idempotencyKey).not.toBe(first?.keys.idempotencyKey);
  });

  const ACTIVE = live({ type: 'PERIODIC', status: 'ACTIVE' });
  const STARTS = { ...live({ type: 'PERIODIC', status: 'PAUSED' }), ...ABOVE };
  const DONE: Answer = { kind: 'done', data: {}, responseId: null };
  it.each<readonly [what: string, known: Live, status: 'ACTIVE' | 'PAUSED', answer: Answer]>([
    ['the request itself is wrong', { ...ACTIVE, ...ABOVE }, 'PAUSED', refused(400, 'NO')],
    ['there is no draft above', ACTIVE, 'PAUSED', refused(404, 'NO')],
    ['it starts the campaign', STARTS, 'ACTIVE', refused(404, 'NO')],
    ['it was accepted', { ...ACTIVE, ...ABOVE }, 'PAUSED', DONE],
  ])('is not sent again if %s', async (_, known, status, answer) => {
    const stage = versioned(known, { status });
    stage.service.interfere = () => answer;
    await applyOn(stage);
    expect(stage.service.writes).toHaveLength(1);
  });
});

describe('a change that live does not show at once', () => {
  it('does not delay the next pause: all are sent, and only then are they waited for', async () => {
    const names = Array.from({ length: 16 }, (_, n) => `k${String(n).padStart(2, '0')}`);
    const stage = pauses(...names);
    lagging(stage, 4 * SECOND_MS);
    const sentAt: number[] = [];
    stage.service.interfere = () => {
      sentAt.push(stage.clock.now() - NOW);
      return undefined;
    };
    const { applied, failed } = await applyOn(stage);
    expect(sentAt).toEqual(names.map(() => 0));
    expect(stage.clock.sleeps).toEqual([SECOND_MS, 3 * SECOND_MS]);
    expect(applied.map((one) => one.key)).toEqual(names);
    expect(failed).toEqual([]);
    expect(stage.recorder.state.open).toEqual([]);
  });

  it('is reported if a pause is never shown, and stays open', async () => {
    const stage = pauses('a');
    lagging(stage, MINUTE_MS);
    const { applied, failed } = await applyOn(stage);
    expect(applied).toEqual([]);
    const cause = { code: 'not-reached', action: 'PAUSE', shown: 'ACTIVE' };
    expect(failed).toEqual([{ key: 'a', responseId: 'response', cause }]);
    expect(stage.recorder.state.open).toMatchObject([{ key: 'a', action: 'PAUSE', answered: NOW }]);
  });
});

describe('an edit that live has not shown yet, when a newer one is sent', () => {
  it.each([
    ['accepted', NOW - MINUTE_MS, true],
    ['unanswered', undefined, false],
  ])('is closed as superseded, and its binding says what is missing: %s', async (_, answered, isAccepted) => {
    const known = live();
    const bound: Binding = bindingOf(known);
    const earlier: Intent = {
      ...intent({ kind: 'update', components: OTHER_UTM }),
      ...(answered !== undefined && { answered }),
    };
    const elsewhere = intent({ kind: 'update', key: 'z', components: OTHER_UTM });
    const stage = stageOf({
      desired: [desired({ components: UTM })],
      live: [known, live({ key: 'z' })],
      state: stateOf([bound, bindingOf(live({ key: 'z' }))], { open: [earlier, elsewhere] }),
    });
    const { applied, failed } = await applyOn(stage);
    expect(failed).toEqual([]);
    expect(applied.map((one) => one.key)).toEqual(['a']);
    const [first, second, ...others] = stage.recorder.trail;
    expect(others).toEqual([]);
    expect(first).toEqual({
      ...{ key: 'a', components: ['utm_params'], requestId: 'request-a', responseId: undefined },
      event: { code: 'not-confirmed', sent: 'update', why: { code: 'superseded', isAccepted } },
      closes: 'request-a',
      binding: {
        ...bound,
        observedAt: undefined,
        unconfirmed: { utm_params: { kind: 'not-carried-out', at: NOW, sent: OTHER_UTM.utm_params } },
      },
    });
    expect(second?.event).toEqual(UPDATED);
    expect(stage.recorder.state.open).toEqual([elsewhere]);
  });
});
