import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import type { Components, Desired, Live } from '../../src/model/campaign.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import type { Policy } from '../../src/model/workspace.ts';
import { planOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, live, managing } from '../support/builders.ts';

// The plan is made on 2031-01-01.

const DAY_MS = 24 * 60 * MINUTE_MS;

const POLICY: Policy = {
  ...{ drift: 'revert', guard: { share: 1, atLeast: 1_000 } },
  rules: { blackout: { level: 'error', except: ['free'], days: [{ from: '2031-01-02', to: '2031-01-03' }] } },
};

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

  it.each<readonly [what: string, late: Late, sent: string]>([
    [
      'that pauses',
      {
        known: live({ type: 'EVENT_TRIGGERED', status: 'ACTIVE' }),
        file: desired({ type: 'EVENT_TRIGGERED', status: 'PAUSED' }),
      },
      'status',
    ],
  ])('sends a step %s', async (_, late, sent) => {
    expect(await applyLate(late)).toMatchObject({ writes: [sent], held: [] });
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
