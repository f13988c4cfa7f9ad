import { expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { desired, planFor } from '../../support/builders.ts';

// A marketer whose campaign waits reads why, and that it continues without them, but not how we count.

const LIMIT = 'The number of new campaigns per minute, hour and day is limited.';

const planOf = (count: number, maxWaitMs: number) =>
  planFor({ desired: Array.from({ length: count }, (_, at) => desired({ key: `k${at}` })) }, { maxWaitMs });

const shown = (plan: Plan) =>
  [
    planText(plan, { paint: PLAIN, columns: 80 }),
    planMarkdown(plan, { subject: 'Merging this', addressOf: ({ file }) => file, footnotes: [] }),
    planHtml(plan, { subject: 'Applying this' }),
  ].map((text) => text.replace(/\s+/g, ' '));

it.each([
  ['waits', 3_600_000, 'Those that have to wait are created automatically.'],
  ['is deferred with --max-wait 0', 0, 'A later run creates the deferred ones.'],
])('a creation that %s explains why, once', (_, maxWaitMs, next) => {
  for (const text of shown(planOf(12, maxWaitMs))) {
    expect(text.split(`${LIMIT} ${next}`)).toHaveLength(2);
    expect(text).not.toMatch(/ledger|state branch|limits\.create/);
  }
});

it('is not explained if all creations are possible immediately', () => {
  for (const text of shown(planOf(2, 0))) expect(text).not.toContain(LIMIT);
});
