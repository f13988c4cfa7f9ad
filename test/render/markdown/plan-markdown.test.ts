import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import type { PlanMarkdownOptions } from '../../../src/render/markdown/plan-comment.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { planSaying } from '../../support/talking-plan.ts';
import { trouble } from '../../support/report/page-trouble.ts';
import { draws } from '../../support/draws.ts';

const OPTIONS: PlanMarkdownOptions = {
  subject: 'Merging this',
  addressOf: ({ file }) => `../blob/main/${file}`,
  footnotes: [],
};
const markdown = (plan: Plan) => planMarkdown(plan, OPTIONS);

const MARKS = '@ # ` | \\ < > & [ ] ( ) * _ ~ $ : ! - / . a 1'.split(' ').concat('\n', '\r', '\t', ' ');

describe('the text of campaigns', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('has no effect on the page: %s', (_, text) => {
    expect(trouble(markdown(planSaying(text)))).toEqual([]);
  });

  it('has no effect on the page, whatever it is', () => {
    const pieces = fc.constantFrom(...Object.values(HOSTILE_TEXTS), ...MARKS);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (texts) => {
        expect(trouble(markdown(planSaying(texts.join(''))))).toEqual([]);
      }),
      draws(150),
    );
  });

  it.each([
    ['a mention', '@octocat'],
    ['a reference', 'acme/shop#1'],
    ['markup', '<b>'],
    ['a comment', '<!-- x -->'],
    ['an address', 'https://evil.example'],
    ['a link', '[x](y)'],
    ['a cell', '| x | y |'],
    ['a block that does not end', '```diff'],
  ])('would be found: %s', (_, text) => {
    expect(trouble(`${markdown(planSaying('plain'))}\n${text}\n`)).not.toEqual([]);
  });
});
