import type { DiagnosticCode } from '../../model/diagnostic.ts';
import type { Path } from '../../model/json.ts';
import { onValue, type Problem } from '../problem.ts';

type Words = readonly [code: DiagnosticCode, message: string, hint: string];

/** A problem with a part of a text, which begins at a position of the text. */
export function inText(
  { path, text }: { readonly path: Path; readonly text: string },
  { part, index }: { readonly part: string; readonly index: number },
  words: Words,
): Problem {
  const nth = countBefore(text, part, index);
  return { ...onValue(path, ...words), section: null, part: { text: part, nth } };
}

export function countBefore(text: string, part: string, at: number): number {
  let count = 0;
  for (let here = text.indexOf(part); here !== -1 && here < at; here = text.indexOf(part, here + part.length))
    count++;
  return count;
}
