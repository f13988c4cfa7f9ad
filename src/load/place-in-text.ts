import type { Coded } from './check.ts';
import { placeOf, type SourceSpan } from './yaml/source.ts';

/** Finds places in a plain text. If places are requested in the order of the text, the text is read once. */
export function placesIn(text: string): (at: number, width: number) => SourceSpan {
  let line = 1;
  let start = 0;
  return (at, width) => {
    if (at < start) [line, start] = [1, 0];
    for (let end = text.indexOf('\n', start); end !== -1 && end < at; end = text.indexOf('\n', start)) {
      line += 1;
      start = end + 1;
    }
    return { line, column: at - start + 1, width };
  };
}

/** Text from one file, or one value, within a filled text. */
export interface TextPiece {
  /** Where it begins in the filled text. */
  readonly from: number;
  readonly file: string;
  /** The whole text of that file. */
  readonly text: string;
  /** Where it begins in that file; for a value, where its placeholder begins. */
  readonly at: number;
  /** For a value, the length of its placeholder; omitted for text that was copied unchanged. */
  readonly placeholder?: number;
}

/** A text from a `$file`, as it is sent. */
interface FiledText {
  readonly file: string;
  readonly text: string;
  /** Empty if the text is the file's text. */
  readonly pieces: readonly TextPiece[];
}

/** Where a part of a text was written: in the text file, in a snippet, or, for a value, at its placeholder. */
export function placeInText(filed: FiledText, part: Coded['part']): SourceSpan & { readonly file: string } {
  const at = part && placeOf(filed.text, part.text, part.nth);
  if (at === undefined) return { file: filed.file, line: 1, column: 1, width: 1 };
  const width = part?.text.length ?? 1;
  const piece = filed.pieces.findLast(({ from }) => from <= at);
  if (!piece) return { file: filed.file, ...placesIn(filed.text)(at, width) };
  const { file, text, placeholder } = piece;
  const offset = placeholder === undefined ? at - piece.from : 0;
  return { file, ...placesIn(text)(piece.at + offset, placeholder ?? width) };
}
