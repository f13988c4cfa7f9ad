import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';

// Worlds in which a law of the planner was once violated.

const START = { start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' };
const VIEW = { schedule_time: START.start_time, time_zone: START.timezone };
const DAILY = { sending_frequency: 'DAILY' };

/** The plan of a campaign by its schedule: in the file, as sent, as answered then, and now. */
function plannedWith(
  sketch: { readonly type?: 'PERIODIC'; readonly status?: 'ACTIVE' },
  four: Readonly<Record<'wanted' | 'applied' | 'observed' | 'view', JsonObject>>,
) {
  const shown = live({ ...sketch, components: { scheduling_details: four.view } });
  const said = (scheduling_details: JsonObject) => ({ ...shown.components, scheduling_details });
  const binding = bindingOf(shown, { applied: said(four.applied), observed: said(four.observed) });
  const type = sketch.type && { type: sketch.type };
  const file = desired({ ...type, components: { scheduling_details: four.wanted } });
  return planFor({ desired: [file], live: [shown], state: stateOf([binding]) }).campaigns[0];
}

it('recognizes a periodic schedule at the best time in the read view', () => {
  const more = { bts_details: { fallback: 'ASAP' } };
  const wanted = { ...START, ...more, delivery_type: 'SEND_IN_BTS', periodic_details: DAILY };
  const view = { ...VIEW, ...more, delivery_type: 'PERIODIC', frequency: 'DAILY' };
  const planned = plannedWith({ type: 'PERIODIC' }, { wanted, applied: wanted, observed: view, view });
  expect(planned).toMatchObject({ verdict: 'in-sync', notes: [] });
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
    const view = { ...observed, start_time: start };
    return plannedWith({ type: 'PERIODIC', status: 'ACTIVE' }, { wanted, applied, observed, view });
  });
  expect(plans.map((planned) => planned?.verdict)).toEqual(['held', 'held']);
});

it('a type that a read view hides now does not count as the one that was sent if it was seen to be another', () => {
  const sent = { ...START, delivery_type: 'SEND_IN_BTS', bts_details: { fallback: 'ASAP' } };
  const view = { ...VIEW, delivery_type: 'SCHEDULED' };
  const wanted = { ...sent, expiry_time: '2031-07-01T00:00:00Z' };
  const verdicts = [{ ...START, delivery_type: 'AT_FIXED_TIME' }, view].map((observed) => {
    return plannedWith({ status: 'ACTIVE' }, { wanted, applied: sent, observed, view })?.verdict;
  });
  expect(verdicts).toEqual(['held', 'update']);
});
