import { expect, it } from 'vitest';
import { newDefaultWords } from '../../../src/render/rows/new-defaults.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { planSummary } from '../../../src/render/markdown/plan-comment.ts';
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

it('a value that only one campaign has is reported with its last editor', () => {
  const plan = planWith(1, { utm_new: false });
  const edited = { updatedBy: 'bob@example.com', updatedAt: '2030-12-31T08:00:00Z' };
  const campaigns = plan.campaigns.map((one) => ({ ...one, live: one.live && { ...one.live, ...edited } }));
  expect(newDefaultWords({ campaigns })).toBe(
    "The service has a new default: utm_params.utm_new: false (c0, last edited by bob@example.com on 2030-12-31 08:00 UTC). Apply records it; this isn't drift.",
  );
});

it('several are reported together, and after an apply as recorded', () => {
  expect(newDefaultWords(planWith(1, { utm_new: false, utm_count: 0 }), 'after')).toBe(
    "The service has new defaults: utm_params.utm_count: 0 (c0), utm_params.utm_new: false (c0). They are recorded now; this isn't drift.",
  );
});

it.each([
  ['no new leaf', {}],
  ['one with nothing in it', { utm_new: '' }],
  ['one that says something', { utm_new: 'x' }],
])('%s is not a new default', (_, leaves) => {
  expect(newDefaultWords(planWith(1, leaves))).toBe('');
});

it('is in the text and in the comment once', () => {
  const plan = planWith(40, { utm_new: false });
  const texts = [
    planText(plan, { paint: PLAIN, columns: 200 }),
    planHtml(plan, { subject: 'Applying this' }),
    planSummary(plan, {
      footnotes: [],
      notices: [],
      subject: 'Merging this',
      limit: { units: 'characters', atMost: 60_000 },
      addressOf: ({ file }) => file,
    }),
  ];
  for (const text of texts) expect(text.split('new default')).toHaveLength(2);
});
