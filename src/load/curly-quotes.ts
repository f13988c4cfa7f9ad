import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { writtenAt, type Making } from './locate.ts';
import { keyOfPath } from './path-set.ts';
import type { Problem } from './problem.ts';
import { contentTexts } from './rules/content-texts.ts';
import { textsInBody } from './rules/rule.ts';
import { insideCurly, quoted } from './yaml/quoted.ts';

/** The longest text that a hint repeats, in characters. */
const SHOWN_CHARS = 60;

/**
 * Values in curly quotes alone, as a word processor writes them: YAML takes them for a part of the text. In straight
 * quotes they are meant, so the source text is checked, and not the value.
 */
export function inCurlyQuotes(body: JsonObject, making: Making, problems: readonly Problem[]): Diagnostic[] {
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
    const [bare, whole] =
      text.length > SHOWN_CHARS
        ? ['"…"', `'${text.charAt(0)}…${text.slice(-1)}'`]
        : [inside, text].map(quoted);
    return [
      {
        file: written.source.file,
        ...written.source.at(written.path),
        code: 'W_QUOTES',
        message,
        hint: `write straight quotes instead: ${bare ?? ''}; to keep the curly ones, put straight ones around them: ${whole ?? ''}`,
      },
    ];
  });
}
