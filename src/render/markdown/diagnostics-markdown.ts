import type { Phrase } from '../../messages/phrase.ts';
import { inOrder, severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { fitBlocks, footnoteLine, frame, tableHead, tableLine, type PageOptions } from './blocks.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';

interface DiagnosticsOptions
  extends Pick<PageOptions, 'addressOf' | 'limit'>, Partial<Pick<PageOptions, 'footnotes'>> {
  /** A sentence above the table. */
  readonly headline: Phrase;
}

/** Findings in campaign files as a table, errors first: where, what, and what to write instead. */
export function diagnosticsMarkdown(
  diagnostics: readonly Diagnostic[],
  { headline, addressOf, footnotes = [], limit }: DiagnosticsOptions,
): string {
  const head = tableHead(['', 'where', 'code', 'what', 'what to do']);
  const [errors = [], warnings = []] = (['error', 'warning'] as const).map((level) =>
    inOrder(diagnostics).filter((one) => severityOf(one) === level),
  );
  const rows = [...errors, ...warnings].map((one, at) => {
    const { file, line, column, code, message, hint } = one;
    const noun = severityOf(one);
    const mark = noun === 'error' ? '❌' : '⚠️';
    const place = linked(`${file}:${line}:${column}`, addressOf({ file, line }));
    const cells = [mark, place, codeSpan(code), escapeMarkdown(message), escapeMarkdown(hint)];
    // Each finding counts.
    return { keys: [String(at)], head, text: tableLine(cells), noun, rank: noun === 'error' ? 0 : 1 };
  });
  const blocks = [frame(`**${phraseMarkdown(headline)}**\n`), ...rows];
  return fitBlocks({ blocks, footer: footnoteLine(footnotes), limit });
}
