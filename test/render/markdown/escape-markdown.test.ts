import { expect, it } from 'vitest';
import { phraseMarkdown, teamMarkdown } from '../../../src/render/markdown/escape-markdown.ts';
import { code, say } from '../../../src/messages/phrase.ts';

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
