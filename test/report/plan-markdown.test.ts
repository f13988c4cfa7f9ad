import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { planBlocks, planMarkdown, type MarkdownOptions } from '../../src/report/plan-markdown.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { planSaying } from '../support/talking-plan.ts';

const OPTIONS: MarkdownOptions = {
  subject: 'Merging this',
  addressOf: ({ file }) => `../blob/main/${file}`,
  footnotes: [],
};
const markdown = (plan: Plan) => planMarkdown(plan, OPTIONS);

const MARKS = '@ # ` | \\ < > & [ ] ( ) * _ ~ $ : ! - / . a 1'.split(' ').concat('\n', '\r', '\t', ' ');

describe('what campaigns say', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('does nothing on the page: %s', (_, text) => {
    expect(trouble(markdown(planSaying(text)))).toEqual([]);
  });

  it('does nothing on the page, whatever it is', () => {
    const pieces = fc.constantFrom(...Object.values(HOSTILE_TEXTS), ...MARKS);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (texts) => {
        expect(trouble(markdown(planSaying(texts.join(''))))).toEqual([]);
      }),
      { numRuns: 300 },
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

  it('are the whole', () => {
    expect(blocks.map(({ text }) => text).join('')).toBe(markdown(planSaying('text')));
  });

  it('name the campaign whose detail they are, the most needed never dropped', () => {
    const told = blocks.map(({ kind, key, priority }) => `${priority} ${kind} ${key ?? ''}`.trimEnd());
    expect(told).toEqual([
      '0 frame',
      '0 frame',
      '1 attention',
      '1 attention held',
      '2 change',
      '2 change created',
      '2 change edited',
      '3 attention-detail held',
      '4 change-detail edited',
      '5 note',
      '5 note noted',
      '0 frame',
      '0 frame',
    ]);
  });

  it('leave good Markdown behind when detail is dropped', () => {
    const kept = blocks.filter(({ priority }) => priority < 3).map(({ text }) => text);
    expect(trouble(kept.join(''))).toEqual([]);
    expect(kept.join('')).not.toContain('<details>');
  });
});

/** What a page would do with a text, other than show it. */
function trouble(text: string): string[] {
  const { outside, open } = withoutFences(text);
  const page = outside.join('\n');
  return [
    ...(open ? ['a block of code that does not end'] : []),
    ...(count(page, '<details>') === count(page, '</details>') ? [] : ['details that do not end']),
    ...found(text, /(?![\n\t])\p{Cc}|\p{Cs}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu),
    ...found(page, /<(?!\/?(?:details|summary|sub)>|br>)/g),
    ...found(page, /@(?!&#8203;)|#(?=\d)(?<!&#)|\bgh(?:sa)?-(?=\w)/gi),
    ...found(page, /:\/\/|\bwww\.|(?<!\d):[\w+-]+:/gi),
    ...found(page, /\](?!\(\.\.\/blob\/main\/[\w./-]+\))|(?<!\| )\[/g),
    ...found(page, /&(?!#\d+;)|[*]{3}|~|\\(?!u[0-9a-f]{4})|\$|\{/g),
    ...outside.flatMap(rowTrouble),
  ];
}

/** Every line of a table has as many cells as its place in it says. */
function rowTrouble(line: string): string[] {
  const cells = line.split('|').length - 1;
  return line.includes('|') && !(/^\|.*\|$/.test(line) && (cells === 5 || cells === 6)) ? [line] : [];
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 20), index + 20));
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The lines outside of blocks of code; CommonMark: a fence ends at one at least as long, indented by at most 3. */
function withoutFences(text: string): { outside: string[]; open: boolean } {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined) {
      if (run === '') outside.push(line);
      else fence = run;
    } else if (run.startsWith(fence) && rest.trim() === '') fence = undefined;
  }
  return { outside, open: fence !== undefined };
}
