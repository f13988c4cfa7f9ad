import { isSource, parseSource } from '../load/yaml/source.ts';
import { splitMark } from '../model/text-start.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import { isJsonObject, isList, sameJson, type JsonValue } from '../model/json.ts';
import { commentsIn } from './style.ts';

interface Place {
  readonly at: number;
  readonly fix: Correction;
  /** What is replaced in the text. */
  readonly written: Correction;
  readonly one: Diagnostic;
}

/**
 * A text with the certain corrections of its diagnostics, each in its place: everything around it stays as it is. A place
 * whose text differs from the diagnostic is left alone. Undefined if nothing is corrected, or if the text would then say
 * anything else.
 */
export function corrected(
  whole: string,
  diagnostics: readonly Diagnostic[],
): { readonly text: string; readonly made: readonly Diagnostic[] } | undefined {
  const [mark, plain] = splitMark(whole);
  const places = placesOf(diagnostics, plain);
  // From the last place to the first, so that no correction moves another.
  const text = places.reduceRight(
    (before, { at, written: { was, put } }) => before.slice(0, at) + put + before.slice(at + was.length),
    plain,
  );
  if (places.length === 0 || !saysOnly(places, plain, text)) return undefined;
  return { text: mark + text, made: places.map(({ one }) => one) };
}

/** Where corrections are made, in order; the same place may have been reported for several workspaces. */
function placesOf(diagnostics: readonly Diagnostic[], text: string): readonly Place[] {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const places = diagnostics.flatMap((one): Place[] => {
    const at = (lines[one.line - 1] ?? text.length) + one.column - 1;
    const { fix } = one;
    const start = /["']/.test(text[at] ?? '') ? at + 1 : at;
    const written = fix && writtenAt(text.slice(start), fix);
    return written ? [{ at: start, fix, written, one }] : [];
  });
  return [...new Map(places.map((place) => [place.at, place])).values()].sort((a, b) => a.at - b.at);
}

/** The correction as it is written in a text: of a block that only ends in a line break, its sign says that it doesn't. */
function writtenAt(text: string, { was, put }: Correction): Correction | undefined {
  if (text.startsWith(was)) return { was, put };
  const [sign] = was === `${put}\n` ? (/^[|>](?=\s)/.exec(text) ?? []) : [];
  return sign === undefined ? undefined : { was: sign, put: `${sign}-` };
}

/** Whether a text has the comments and the words of another one, except that each correction was made once. */
function saysOnly(places: readonly Place[], before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => parseSource('', text));
  if (!was || !is || !isSource(was) || !isSource(is)) return false;
  const [words, others] = [wordsIn(was.value), wordsIn(is.value)];
  const made = words.flatMap((one, at) => (one === others[at] ? [] : [JSON.stringify([one, others[at]])]));
  const wanted = places.map(({ fix }) => JSON.stringify([fix.was, fix.put]));
  const isComplete = words.length === others.length && sameJson(made.sort(), wanted.sort());
  return isComplete && sameJson(commentsIn(before), commentsIn(after));
}

/** The names and values in a file, in order. */
function wordsIn(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value.flatMap(wordsIn);
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, member]) => [name, ...wordsIn(member)])
    : [value];
}
