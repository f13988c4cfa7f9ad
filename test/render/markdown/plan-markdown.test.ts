import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { planBlocks, type PlanMarkdownOptions } from '../../../src/render/markdown/plan-comment.ts';
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

describe('the parts', () => {
  const blocks = planBlocks(planSaying('text'), OPTIONS);

  it('form the whole text', () => {
    const whole = markdown(planSaying('text'));
    expect(whole).toMatch(/<sub>[^<]*<\/sub>\n$/);
    expect(blocks.map(({ text }) => text).join('')).toBe(whole.replace(/\n<sub>.*\n$/, ''));
  });

  it('name the campaign that they describe, and the most important ones are never dropped', () => {
    const printed = blocks.map(({ kind, keys, priority }) => `${priority} ${kind} ${keys.join()}`.trimEnd());
    expect(printed).toEqual([
      '0 frame',
      '0 frame',
      '1 attention',
      '1 attention held',
      '3 change',
      '3 change created',
      '3 change edited',
      '5 attention-details held',
      '6 change-details edited',
      '4 note',
      '4 note noted',
      '0 frame',
    ]);
  });

  it('are still valid Markdown if details are dropped', () => {
    const kept = blocks.filter(({ kind }) => !kind.endsWith('-details')).map(({ text }) => text);
    expect(trouble(kept.join(''))).toEqual([]);
    expect(kept.join('')).not.toContain('<details>');
  });
});
