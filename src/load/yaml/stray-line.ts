import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';
import { isFieldName } from '../schema/field-names.ts';
import { BODY_KEYS, OUR_KEYS } from '../top-level-names.ts';
import { LINE_CHARS, lineAt, lineBefore, valueOn, type ParserStop } from './error-lines.ts';
import { missingNames } from './lost-parent.ts';
import { quotedYaml } from './quoted.ts';
import { problemAt, type TextProblem } from './text-problem.ts';

// Lines that belong to something other than YAML: the rest of a merge conflict, a Markdown code block, comments of other
// languages, the dashes and colons of a word processor; and entries whose colon is missing or replaced.

type Words = readonly [message: string, hint: string];

/** A line of another language at the place of an error. */
export function strayLine({ text, at }: ParserStop): TextProblem | undefined {
  const line = lineAt({ text, at });
  const from = startOf(text, at) + line.search(/\S|$/);
  const written = line.trim();
  if (/^(?:<{7}|\|{7}|={7}|>{7})(?= |$)/.test(line)) {
    const message = 'this line is left over from a merge conflict';
    const hint = 'delete it, and keep only one version of the lines around it';
    return problemAt(from, 'E_MERGE_CONFLICT', message, hint);
  }
  const words = ofMarkdown(written) ?? ofComment(written) ?? ofBullet(written) ?? ofWideColon(written);
  return words && problemAt(from, 'E_YAML', ...words);
}

function startOf(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function ofMarkdown(line: string): Words | undefined {
  if (!/^`{3,}\w*$/.test(line)) return undefined;
  return [
    'this line belongs to a Markdown code block',
    'delete it, and the other line with ``` if there is one',
  ];
}

function ofComment(line: string): Words | undefined {
  const [, mark, comment = ''] = /^(\/\/|\/\*+|<!--|--(?= )|;)\s*(.*?)\s*(?:\*+\/|-->)?$/.exec(line) ?? [];
  if (mark === undefined) return undefined;
  return [`${mark} doesn't begin a comment here`, `write ${clip(`# ${comment}`.trim())}`];
}

/** Characters that stand for a hyphen or a bullet in a text, in place of the hyphen of a list. */
const BULLET = /^([‐-―−•·‣])\s*(\S.*)$/;

function ofBullet(line: string): Words | undefined {
  const [, mark, entry = ''] = BULLET.exec(line) ?? [];
  if (mark === undefined) return undefined;
  return [
    `this line begins with ${mark}, but an entry of a list begins with a hyphen`,
    `write ${clip(`- ${entry}`)}`,
  ];
}

/** The first entry of a list that was written with such characters; undefined if a text isn't such a list. */
export function bulletEntry(text: string): string | undefined {
  const [, , entry] = BULLET.exec(text.split('\n', 1)[0] ?? '') ?? [];
  const [first] = entry?.split(/\s[‐-―−•·‣]\s/) ?? [];
  return first;
}

const ENTRY = /^(\s*(?:- +)*)([a-z_$][\w$.-]*)/i;

function ofWideColon(line: string): Words | undefined {
  const [, dashes = '', name, value = ''] = /^((?:- +)*)([a-z_]\w*)\s*[：﹕︓∶]\s*(.*)$/i.exec(line) ?? [];
  if (name === undefined) return undefined;
  const entry = `${dashes}${name}: ${value}`.trim();
  return [`the colon after ${clip(name)} is a special character`, `write ${clip(entry)}`];
}

/** The parser's codes for a line that isn't an entry. */
const NO_ENTRY: readonly ParserStop['code'][] = ['MISSING_CHAR', 'MULTILINE_IMPLICIT_KEY'];

/** An entry without a colon, or with `=` in place of it; or two entries on one line. */
export function wrongEntry(place: ParserStop): TextProblem | undefined {
  const { code, text, at } = place;
  const begin = startOf(text, at);
  const line = lineAt(place);
  const from = begin + (ENTRY.exec(line)?.[1]?.length ?? 0);
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const two = twoEntries(line);
    return two && problemAt(from, 'E_YAML', ...two);
  }
  const above = lineBefore(place);
  const words = NO_ENTRY.includes(code)
    ? (withEquals(line) ??
      withoutDash(line, above) ??
      withoutColon(line, nextLine(text, at), above) ??
      missingEntry(place)?.words)
    : code === 'BAD_INDENT'
      ? withoutDash(line, above)
      : undefined;
  if (words) return problemAt(from, 'E_YAML', ...words);
  // The parser may complain about the line below a name without a colon.
  const lost = withoutColon(above, line);
  if (!lost || above.search(/\S/) >= line.search(/\S/)) return undefined;
  const start = startOf(text, text.slice(0, begin).trimEnd().length);
  return problemAt(start + above.search(/\S/), 'E_YAML', ...lost);
}

function withEquals(line: string): Words | undefined {
  const [, dashes = '', name = '', mark, value = ''] =
    /^\s*((?:- +)*)([a-z_]\w*)\s*(:?=>?|;)\s*(\S.*)$/i.exec(line) ?? [];
  if (mark === undefined || (mark === ';' && !isFieldName(name))) return undefined;
  return [
    `a colon is required after ${clip(name)}, not ${mark}`,
    `write ${clip(`${dashes}${name}: ${value}`)}`,
  ];
}

/** `spring`, right below `- promo` and at the column of its dash. */
function withoutDash(line: string, above: string): Words | undefined {
  const [, blanks, entry = ''] = /^( *)([^\s#:-][^:]*)$/.exec(line) ?? [];
  const [, column] = /^( *)- +[^:]+$/.exec(above) ?? [];
  if (blanks === undefined || blanks !== column) return undefined;
  const written = clip(entry.replace(/\s+#.*$/, ''));
  return [`the dash before ${written} is missing`, `write - ${written}`];
}

function withoutColon(line: string, below: string, above = ''): Words | undefined {
  const [, dashes = '', name = '', rest = ''] = /^\s*((?:- +)*)([a-z_]\w*)(?:\s+(\S.*))?$/.exec(line) ?? [];
  if (!isFieldName(name)) return undefined;
  const isTop = line.startsWith(name) && [...OUR_KEYS, ...BODY_KEYS].includes(name);
  const isAbove = rest === '' && below.search(/\S/) > line.search(/\S/);
  // A text that goes on in the next line may begin with a word that is also a name.
  const isBeside =
    /^\s*(?:- +)*[\w$.-]+: +\S/.test(above) && above.search(/\S/) === line.search(/\S/) && !/\s/.test(rest);
  if (!name.includes('_') && !isTop && !isAbove && !isBeside) return undefined;
  return colonAfter(name, `${dashes}${name}`, rest);
}

function colonAfter(written: string, name: string, value: string): Words {
  const entry = `${name}: ${/^(?:\{[{%]|[%@`])/.test(value) ? quotedYaml(value) : value}`.trim();
  return [`the colon after ${clip(written)} is missing`, `write ${clip(entry)}`];
}

/**
 * `titel Thanks {{ user.first_name }}`, right below an entry: its name is one that the map around it lacks, or almost.
 * If the text of both lines is several words, the line may just as well continue the one above.
 */
function missingEntry(place: ParserStop): { readonly words?: Words; readonly hint: string } | undefined {
  const line = lineAt(place);
  const [, blanks, written = '', rest = ''] = /^( *)([a-z_]\w*) +(\S.*)$/i.exec(line) ?? [];
  const above = lineBefore(place);
  const [, before] = /^((?: |- )*)[\w$.-]+: +\S/.exec(above) ?? [];
  if (blanks === undefined || blanks.length !== before?.length) return undefined;
  const spaces = blanks.length;
  const known = missingNames(place.text, { line: place.text.slice(0, place.at).split('\n').length, spaces });
  const name = nearest(written, known);
  if (name === undefined) return undefined;
  const value = valueOn(line.replace(written, `${written}:`)) ?? rest;
  const words = colonAfter(written, name, value);
  const isText = [value, valueOn(above) ?? ''].every(hasSeveralWords);
  return isText ? (name === written ? { hint: words[1] } : undefined) : { words, hint: words[1] };
}

/** Whether a text outside quotes has a space, except in template expressions. */
function hasSeveralWords(text: string): boolean {
  return !/^["'[{]/.test(text) && /\s/.test(text.replace(/\{\{.*?\}\}/g, '').trim());
}

/** `content_type: PROMOTIONAL, subscription_category: Offers`. */
function twoEntries(line: string): Words | undefined {
  const [, name = '', value = '', second = '', rest = ''] =
    /^\s*(?:- +)*([a-z_]\w*): +([^\s"'[{][^,]*?)\s*[,;] *([a-z_]\w*): +(\S.*)$/.exec(line) ?? [];
  const isCertain = second.includes('_') || !value.includes(' ');
  if (!isFieldName(name) || !isFieldName(second) || !isCertain) return undefined;
  return [
    `${name} and ${second} are on one line`,
    `write them on lines of their own, without the comma: ${clip(`${name}: ${value}`)}, and below it ${clip(`${second}: ${rest}`)}`,
  ];
}

/** The next line with content after the one at an offset. */
function nextLine(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  const [line = ''] =
    end === -1 ? [] : (/^[^\n]*\S[^\n]*$/m.exec(text.slice(end + 1, end + 1 + LINE_CHARS)) ?? []);
  return line;
}

/** A line that continues the text of the entry above it, but isn't deeper than that entry. */
export function continuedText(place: ParserStop): Words | undefined {
  if (!NO_ENTRY.includes(place.code)) return undefined;
  const above = lineBefore(place);
  const [, blanks = '', name] = /^(\s*(?:- +)*)([a-z_]\w*): +\S/i.exec(above) ?? [];
  const value = valueOn(above) ?? '';
  const line = lineAt(place);
  if (name === undefined || /^["'[{]/.test(value)) return undefined;
  const more = blanks.length + 2 - line.search(/\S/);
  if (more <= 0) return undefined;
  const missed = missingEntry(place);
  return [
    'this line does not have the form name: value',
    `${missed ? `${missed.hint}; or, ` : ''}if it continues the text of ${clip(name)}, indent it by ${more} more ${more === 1 ? 'space' : 'spaces'}`,
  ];
}
