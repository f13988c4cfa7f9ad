import type { Span } from '../../messages/phrase.ts';

/** Text with words that lead to a page. A terminal shows them as links. */
export type LinkedText = readonly Extract<Span, { readonly kind: 'text' | 'link' }>[];

/** A line whose words at an offset lead to a page. Words that don't fit there lead nowhere, and neither do others. */
export function linkedLine(
  line: string,
  {
    at,
    words,
    address,
  }: { readonly at: number; readonly words: string; readonly address: string | undefined },
): LinkedText {
  if (address === undefined || !line.startsWith(words, at)) return textLines([line]);
  return [
    { kind: 'text', text: line.slice(0, at) },
    { kind: 'link', text: words, address },
    { kind: 'text', text: `${line.slice(at + words.length)}\n` },
  ];
}

/** Lines without links. */
export function textLines(lines: readonly string[]): LinkedText {
  return lines.map((line) => ({ kind: 'text', text: `${line}\n` }));
}
