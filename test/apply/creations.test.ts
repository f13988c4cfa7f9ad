import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import type { CampaignKey, Desired } from '../../src/model/campaign.ts';
import type { Progress } from '../../src/model/progress.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import type { Window } from '../../src/model/workspace.ts';
import { CLOCK_MARGIN_MS, successes } from '../../src/quota/windows.ts';
import { applyOn, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, NOW } from '../support/builders.ts';

/** How long after the last creation the next one is possible. */
const TURN_MS = MINUTE_MS + CLOCK_MARGIN_MS;
const ONE_A_MINUTE = successes(1, MINUTE_MS);

const LIMITED: Answer = { kind: 'limited', retryAfterMs: 20_000, responseId: null };

function files(...names: string[]): Desired[] {
  return names.map((name) => desired({ key: name }));
}

/** A file whose campaign is to start at a time of 2031-01-01. The plan is made at 09:00:00. */
function starting(name: string, time: string): Desired {
  const schedule = { delivery_type: 'AT_FIXED_TIME', timezone: 'UTC', start_time: `2031-01-01T${time}` };
  return desired({ key: name, status: 'ACTIVE', components: { scheduling_details: schedule } });
}

function at(ms: number): string {
  return new Date(NOW + ms).toISOString();
}

interface Case {
  readonly windows?: readonly Window[];
  /** How long the run may wait. */
  readonly maxWaitMs?: number;
  readonly prepare?: (stage: Stage) => void;
}

/** Creates what these files describe, and lists what was recorded, sent and reported, in milliseconds from the start. */
async function create(wanted: readonly Desired[], { windows = [], maxWaitMs = HOUR_MS, prepare }: Case = {}) {
  const stage = stageOf({ desired: wanted });
  const { service, clock, recorder } = stage;
  const intents: [number, CampaignKey[]][] = [];
  const intend = recorder.intend.bind(recorder);
  recorder.intend = (list, ledger) => {
    intents.push([clock.now() - NOW, list.map((one) => one.key)]);
    return intend(list, ledger);
  };
  const progress: Progress[] = [];
  const onProgress = (one: Progress) => progress.push(one);
  prepare?.(stage);
  const result = await applyOn(stage, { run: { windows, deadline: NOW + maxWaitMs, onProgress } });
  return {
    ...{ stage, result, intents },
    created: service.creations.map((one) => [one.at - NOW, one.name]),
    waits: progress.filter(({ kind }) => kind === 'waiting'),
  };
}

describe('creations that are recorded together', () => {
  it.each<readonly [what: string, given: Case, recorded: Readonly<Record<number, string[]>>]>([
    ['are all of one batch if nothing limits them', {}, { 0: ['a', 'b', 'c'] }],
    ['have slots at most five seconds apart', { windows: [successes(1, 2_000)] }, { 0: ['a', 'b', 'c'] }],
    [
      'leave one out whose slot is later than that',
      { windows: [successes(1, 2_001)] },
      { 0: ['a', 'b'], 2_501: ['c'] },
    ],
    [
      'leave one out whose slot is later than the run may wait',
      { windows: [successes(1, 2_000)], maxWaitMs: 2_500 },
      { 0: ['a', 'b'] },
    ],
  ])('%s', async (_, given, recorded) => {
    const { intents } = await create(files('a', 'b', 'c'), given);
    expect(intents.map(([ms, keys]) => [String(ms), keys])).toEqual(Object.entries(recorded));
  });

  it('are never two that could be mistaken for each other', async () => {
    const twin = (name: string) =>
      desired({ key: name, components: { basic_details: { name: 'Twin', tags: [name] } } });
    const { intents, result } = await create([twin('a'), twin('b'), ...files('c')]);
    expect(intents).toEqual([
      [0, ['a', 'c']],
      [0, ['b']],
    ]);
    expect(result.applied.map((one) => one.key)).toEqual(['a', 'c', 'b']);
  });
});

describe('a wait for quota', () => {
  it('is reported with what follows it, and ends ten seconds before the slot', async () => {
    const given = { windows: [ONE_A_MINUTE], maxWaitMs: 3 * TURN_MS };
    const { result, created, intents, waits } = await create(files('a', 'b', 'c', 'd', 'e'), given);
    const waiting = { kind: 'waiting', cause: ONE_A_MINUTE, last: NOW + 3 * TURN_MS, total: 5 } as const;
    expect(waits).toEqual(
      [1, 2, 3].map((done) => ({ ...waiting, next: NOW + done * TURN_MS, done, deferredCount: 1 })),
    );
    const sent = ['a', 'b', 'c', 'd'];
    expect(intents).toEqual(sent.map((name, nth) => [nth && nth * TURN_MS - 10 * SECOND_MS, [name]]));
    expect(created).toEqual(sent.map((name, nth) => [nth * TURN_MS, `The ${name}`]));
    expect(result).toMatchObject({ failed: [], stale: [], held: [] });
    expect(result.deferred).toEqual([{ key: 'e', resumeAt: at(4 * TURN_MS), cause: ONE_A_MINUTE }]);
  });

  it.each([
    ['is not made for a slot ten seconds away, but what is sent then is recorded', 9_500, []],
    ['is made for a slot that is later', 9_501, [NOW + 10_001]],
  ])('%s', async (_, spanMs, reported) => {
    const { waits, created } = await create(files('a', 'b'), { windows: [successes(1, spanMs)] });
    expect(waits.map((one) => one.kind === 'waiting' && one.next)).toEqual(reported);
    expect(created).toEqual([
      [0, 'The a'],
      [spanMs + CLOCK_MARGIN_MS, 'The b'],
    ]);
  });

  it('is not made if it would be too long: each creation is deferred to its slot', async () => {
    const given = { windows: [ONE_A_MINUTE], maxWaitMs: TURN_MS - 1 };
    const { result, waits, created } = await create(files('a', 'b', 'c'), given);
    expect([waits, created]).toEqual([[], [[0, 'The a']]]);
    expect(result.deferred).toEqual([
      { key: 'b', resumeAt: at(TURN_MS), cause: ONE_A_MINUTE },
      { key: 'c', resumeAt: at(2 * TURN_MS), cause: ONE_A_MINUTE },
    ]);
  });
});

describe('a creation that meets a limit of the service', () => {
  it('is sent again when the service says, and those before it are not', async () => {
    const { stage, result, created } = await create(files('a', 'b', 'c'), {
      prepare: ({ service }) => {
        service.interfere = ({ nth }) => (nth === 2 ? LIMITED : undefined);
      },
    });
    expect(stage.service.writes.map(({ request }) => request.body.basic_details)).toEqual(
      ['a', 'b', 'b', 'c'].map((name) => ({ name: `The ${name}` })),
    );
    expect(created).toEqual([
      [0, 'The a'],
      [20_000, 'The b'],
      [20_000, 'The c'],
    ]);
    expect(result.applied.map((one) => one.key)).toEqual(['a', 'b', 'c']);
    expect(stage.recorder.trail.map((one) => [one.key, one.event])).toEqual([
      ['b', { code: 'not-done', sent: 'create', why: { code: 'too-many-requests' } }],
      ['c', { code: 'not-done', sent: 'create', why: { code: 'slot-later' } }],
      ['a', { code: 'created', campaignId: 'created-1' }],
      ['b', { code: 'created', campaignId: 'created-2' }],
      ['c', { code: 'created', campaignId: 'created-3' }],
    ]);
  });

  it('is deferred to the time that the service names if the run may not wait for that', async () => {
    const { result } = await create(files('a', 'b'), {
      maxWaitMs: 1_000,
      prepare: ({ service }) => {
        service.interfere = () => LIMITED;
      },
    });
    expect(result.deferred).toEqual(
      ['a', 'b'].map((name) => ({ key: name, resumeAt: at(20_000), cause: 'service' })),
    );
  });
});

it('a campaign is blocked at once if the creations before it use up the time until its start', async () => {
  const wanted = [...files('a'), starting('b', '09:30:00'), starting('c', '09:02:00')];
  const { result, created } = await create(wanted, { windows: [ONE_A_MINUTE] });
  expect(created.map(([, name]) => name)).toEqual(['The a', 'The b']);
  const createdAt = at(2 * TURN_MS);
  const cause = { code: 'start-past', start: '2031-01-01T09:02:00', zone: 'UTC', createdAt };
  const reason = 'transition-not-possible';
  expect(result.held).toEqual([{ key: 'c', reason, components: [], until: null, cause }]);
});
