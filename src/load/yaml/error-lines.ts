import type { ErrorCode } from 'yaml';

// The lines around the place where the parser stopped.

/** Where the parser stopped, and its reason. */
export interface ParserStop {
  readonly code: ErrorCode;
  readonly text: string;
  readonly at: number;
}

/** How much of a line is examined, in characters. */
export const LINE_CHARS = 500;

export function lineAt({ text, at }: Pick<ParserStop, 'text' | 'at'>): string {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text
    .slice(begin, end === -1 ? undefined : end)
    .slice(0, LINE_CHARS)
    .trimEnd();
}

/** The last line with content before the one at an offset. */
export function lineBefore({ text, at }: Pick<ParserStop, 'text' | 'at'>): string {
  const before = text.slice(0, text.lastIndexOf('\n', at - 1) + 1).trimEnd();
  return before.slice(before.lastIndexOf('\n') + 1).slice(0, LINE_CHARS);
}

/** The value on a line of block style, without a comment. */
export function valueOn(line: string): string | undefined {
  const [, value] = /^\s*(?:- +)*(?:(?:[\w$.-]+|"[^"]*"|'[^']*') *: +)?(\S.*)$/.exec(line) ?? [];
  return value?.replace(/\s+#(?:\s.*)?$/, '');
}
