import { expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { LEDGER_WORDS } from '../../../src/render/view/creation-words.ts';
import { desired, planFor } from '../../support/builders.ts';

// A user who waits for quota reads how it is counted: by our own record, without asking the service.

const planOf = (count: number, maxWaitMs: number) =>
  planFor({ desired: Array.from({ length: count }, (_, at) => desired({ key: `k${at}` })) }, { maxWaitMs });

const shown = (plan: Plan) => [
  planText(plan, { paint: PLAIN, columns: 80 }),
  planMarkdown(plan, { subject: 'Merging this', addressOf: ({ file }) => file, footnotes: [] }),
  planHtml(plan, { subject: 'Applying this' }),
];

it.each([
  ['waits', 3_600_000],
  ['is deferred with --max-wait 0', 0],
])('a creation that %s explains how the quota is counted', (_, maxWaitMs) => {
  for (const text of shown(planOf(12, maxWaitMs)))
    expect(text.replace(/\s+/g, ' ').split(LEDGER_WORDS)).toHaveLength(2);
});

it('is not explained if all creations are possible immediately', () => {
  for (const text of shown(planOf(2, 0))) expect(text.replace(/\s+/g, ' ')).not.toContain(LEDGER_WORDS);
});
