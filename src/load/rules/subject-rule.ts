import type { Rule } from '../check.ts';
import { contentTexts } from './content-texts.ts';

/** A line break inside a subject; at its end, one comes from the way it is written in YAML. */
export const subjectIsOneLine: Rule = {
  code: 'SUBJECT',
  check: ({ body }) =>
    contentTexts(body)
      .filter(({ path, text }) => path.at(-1) === 'subject' && /\S\s*\n\s*\S/.test(text))
      // Around the tags of a condition, lines are not what is sent.
      .filter(({ text }) => !text.includes('{%'))
      .map(({ path }) => ({ path, params: {} })),
};
