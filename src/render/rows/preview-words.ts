import type { Preview, Unresolved } from '../../model/messages.ts';
import { counted } from '../../model/show.ts';
import { visibleLine } from '../text-layout.ts';

/** Of which message and for whom a preview is. */
export function previewFacts({ channel, locale, variation, user, isSample }: Preview): string[] {
  const whose = user === null ? '' : `as ${visibleLine(user)} gets it`;
  return [channel, locale, variation, whose, isSample ? 'sample values' : ''].filter(Boolean);
}

export function unresolvedTitle(unresolved: readonly Unresolved[]): string {
  return `Shown as written, because it can't be filled in here (${counted(unresolved.length, 'expression')}):`;
}

/** `campaigns/welcome.html:12 {{ ContentBlock.footer }}` */
export function unresolvedLine({ file, line, path, expression }: Unresolved): string {
  const place = file === null ? path : `${file}${line === null ? '' : `:${line}`}`;
  return `${place} ${visibleLine(expression)}`;
}
