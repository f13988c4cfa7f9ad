import { expect, it } from 'vitest';
import { newDefaultWords } from '../../../src/render/rows/new-defaults.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const SAID = { utm_source: 'shop', utm_medium: 'email' };

/** A plan for this many campaigns that show these leaves in addition to what their files say. */
function planWith(count: number, leaves: object) {
  const keys = Array.from({ length: count }, (_, at) => `c${at}`);
  const before = keys.map((key) => live({ key, components: { utm_params: SAID } }));
  return planFor({
    desired: keys.map((key) => desired({ key, components: { utm_params: SAID } })),
    live: before.map((one) => ({
      ...one,
      components: { ...one.components, utm_params: { ...SAID, ...leaves } },
    })),
    state: stateOf(before.map((one) => bindingOf(one))),
  });
}

it('a new default is reported once, however many campaigns have it', () => {
  expect(newDefaultWords(planWith(3, { utm_new: false }))).toBe(
    "The service has a new default: utm_params.utm_new: false (3 campaigns). Apply records it; this isn't drift.",
  );
});

it.each([
  ['no new leaf', {}],
  ['one with nothing in it', { utm_new: '' }],
  ['one that says something', { utm_new: 'x' }],
])('%s is not a new default', (_, leaves) => {
  expect(newDefaultWords(planWith(1, leaves))).toBe('');
});
