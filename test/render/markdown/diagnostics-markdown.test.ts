import { describe, expect, it } from 'vitest';
import { code, say } from '../../../src/messages/phrase.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { COMMENT_LIMIT } from '../../../src/render/markdown/blocks.ts';
import { diagnosticsMarkdown } from '../../../src/render/markdown/diagnostics-markdown.ts';
import { phraseMarkdown, teamMarkdown } from '../../../src/render/markdown/escape-markdown.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';

type Code = Diagnostic['code'];
const found = (more: Partial<Diagnostic> = {}): Diagnostic => ({
  ...{ file: 'campaigns/a.yaml', line: 3, column: 5, code: 'E_FILTER_OPERATOR' },
  ...{ message: '"AND" is not a filter operator', hint: 'write "and"' },
  ...more,
});
const markdown = (diagnostics: readonly Diagnostic[], atMost = COMMENT_LIMIT.atMost) =>
  diagnosticsMarkdown(diagnostics, {
    headline: say`The campaign files have errors.`,
    addressOf: ({ file, line }) => `https://example.com/${file}#L${String(line)}`,
    limit: { ...COMMENT_LIMIT, atMost },
  });

describe('errors in files, on GitHub', () => {
  it('are a table with the place, the problem and what to do, errors before warnings', () => {
    const warning = found({ code: 'W_NO_EFFECT' as Code, line: 1 });
    const rows = markdown([warning, found()]).match(/^\|.*/gm)?.slice(2) ?? [];
    expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(['❌', '⚠️']);
    const link = '[campaigns/a.yaml:&#8203;3:5](https://example.com/campaigns/a.yaml#L3)';
    for (const part of [link, '`E_FILTER_OPERATOR`']) expect(rows.join('\n')).toContain(part);
  });

  it('fit into a limit by whole rows, with the number of rows that are left out', () => {
    const many = Array.from({ length: 500 }, (_, at) => found({ line: at + 1 }));
    const text = markdown(many, 5_000);
    const rows = text.split('\n').filter((line) => line.startsWith('| ❌')).length;
    expect(text.length).toBeLessThanOrEqual(5_000);
    expect(rows).toBeGreaterThan(5);
    expect(text).toContain(`Left out to save space: ${500 - rows} errors.`);
  });

  it('lose warnings before an error, and say which of them', () => {
    const warnings = Array.from({ length: 500 }, (_, at) =>
      found({ code: 'W_NO_EFFECT' as Code, line: at + 1 }),
    );
    const text = markdown([...warnings, found({ file: 'campaigns/zz-last.yaml' })], 5_000);
    expect(text.split('\n').find((line) => /^\| (?:❌|⚠️)/.test(line))).toContain('zz-last.yaml');
    const shown = text.split('\n').filter((line) => line.startsWith('| ⚠️')).length;
    expect(text).toContain(`Left out to save space: ${500 - shown} warnings.`);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('show the text of files literally: %s', (_, text) => {
    const page = markdown([found({ message: text, hint: text })]);
    expect(page).not.toMatch(/@(?!&#8203;)|<(?!br>)|\n\n\n/);
    const row = page.split('\n').filter((line) => line.startsWith('| ❌'));
    expect(row.map((line) => line.split('|').length)).toEqual([7]);
  });
});

it.each([
  ['is as it was written', 'See **the wiki**.', 'See **the wiki**.'],
  ['has no HTML', '<details><!-- x -->', '&lt;details>&lt;!-- x -->'],
  ['ends its blocks of code', 'Run\n```sh\nls', 'Run\n```sh\nls\n```'],
  ['ends them as they began', '~~~~\n~~~\na', '~~~~\n~~~\na\n~~~~'],
  ['has blocks of code that end', '```\na\n```\nb', '```\na\n```\nb'],
])("a team's note %s", (_, text, shown) => {
  expect(teamMarkdown(text)).toBe(shown);
});

it('adjacent texts never form an emoji or a link', () => {
  expect(phraseMarkdown(say`${code('a"b:red')}: c`)).not.toMatch(/:red:/);
});
