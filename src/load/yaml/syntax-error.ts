import type { CST, Document, ErrorCode } from 'yaml';
import { conflictMarker, UNRESOLVED_CONFLICT } from '../merge-conflict.ts';
import { includedFile, referenceIn, referenceInText } from '../reference-spelling.ts';
import { strayWithWords } from '../stray-reference.ts';
import { clip } from '../../model/show.ts';
import { commentAt } from './foreign-comment.ts';
import { flatBlock } from './flat-block.ts';
import { hiddenByComment } from './hidden-by-comment.ts';
import { LINES_AT_MOST, misindented, misindentedHint, misindentedMessage } from './indentation.ts';
import { LINE_CHARS, lineAt, lineBefore, valueOn, type ParserStop } from './error-lines.ts';
import { lostParent } from './lost-parent.ts';
import { missingComma } from './missing-comma.ts';
import { pastedHtml } from './pasted-html.ts';
import { quoteInside } from './quote-inside.ts';
import { foreignOperator, putInQuotes } from './quoted.ts';
import { continuedText, strayLine, wrongEntry } from './stray-line.ts';
import { problemAt, type TextProblem } from './text-problem.ts';
import { unclosedBracket, unclosedQuote } from './unclosed.ts';
import { TAB, wrongBlank } from './wrong-blank.ts';
import { dashOfVariable } from './wrong-dash.ts';

// Why a text is not valid YAML, in the words of somebody who reads the file. The parser names the place where it could
// not continue, which is often after the mistake.

type Words = readonly [message: string, hint: string];

const SECOND_COLON: Words = ['there is a second ": " on this line', 'put the text in quotes'];

/** What the parser's reasons mean, and what to do; all others are passed through unchanged. */
const SYNTAX: Partial<Readonly<Record<ErrorCode, Words>>> = {
  TAB_AS_INDENT: TAB,
  BAD_INDENT: [
    'this line needs as many spaces at its start as the lines around it',
    'indent it like the lines that it belongs with',
  ],
  MISSING_CHAR: ['a quote, a bracket or a comma is missing here', 'look above for one that is never closed'],
  BLOCK_AS_IMPLICIT_KEY: SECOND_COLON,
  MULTILINE_IMPLICIT_KEY: [
    'this line does not have the form name: value',
    'write it in that form, or begin it with # if it is a comment',
  ],
  BLOCK_IN_FLOW: SECOND_COLON,
  BAD_SCALAR_START: ["text can't begin like this", 'put it in quotes'],
  BAD_ALIAS: ['* and & mark repeated parts', 'put the text in quotes; for a list, put - before each entry'],
  BAD_DQ_ESCAPE: ['a backslash in double quotes must be written twice', 'write \\\\, or use single quotes'],
};

/** How much of the parser's reason a message shows, in characters. */
const WHY_CHARS = 120;

/** What could not be parsed. */
interface Unparsed {
  readonly text: string;
  readonly tokens: readonly CST.Token[];
}

/** Only the first error, because most others follow from it. */
export function syntaxError(
  { errors: [error] }: Document.Parsed,
  { text, tokens }: Unparsed,
): TextProblem | undefined {
  if (!error) return undefined;
  const conflict = conflictMarker(text);
  if (conflict) return problemAt(conflict.at, ...UNRESOLVED_CONFLICT);
  const [from, to] = error.pos;
  const place: ParserStop = { code: error.code, text, at: from };
  const blank = wrongBlank(text, from);
  if (blank) return blank;
  const stray = pastedHtml(place) ?? strayLine(place);
  if (stray) return stray;
  const begun = listAsText(place);
  const elsewhere = begun ? undefined : mistakeElsewhere(tokens, place);
  if (elsewhere) return elsewhere;
  // Some messages repeat text from the file, however long it is.
  const [why = ''] = error.message.split('\n');
  const [message, hint] = begun ??
    afterQuotes(place) ??
    continuedComment(place) ??
    likelyMistake(place) ??
    continuedText(place) ??
    SYNTAX[error.code] ?? [
      `this is not valid YAML:  ${why.slice(0, WHY_CHARS).replace(/(?:[.:]|\p{Surrogate})$/u, '')}`,
      'check the indentation, the quotes and the colons around here',
    ];
  return { from, to, code: 'E_YAML', message, hint };
}

/** The parser's codes for a line that begins at the wrong column. */
const INDENTATION: readonly ErrorCode[] = [
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTILINE_IMPLICIT_KEY',
  'MISSING_CHAR',
  'UNEXPECTED_TOKEN',
];

/** A mistake that the parser noticed only after its place. */
function mistakeElsewhere(tokens: readonly CST.Token[], place: ParserStop): TextProblem | undefined {
  return (
    flatBlock(place) ??
    hiddenByComment(tokens, place.at) ??
    quoteInside(place) ??
    unclosedQuote(tokens, place) ??
    unclosedBracket(tokens, place) ??
    missingComma(tokens, place) ??
    joinedDash(place) ??
    joinedColon(place) ??
    wrongEntry(place) ??
    indentationProblem(place)
  );
}

/** `-name: Gold`, on this line or on the one before: a key that begins with a dash, in place of an entry of a list. */
function joinedDash({ code, text, at }: ParserStop): TextProblem | undefined {
  if (!INDENTATION.includes(code)) return undefined;
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const above = text.slice(0, begin).trimEnd();
  for (const start of [begin, above.lastIndexOf('\n') + 1]) {
    const [, blanks = '', entry] =
      /^( *)-([\w$.][\w$.-]*:(?: .*)?)$/m.exec(lineAt({ text, at: start + 1 })) ?? [];
    if (entry === undefined) continue;
    return problemAt(start + blanks.length, 'E_YAML', ...afterDash(entry));
  }
  return undefined;
}

/** `utm_medium:push`, where the parser sees a text without a key. */
function joinedColon({ code, text, at }: ParserStop): TextProblem | undefined {
  const line = lineAt({ text, at });
  const [, blanks = '', name, value = ''] = /^(\s*(?:- +)*)([a-z_]\w*):([^ \t/].*)$/i.exec(line) ?? [];
  if (!['MISSING_CHAR', 'MULTILINE_IMPLICIT_KEY'].includes(code) || name === undefined) return undefined;
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  return problemAt(
    begin + blanks.length,
    'E_YAML',
    ...afterColon(`${name}: ${value.trim().replace(/\s+#.*$/, '')}`),
  );
}

/** A line that is indented differently from its neighbors, if it is at or next to an offset. */
function indentationProblem({ code, text, at }: ParserStop): TextProblem | undefined {
  const reported = text.slice(0, at).split('\n').length;
  const dash = INDENTATION.includes(code) ? dashOfVariable(text, reported, LINES_AT_MOST) : undefined;
  if (dash) {
    const message = 'vars must be a map, but this line begins a list';
    const hint = `remove the "- " before ${clip(dash.name)}`;
    return problemAt(offsetOf(text, dash), 'E_YAML', message, hint);
  }
  const found = INDENTATION.includes(code) ? misindented(text) : undefined;
  if (!found) return undefined;
  const { line, spaces, noticed } = found;
  if ([line, noticed].every((one) => Math.abs(reported - one) > 1)) return undefined;
  const lost = lostParent(text, noticed, LINES_AT_MOST);
  if (lost) return problemAt(offsetOf(text, lost), 'E_YAML', lost.message, lost.hint);
  const from = offsetOf(text, { line, spaces });
  const words = [misindentedMessage(found), misindentedHint(found)] as const;
  return { ...problemAt(from, 'E_YAML', ...words), to: from + 1 };
}

function offsetOf(
  text: string,
  { line, spaces }: { readonly line: number; readonly spaces: number },
): number {
  return text.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0) + spaces;
}

/** `subject: - 20% today`: a dash and a space begin a list, which needs a line of its own. */
function listAsText(place: ParserStop): Words | undefined {
  const { code, text, at } = place;
  if (code !== 'UNEXPECTED_TOKEN' || !/^-\s/.test(text.slice(at, at + 2))) return undefined;
  const value = valueOn(lineAt(place));
  if (!value?.startsWith('- ')) return undefined;
  return [
    'text can\'t begin with "- ", which begins a list',
    `${putInQuotes(value)}; for a list, write each entry on a line of its own`,
  ];
}

/** A text that begins in quotes or brackets but goes on after them. */
function afterQuotes(place: ParserStop): Words | undefined {
  const { code, text, at } = place;
  if (code !== 'UNEXPECTED_TOKEN' && code !== 'BAD_INDENT') return undefined;
  const before = text.slice(Math.max(0, at - LINE_CHARS), at).trimEnd();
  const [mark = ''] = before.slice(-1);
  const isBelow = code === 'BAD_INDENT';
  if (!/["'\]}]/.test(mark) || (isBelow && !/^\s+[^\s#-]/.test(lineAt(place)))) return undefined;
  const what = /["']/.test(mark) ? 'quote' : 'bracket';
  const value = isBelow ? undefined : valueOn(lineAt(place));
  if (/^,\s*(?:#|$)/.test(text.slice(at, at + LINE_CHARS).split('\n', 1)[0] ?? ''))
    return [`a comma follows the closing ${what}`, 'remove the comma'];
  const comment = isBelow ? undefined : commentAt(text.slice(at, at + LINE_CHARS).split('\n', 1)[0] ?? '');
  if (comment) return [comment.message, comment.advice];
  const part = isBelow ? undefined : partOfText(place);
  if (part) return part;
  if (isBelow && /\{ *\$(?:file|var)\b[^{}\n]*\}$/.test(before))
    return ['text follows a reference', 'remove it: the reference stands for the whole text'];
  const isWhole = value !== undefined && /^["'[{]/.test(value);
  return [`text follows the closing ${what}`, isWhole ? putInQuotes(value) : 'put the whole text in quotes'];
}

/** A text that a comment on the line before has ended. */
function continuedComment(place: ParserStop): Words | undefined {
  const above = lineBefore(place);
  const [, before = '', comment] = /^(.*?\s)(#.*)$/.exec(above) ?? [];
  const rest = lineAt(place).trim();
  const isText = before.trim() === '' || !/^(?:- |[^\s:]+:(?:\s|$))/.test(rest);
  if (place.code !== 'BAD_INDENT' || comment === undefined || !isText) return undefined;
  return [
    `the text ends before ${clip(comment)}, which is a comment in YAML`,
    'put the whole text in quotes',
  ];
}

/** `$file` or `$var` outside quotes, and a reference that is written correctly. */
const LOOSE_REFERENCE = /^[^"'#]*\$(?:file|var)\b/i;
const WHOLE_REFERENCE = /(?:^|[^{])\{\s*\$(?:file|var):\s[^{}]*\}(?!\})/;

const EXPRESSION_FIRST = 'text that begins with {{ needs quotes';

/** `Team { $var: sender }`, without quotes; or `{ $file: ./a.html }, with: { … }`. */
function partOfText(place: ParserStop): Words | undefined {
  const line = lineAt(place);
  const [, field = ''] = /^\s*(?:- +)*([\w$.-]+) *:\s/.exec(line) ?? [];
  const value = valueOn(line) ?? '';
  const [, file] = /^\{\s*\$file:\s+([^\s{},]+)\s*\}\s*,?\s*with:(?:\s|$)/.exec(value) ?? [];
  if (file !== undefined && field !== '') return strayWithWords(field, file);
  const inside = /^(?:[^\s"'[{]|\{+\s*\$)/.test(value) ? referenceInText(value, field) : undefined;
  return inside && [`${clip(inside.part)} can't be part of other text`, inside.hint];
}

/** The most common mistakes that make a file invalid YAML, by the line around an offset. */
function likelyMistake(place: ParserStop): Words | undefined {
  const line = lineAt(place);
  const value = valueOn(line) ?? '';
  const part = partOfText(place);
  if (part) return part;
  const reference = WHOLE_REFERENCE.test(line) || !LOOSE_REFERENCE.test(line) ? undefined : referenceIn(line);
  if (reference !== undefined) {
    return ['a reference needs exactly one pair of braces around it', `write ${reference}`];
  }
  const [begin] = /^(?:\{%|\? |& )/.exec(value) ?? [];
  if (begin !== undefined) return [`text that begins with ${begin.trim()} needs quotes`, putInQuotes(value)];
  if (value.startsWith('{{')) return [EXPRESSION_FIRST, putInQuotes(expressionIn(value))];
  if (/^[{[](?:[^"'#]*[:,[{-]\s+)?\{\{/.test(value))
    return [EXPRESSION_FIRST, 'write "{{ … }}", including the quotes'];
  if (place.code === 'BLOCK_AS_IMPLICIT_KEY' && /^[^[{].*:\s/.test(value))
    return [SECOND_COLON[0], putInQuotes(value)];
  const [, entry] = /^\s*-([^\s-].*)$/.exec(line) ?? [];
  if (entry !== undefined) return afterDash(entry);
  const [mark] = /^[*&!|>%@`]/.exec(value) ?? [];
  const file = includedFile(value);
  if (file !== undefined)
    return [`a value can't begin with ${value.slice(0, 1)}`, `write { $file: ${clip(file)} }`];
  if (mark !== undefined && place.code !== 'BAD_ALIAS')
    return foreignOperator(value) ?? [`text that begins with ${mark} needs quotes`, putInQuotes(value)];
  return undefined;
}

function afterColon(entry: string): Words {
  return ['a space is missing after the colon', `write ${clip(entry)}`];
}

function afterDash(entry: string): Words {
  return ['a space is missing after the dash', `put a space after each dash: "- ${clip(entry)}"`];
}

/** A template expression at the beginning of a line, without the comma or the bracket after it. */
function expressionIn(value: string): string {
  return /^(\{\{.*\}\})[\s,\]}]*$/.exec(value)?.[1] ?? value;
}
