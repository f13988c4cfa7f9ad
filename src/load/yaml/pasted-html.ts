import { READ_BY_PEOPLE } from '../rules/content-texts.ts';
import { isFieldName } from '../schema/field-names.ts';
import { LINE_CHARS, type ParserStop } from './error-lines.ts';
import { problemAt, type TextProblem } from './text-problem.ts';

// HTML of several lines that was pasted behind the name of a field, without `|`. To the parser it is a text that ends where
// a line isn't deeper than the field, or a map if a line has a colon.

/** How many lines above the place of an error are examined. */
const LINES_ABOVE = 60;

const HTML = /^["']?<(?:[a-z/]|!(?:doctype|--))/i;

/** Such HTML, at its first line. */
export function pastedHtml({ text, at }: ParserStop): TextProblem | undefined {
  const stopped = text.lastIndexOf('\n', at - 1) + 1;
  let begin = stopped;
  for (let count = 0; count <= LINES_ABOVE; count += 1) {
    const line = lineFrom(text, begin);
    const [, before = '', blanks = '', name = '', value = ''] =
      /^(( *)(?:- +)*([a-z_]\w*): *)(.*)$/.exec(line) ?? [];
    if (isFieldName(name)) {
      const below = /\S/.exec(text.slice(begin + line.length, begin + line.length + LINE_CHARS));
      const next = begin + line.length + (below?.index ?? 0);
      const first = value === '' ? next : begin + before.length;
      const isHtml = HTML.test(text.slice(first, first + 12)) && HTML.test(text.slice(next, next + 12));
      const last = lineFrom(text, stopped);
      const isOfText = begin === stopped || HTML.test(last.trim()) || last.search(/\S/) > blanks.length;
      const isText = READ_BY_PEOPLE.includes(name) && isHtml && isOfText;
      return isText ? problemAt(first, 'E_YAML', ...wordsFor(name)) : undefined;
    }
    if (begin === 0) return undefined;
    begin = text.lastIndexOf('\n', begin - 2) + 1;
  }
  return undefined;
}

function lineFrom(text: string, begin: number): string {
  return (
    text
      .slice(begin, begin + LINE_CHARS)
      .split('\n', 1)[0]
      ?.trimEnd() ?? ''
  );
}

function wordsFor(name: string): readonly [message: string, hint: string] {
  return [
    `the text of ${name} has several lines, but no | before them`,
    `put the HTML into a file, and write ${name}: { $file: ./body.html }; or write ${name}: | with the HTML below it, each line indented by 2 more spaces than ${name}`,
  ];
}
