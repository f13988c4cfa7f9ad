import type { Diagnostic } from '../model/diagnostic.ts';
import { type JsonObject, isJsonObject, isList, type JsonValue, type Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { writtenAt, type Making } from './locate.ts';
import { contentTexts, labels } from './rules/content-texts.ts';
import { keyOfPath } from './path-set.ts';
import type { Problem } from './problem.ts';
import { putInQuotes, insideCurly, quotedYaml } from './yaml/quoted.ts';
import { placeholdersIn } from './fill-text.ts';
import { countBefore } from './rules/in-text.ts';
import { FINDINGS_AT_MOST, textsInBody } from './rules/rule.ts';

/** Findings that the values alone don't show: they depend on how, or where, a value is written. */
export function asWritten(body: JsonObject, making: Making, problems: readonly Problem[]): Diagnostic[] {
  return [
    ...lostToComments(body, making, problems),
    ...lostToAnchors(body, making),
    ...dottedThousands(body, making),
    ...inlinePlaceholders(body, making),
    ...inCurlyQuotes(body, making, problems),
    ...escapedQuotes(body, making),
  ];
}

/**
 * Texts that end where a comment begins: `You are our #1 customer` would be sent as `You are our`. After a name or a
 * code, `# …` is a comment, and `#2` may be its end.
 */
function lostToComments(body: JsonObject, making: Making, problems: readonly Problem[]): Diagnostic[] {
  const paths = new Set(
    problems.flatMap(({ code, path }) => (code === 'E_REFERENCE' ? [keyOfPath(path)] : [])),
  );
  return [
    ...contentTexts(body).map((one) => ({ ...one, isLabel: false })),
    ...labels(body).map((one) => ({ ...one, isLabel: true })),
  ].flatMap(({ path, text, isLabel }) => {
    const written = writtenAt(path, making);
    const comment = written?.source.commentAfter(written.path);
    // Behind the path of a file, a comment is a comment.
    if (!written || !comment || paths.has(keyOfPath(path)) || (isLabel && /^#(?:\s|$)/.test(comment.text)))
      return [];
    const { text: lost, isBelow, ...span } = comment;
    const otherwise = isBelow ? 'write a space after the #' : 'put it on a line of its own';
    const message = `the text ends before ${clip(lost)}, which is a comment in YAML`;
    const hint = `${putInQuotes(`${text} ${lost}`)}; to keep the comment, ${otherwise}`;
    return [{ file: written.source.file, ...span, code: 'W_UNQUOTED', message, hint }];
  });
}

/** `5.000`, which is five thousand in many countries and the number 5 in YAML. */
function dottedThousands(body: JsonObject, making: Making): Diagnostic[] {
  return numbersIn(body, []).flatMap(({ path, number }) => {
    const written = writtenAt(path, making);
    const text = written?.source.written(written.path) ?? '';
    if (!written || !/^[+-]?\d{1,3}\.000$/.test(text)) return [];
    const message = `${text} is the number ${number}`;
    const hint = `for thousands, write ${text.replace('.', '')}; otherwise, write ${number}`;
    return [
      { file: written.source.file, ...written.source.at(written.path), code: 'W_RANGE', message, hint },
    ];
  });
}

function numbersIn(value: JsonValue, path: Path): { readonly path: Path; readonly number: number }[] {
  if (typeof value === 'number') return [{ path, number: value }];
  if (isList(value)) return value.flatMap((item, index) => numbersIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => numbersIn(member, [...path, name]));
}

/**
 * Texts that lost their first word: `subject: &more for you` is the text `for you` with the anchor `more`. If an alias
 * uses the anchor, it is meant.
 */
function lostToAnchors(body: JsonObject, making: Making): Diagnostic[] {
  return [...contentTexts(body), ...labels(body)].flatMap(({ path, text }) => {
    const written = writtenAt(path, making);
    const found = written?.source.unusedAnchorAt(written.path);
    if (!written || !found) return [];
    const { anchor, ...span } = found;
    const message = `text that begins with & needs quotes: without them, ${clip(anchor)} is not part of it`;
    const hint = putInQuotes(`${anchor} ${text}`);
    return [{ file: written.source.file, ...span, code: 'W_UNQUOTED', message, hint }];
  });
}

/** `[[first_name]]` in a text of the campaign file itself: only the texts of files have placeholders. */
function inlinePlaceholders(body: JsonObject, making: Making): Diagnostic[] {
  return contentTexts(body).flatMap(({ path, text }) => {
    const marks = placeholdersIn(text).slice(0, FINDINGS_AT_MOST);
    const written = marks.length > 0 ? writtenAt(path, making) : undefined;
    if (!written) return [];
    const { source, path: at } = written;
    return marks.map(({ mark, name, index }): Diagnostic => {
      const value = valueOf(mark, making);
      const ofUser =
        name === undefined ? '' : `for an attribute of the user, write {{ user.${clip(name)} }}; `;
      const meant = value === undefined ? ofUser : `write its value here: ${clip(value)}; `;
      return {
        file: source.file,
        ...source.partAt(at, mark, countBefore(text, mark, index)),
        code: 'W_PLACEHOLDER',
        message: `${clip(mark)} would be sent literally`,
        hint: `${meant}placeholders in [[ ]] are filled only in a text that is read with $file`,
      };
    });
  });
}

/** The value that a text of the campaign has in place of a placeholder. */
function valueOf(mark: string, { origins }: Making): string | undefined {
  for (const origin of origins.filter((one) => one.kind === 'file')) {
    const nth = origin.pieces.findIndex(
      ({ text, at, placeholder }) => text.slice(at, at + (placeholder ?? 0)) === mark,
    );
    if (nth !== -1) return origin.text.slice(origin.pieces[nth]?.from, origin.pieces[nth + 1]?.from);
  }
  return undefined;
}

/** `\"Hello\"`: without quotes around it, backslashes are part of a text. */
function escapedQuotes(body: JsonObject, making: Making): Diagnostic[] {
  return textsInBody(body).flatMap(({ path, text }) => {
    const written = /^\\["']/.test(text) ? writtenAt(path, making) : undefined;
    if (!written?.source.isUnquoted(written.path)) return [];
    const message = 'the backslashes are part of this text';
    const { source, path: at } = written;
    return [{ file: source.file, ...source.at(at), code: 'W_UNQUOTED', message, hint: 'remove them' }];
  });
}

/** The longest text that a hint repeats, in characters. */
const SHOWN_CHARS = 60;

/**
 * Values in curly quotes alone, as a word processor writes them: YAML takes them for a part of the text. In straight
 * quotes they are meant.
 */
function inCurlyQuotes(body: JsonObject, making: Making, problems: readonly Problem[]): Diagnostic[] {
  const reported = new Set(problems.map(({ path }) => keyOfPath(path)));
  const sent = new Set(contentTexts(body).map(({ path }) => keyOfPath(path)));
  return textsInBody(body).flatMap(({ path, text }) => {
    const inside = insideCurly(text);
    const written = inside === undefined ? undefined : writtenAt(path, making);
    const place = keyOfPath(path);
    if (inside === undefined || !written?.source.isUnquoted(written.path) || reported.has(place)) return [];
    const message = sent.has(place)
      ? 'the curly quotes are part of this text and will be sent with it'
      : 'the curly quotes are part of this value';
    const isLong = text.length > SHOWN_CHARS;
    const bare = isLong ? '"…"' : quotedYaml(inside);
    const whole = isLong ? `'${text.charAt(0)}…${text.slice(-1)}'` : quotedYaml(text);
    const hint = `write straight quotes instead: ${bare}; to keep the curly ones, put straight ones around them: ${whole}`;
    return [
      { file: written.source.file, ...written.source.at(written.path), code: 'W_UNQUOTED', message, hint },
    ];
  });
}
