import type { Preview } from '../../model/messages.ts';
import { indent, wrap } from '../columns.ts';
import { previewFacts, unresolvedLine, unresolvedTitle } from '../rows/preview-words.ts';
import { contentWords } from '../rows/reach.ts';
import type { Layout } from './paint.ts';
import { wordLines } from './send-texts.ts';

/** A message as a user gets it, for a terminal; below it, what could not be filled in. */
export function previewText(preview: Preview, { columns, paint }: Layout): string {
  const { key, unresolved } = preview;
  return [
    ...wrap(`${paint.strong(key)} · ${previewFacts(preview).join(' · ')}`, columns),
    '',
    ...wordLines(contentWords(preview.content), columns),
    ...(unresolved.length === 0 ? [] : ['', paint.warn(unresolvedTitle(unresolved))]),
    ...unresolved.flatMap((one) => indent(wrap(unresolvedLine(one), columns - 2), 2)),
    '',
  ].join('\n');
}
