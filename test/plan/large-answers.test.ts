import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { bindingOf, desired, live, planInputs, stateOf } from '../support/builders.ts';

/** How many fields a service adds, and how long a plan may take: far less than if each were compared with all others. */
const FIELDS = 4_000;
const MILLISECONDS = 10_000;

const SAID = { utm_source: 'a', utm_medium: 'm' };
const FILTERS = Array.from({ length: 300 }, (_, at) => ({ filter_type: 'user_attributes', name: `f${at}` }));
const more = (count: number, value: (at: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`added_${at}`, value(at)])) as JsonObject;

it.each<readonly [string, JsonObject, JsonObject]>([
  ['with values', SAID, { ...SAID, ...more(FIELDS, (at) => `x${at}`) }],
  ['as defaults', SAID, { ...SAID, ...more(FIELDS, () => false) }],
  ['as an object', SAID, { ...SAID, added: more(FIELDS, () => 0) }],
  ['to list entries', { list: FILTERS }, { list: FILTERS.map((one) => ({ ...one, ...more(20, () => 0) })) }],
])('a plan is made in time when the service adds thousands of fields: %s', (_, said, shown) => {
  for (const observed of [said, shown]) {
    const file = desired({ components: { utm_params: { ...said, utm_term: 'edited' } } });
    const now = live({ components: { utm_params: shown } });
    const binding = bindingOf(live({ components: { utm_params: said } }));
    const recorded = { ...binding, observed: { ...binding.observed, utm_params: observed } };
    const inputs = planInputs({ desired: [file], live: [now], state: stateOf([recorded]) });
    const started = performance.now();
    const plan = makePlan(inputs);
    expect(performance.now() - started).toBeLessThan(MILLISECONDS);
    expect(plan.campaigns[0]?.components.map(({ name }) => name)).toContain('utm_params');
  }
});
