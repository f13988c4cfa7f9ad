import { expect, it } from 'vitest';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';

// Worlds in which a law of the planner was once violated.

const START = { start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' };

it('recognizes a periodic schedule at the best time in the read view', () => {
  const more = { bts_details: { fallback: 'ASAP' } };
  const wanted = {
    delivery_type: 'SEND_IN_BTS',
    ...START,
    ...more,
    periodic_details: { sending_frequency: 'DAILY' },
  };
  const view = {
    delivery_type: 'PERIODIC',
    frequency: 'DAILY',
    schedule_time: START.start_time,
    time_zone: START.timezone,
    ...more,
  };
  const shown = live({ type: 'PERIODIC', components: { scheduling_details: view } });
  const applied = { ...shown.components, scheduling_details: wanted };
  const { campaigns } = planFor({
    desired: [desired({ type: 'PERIODIC', components: { scheduling_details: wanted } })],
    live: [shown],
    state: stateOf([bindingOf(shown, { applied })]),
  });
  expect(campaigns).toMatchObject([{ verdict: 'in-sync', notes: [] }]);
});

it('the order in which a search finds campaigns with one name changes no byte', () => {
  const name = { basic_details: { name: 'The twin' } };
  const rivals = ['x', 'y'].map((key) => live({ key, components: name }));
  const world = { desired: [desired({ components: name })] };
  const [there, back] = [rivals, rivals.toReversed()].map((found) => planFor({ ...world, live: found }));
  expect(there && planDocument(there)).toBe(back && planDocument(back));
});

it('another spelling of live does not change a lock', () => {
  const observed = { delivery_type: 'AT_FIXED_TIME', ...START };
  const applied = { ...observed, start_time: '2031-06-01T09:00:00' };
  const wanted = { ...applied, expiry_time: '2031-07-01T00:00:00Z' };
  const plans = ['2031-05-01T09:00:00', '2031-05-01T09:00'].map((start) => {
    const shown = live({
      type: 'PERIODIC',
      status: 'ACTIVE',
      components: { scheduling_details: { ...observed, start_time: start } },
    });
    const record = {
      applied: { ...shown.components, scheduling_details: applied },
      observed: { ...shown.components, scheduling_details: observed },
    };
    return planFor({
      desired: [desired({ type: 'PERIODIC', components: { scheduling_details: wanted } })],
      live: [shown],
      state: stateOf([bindingOf(shown, record)]),
    });
  });
  expect(plans.map(({ campaigns }) => campaigns[0]?.verdict)).toEqual(['held', 'held']);
});

it('a type that a read view hides now does not count as the one that was sent if it was seen to be another', () => {
  const sent = { ...START, delivery_type: 'SEND_IN_BTS', bts_details: { fallback: 'ASAP' } };
  const view = { delivery_type: 'SCHEDULED', schedule_time: START.start_time, time_zone: START.timezone };
  const wanted = { ...sent, expiry_time: '2031-07-01T00:00:00Z' };
  const verdicts = [{ ...START, delivery_type: 'AT_FIXED_TIME' }, view].map((observed) => {
    const shown = live({ status: 'ACTIVE', components: { scheduling_details: view } });
    const record = {
      applied: { ...shown.components, scheduling_details: sent },
      observed: { ...shown.components, scheduling_details: observed },
    };
    const plan = planFor({
      desired: [desired({ components: { scheduling_details: wanted } })],
      live: [shown],
      state: stateOf([bindingOf(shown, record)]),
    });
    return plan.campaigns[0]?.verdict;
  });
  expect(verdicts).toEqual(['held', 'update']);
});
