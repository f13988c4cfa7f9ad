import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { reportUntimely } from '../../src/apply/check-base.ts';
import type { Components, DeliveryType, Desired, Live } from '../../src/model/campaign.ts';
import type { Step } from '../../src/model/plan.ts';
import type { HeldChange } from '../../src/model/result.ts';
import { DAY_MS, MINUTE_MS } from '../../src/model/time.ts';
import type { NotDone } from '../../src/model/trail-event.ts';
import type { Policy } from '../../src/model/workspace.ts';
import { planOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, live, managing, stateOf } from '../support/builders.ts';

// The last check of the clock before a step is sent. Each plan is made at 09:00 on 2031-01-01 and blocks nothing.

const POLICY: Policy = {
  ...{ drift: 'revert', guard: { share: 1, atLeast: 1_000 } },
  rules: { blackout: { level: 'error', except: ['free'], days: [{ from: '2031-01-02', to: '2031-01-03' }] } },
};

const at = (start: string, more: Components['scheduling_details'] = {}): Components => ({
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'UTC', ...more },
});

const TEN = at('2031-01-01T10:00:00');
const LATER = at('2031-02-01T10:00:00');

interface Situation {
  readonly file: Desired;
  readonly known?: Live;
  /** What was last sent, if live shows something else. */
  readonly applied?: Components;
  readonly step?: Step['kind'];
}

interface Untimely {
  readonly why: NotDone | undefined;
  readonly held: readonly HeldChange[];
  readonly isBrokenOff: boolean;
}

/** What the check says about a planned step at an instant. */
function checkAt(instant: string, { file, known, applied, step: kind }: Situation): Untimely {
  const binding =
    known && bindingOf(known, { ...(applied && { applied: { ...known.components, ...applied } }) });
  const stage = stageOf({
    desired: [file],
    live: known ? [known] : [],
    ...(binding && { state: stateOf([binding]) }),
  });
  const [campaign] = planOn(stage, { policy: POLICY }).campaigns;
  if (!campaign) throw new Error('nothing is planned');
  expect(campaign.held).toEqual([]);
  const step = campaign.steps.find((one) => kind === undefined || one.kind === kind);
  if (!step) throw new Error(`no ${kind ?? 'step'} is planned`);
  stage.clock.time = Date.parse(instant);
  const run = runOn(stage, { policy: POLICY });
  const why = reportUntimely(run, { campaign, step });
  return { why, held: run.result(undefined).held, isBrokenOff: run.results.isBrokenOff(file.key) };
}

const TIMELY: Untimely = { why: undefined, held: [], isBrokenOff: false };
const PAST = { code: 'start-past', start: '2031-01-01T10:00:00', zone: 'UTC' };
const ONE_PAST_TEN = '2031-01-01T10:00:00.001Z';

const draft = (components: Components, type?: DeliveryType) =>
  live({ components, ...(type !== undefined && { type }) });
const scheduled = (components: Components) => live({ components, status: 'SCHEDULED' });
const wanted = (components: Components) => desired({ components, status: 'ACTIVE' });

describe('a start that has passed since the plan', () => {
  it.each<readonly [what: string, situation: Situation]>([
    ['blocks the creation of a campaign that is to be published', { file: wanted(TEN), step: 'create' }],
    ['blocks the publishing of a draft', { file: wanted(TEN), known: draft(TEN) }],
    ['blocks the publishing of a campaign that was just created', { file: wanted(TEN), step: 'transition' }],
  ])('%s', (_, situation) => {
    const held = [{ key: 'a', reason: 'transition-not-possible', components: [], until: null, cause: PAST }];
    expect(checkAt(ONE_PAST_TEN, situation)).toEqual({
      why: { code: 'start-past' },
      isBrokenOff: true,
      held,
    });
    expect(checkAt('2031-01-01T10:00:00Z', situation)).toEqual(TIMELY);
  });

  it('blocks a new schedule of a live campaign', () => {
    const situation = { file: desired({ components: TEN }), known: scheduled(LATER) };
    const held = [
      { key: 'a', reason: 'locked', components: ['scheduling_details'], until: null, cause: PAST },
    ];
    expect(checkAt(ONE_PAST_TEN, situation)).toEqual({
      why: { code: 'start-past' },
      isBrokenOff: true,
      held,
    });
    expect(checkAt('2031-01-01T10:00:00Z', situation)).toEqual(TIMELY);
  });

  it.each<readonly [what: string, situation: Situation]>([
    ['the creation of a draft', { file: desired({ components: TEN }) }],
    [
      'a schedule with the start that was sent, of which live shows only the time',
      {
        file: desired({ components: at('2031-01-01T10:00:00', { expiry_time: '2031-03-01T10:00:00' }) }),
        known: scheduled({ scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '10:00' } }),
        applied: TEN,
      },
    ],
  ])('does not block %s', (_, situation) => {
    expect(checkAt(ONE_PAST_TEN, situation)).toEqual(TIMELY);
  });
});

const ASAP = { scheduling_details: { delivery_type: 'ASAP' } };
/** Users whose clock is past the start when the campaign gets this schedule get it at once, which may be the next day. */
const byUsersClock = (start: string): Components => ({
  scheduling_details: {
    ...{ delivery_type: 'SEND_IN_USER_TIMEZONE', timezone: 'UTC', start_time: start },
    user_timezone_details: { send_if_user_timezone_has_passed: true },
  },
});

interface Late {
  readonly known: Live;
  readonly file: Desired;
  readonly waitMs?: number;
  readonly prepare?: (stage: Stage) => void;
}

/** What is sent, and what is blocked, if the run waits before it sends anything. */
async function applyLate({ known, file, waitMs = DAY_MS, prepare }: Late) {
  const stage = stageOf(managing([file], [known]));
  const plan = planOn(stage, { policy: POLICY });
  expect(plan.campaigns[0]?.held).toEqual([]);
  prepare?.(stage);
  await stage.clock.sleep(waitMs);
  const deadline = stage.clock.now() + DAY_MS;
  const { held, deferred } = await applyPlan(runOn(stage, { policy: POLICY, deadline }), plan);
  return { writes: stage.service.writes.map(({ operation }) => operation), held, deferred };
}

const PUBLISH: Late = {
  known: live({ components: ASAP }),
  file: desired({ status: 'ACTIVE', components: ASAP }),
};

describe('a run that waits past midnight into a blackout', () => {
  it('publishes nothing that would be sent at once', async () => {
    const { writes, held } = await applyLate(PUBLISH);
    expect(writes).toEqual([]);
    const cause = { code: 'blackout', action: 'PUBLISH', day: '2031-01-02' };
    expect(held).toMatchObject([{ reason: 'transition-not-possible', cause }]);
  });

  it('gives a live campaign no schedule by which some users would get it then', async () => {
    const { writes, held } = await applyLate({
      known: live({ status: 'SCHEDULED', components: byUsersClock('2031-02-01T20:00:00') }),
      file: desired({ components: byUsersClock('2031-01-01T20:00:00') }),
      waitMs: 120 * MINUTE_MS,
    });
    expect(writes).toEqual([]);
    expect(held).toMatchObject([{ reason: 'locked', cause: { code: 'blackout', action: 'UPDATE' } }]);
  });

  it('sends a step that pauses', async () => {
    const known = live({ type: 'EVENT_TRIGGERED', status: 'ACTIVE' });
    const file = desired({ type: 'EVENT_TRIGGERED', status: 'PAUSED' });
    expect(await applyLate({ known, file })).toMatchObject({ writes: ['status'], held: [] });
  });

  it('does not send again in the blackout what the service put off until then', async () => {
    const { writes, deferred } = await applyLate({
      ...{ ...PUBLISH, waitMs: 0 },
      prepare: ({ service }) => {
        service.interfere = () => ({ kind: 'limited', retryAfterMs: 16 * 60 * MINUTE_MS, responseId: null });
      },
    });
    expect(writes).toEqual(['publish']);
    expect(deferred).toHaveLength(1);
  });
});
