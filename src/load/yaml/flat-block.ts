import { clip } from '../../model/show.ts';
import { isFieldName } from '../schema/field-names.ts';
import { LINE_CHARS, type ParserStop } from './error-lines.ts';
import { problemAt, type TextProblem } from './text-problem.ts';

// The lines of a text after `|` or `>` are deeper than its field. If HTML is pasted below the field without that, the text
// is empty, and the parser complains about a line of it.

/** How many lines above the error are examined. */
const LINES_ABOVE = 4;

/** A text after `|` or `>` whose first line isn't deeper than its field, near the place of an error. */
export function flatBlock({ text, at }: ParserStop): TextProblem | undefined {
  let begin = text.lastIndexOf('\n', at - 1) + 1;
  for (let count = 0; count < LINES_ABOVE && begin > 0; count += 1) {
    const above = text.lastIndexOf('\n', begin - 2) + 1;
    const [, blanks = '', name] =
      /^(\s*(?:- +)*)([a-z_]\w*): +[|>][-+\d]*\s*$/i.exec(text.slice(above, begin).slice(0, LINE_CHARS)) ??
      [];
    const [line = ''] = text.slice(begin, begin + LINE_CHARS).split('\n', 1);
    const spaces = line.search(/\S/);
    const [, field = ''] = /^\s*(?:- +)*([\w$]+) *:(?:\s|$)/.exec(line) ?? [];
    if (name !== undefined && spaces !== -1 && spaces <= blanks.length && !isFieldName(field)) {
      const message = `this is the text of ${clip(name)}, but it isn't indented more than ${clip(name)}`;
      const hint = `indent each line of the text by ${blanks.length + 2 - spaces} more spaces, or move it to a file of its own`;
      return problemAt(begin + spaces, 'E_YAML', message, hint);
    }
    begin = above;
  }
  return undefined;
}
