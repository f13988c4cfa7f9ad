import { problemAt, type TextProblem } from './text-problem.ts';

// YAML is indented with spaces only. A tab is an error. A no-break space, which text copied from a web page or a chat
// contains, is a part of the text after it, so the parser complains about something else.

/** How much of a line is examined, in characters. */
const BLANKS_AT_MOST = 500;

/** The first character among the blanks at the start of a text that isn't a space, in words; undefined if there is none. */
export function wrongBlankIn(text: string): { readonly at: number; readonly words: Words } | undefined {
  const [blanks = ''] = /^[\t\p{Zs}]*/u.exec(text.slice(0, BLANKS_AT_MOST)) ?? [];
  const at = blanks.search(/[^ ]/);
  const character = blanks[at];
  if (character === undefined) return undefined;
  return { at, words: character === '\t' ? TAB : notASpace(character) };
}

/** A tab or a special space in the indentation of the line at an offset. */
export function wrongBlank(text: string, at: number): TextProblem | undefined {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const found = wrongBlankIn(text.slice(begin, begin + BLANKS_AT_MOST));
  return found && problemAt(begin + found.at, 'E_YAML', ...found.words);
}

type Words = readonly [message: string, hint: string];

export const TAB: Words = ['there is a tab where spaces are required', 'indent with two spaces per level'];

function notASpace(character: string): Words {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const name = code === '00A0' ? 'a no-break space' : `a special space (U+${code})`;
  return [
    `there is ${name} where a normal space is required`,
    'delete the blanks before the text, and type spaces',
  ];
}
