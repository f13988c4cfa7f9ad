import { expect, it } from 'vitest';
import type { Components, Live } from '../../../src/model/campaign.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

// Whoever merges a plan that overwrites a manual edit should know whose it is, and ask that person first.

const ADA = { updatedBy: 'ada@example.com', updatedAt: '2030-12-12 10:31:07.120000' };
const utm = (source: string): Components => ({ utm_params: { utm_source: source } });

interface Overwritten {
  readonly keys?: readonly string[];
  readonly edit?: (at: number) => Pick<Live, 'updatedBy' | 'updatedAt'>;
}

/** Drafts whose UTM source was changed in the service. */
function planOf({ keys = ['a'], edit = () => ADA }: Overwritten): Plan {
  const before = keys.map((key) => live({ key, components: utm('file') }));
  return planFor({
    desired: keys.map((key) => desired({ key, components: utm('file') })),
    live: keys.map((key, at) => ({ ...live({ key, components: utm('hand') }), ...edit(at) })),
    state: stateOf(before.map((one) => bindingOf(one))),
  });
}

function rendered(plan: Plan): string[] {
  const options = { subject: 'Merging this', addressOf: () => 'x', footnotes: [] };
  return [
    planText(plan, { paint: PLAIN, columns: 80 }),
    planMarkdown(plan, options),
    planHtml(plan, options),
  ].map((text) => text.replaceAll('&#8203;', '').replace(/\s+/g, ' '));
}

it.each<readonly [what: string, overwritten: Overwritten, words: string]>([
  [
    'a service that only says when',
    { edit: () => ({ updatedAt: ADA.updatedAt }) },
    'changed in the service, last edited there on 2030-12-12 10:31 UTC; will be restored)',
  ],
  ['a service that says neither', { edit: () => ({}) }, 'changed in the service; will be restored)'],
])('%s: text, comment and page say who and when', (_, overwritten, words) => {
  for (const text of rendered(planOf(overwritten))) expect(text).toContain(words);
});

it('campaigns that were edited by others are not in one group', () => {
  const keys = Array.from({ length: 5 }, (_, at) => `c${at}`);
  const [one = ''] = rendered(planOf({ keys }));
  expect(one).toContain('One edit in 5 campaigns');
  const [several = ''] = rendered(planOf({ keys, edit: (at) => (at === 3 ? {} : ADA) }));
  expect(several).toContain('One edit in 4 campaigns');
});
