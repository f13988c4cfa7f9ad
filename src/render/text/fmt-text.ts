import type { FmtResult } from '../../model/format-result.ts';
import { counted } from '../../model/show.ts';

/** A line for each file that was not formatted, then a count. */
export function fmtText(result: FmtResult): string {
  const { kind, changed } = result;
  const verb = kind === 'written' ? 'formatted' : 'not formatted:';
  return [...changed.map((file) => `${verb} ${file}`), summary(result)].map((line) => `${line}\n`).join('');
}

function summary({ kind, changed, refused, total }: FmtResult): string {
  const files = counted(total, 'file');
  const left = refused === 0 ? '' : `; ${refused} with errors left unchanged`;
  if (changed.length === 0) return refused === 0 ? `${files}, all formatted.` : `${files}${left}.`;
  const of = `${changed.length} of ${files}`;
  return kind === 'written'
    ? `${of} formatted${left}.`
    : `${of} not formatted${left}. Run campaigns fmt to format ${changed.length === 1 ? 'it' : 'them'}.`;
}
