import { json } from './plan-document.ts';
import { counted } from './text-layout.ts';

/** What `fmt` found, and did unless it only checked. */
export interface FmtResult {
  readonly kind: 'written' | 'checked';
  /** Files that were not in form, in order. */
  readonly changed: readonly string[];
  /** How many have mistakes and were left as they are. */
  readonly refused: number;
  /** How many were looked at. */
  readonly total: number;
}

/** A line for each file that was not in form, and how many of how many. */
export function fmtText(result: FmtResult): string {
  const { kind, changed } = result;
  const verb = kind === 'written' ? 'formatted' : 'not in form:';
  return [...changed.map((file) => `${verb} ${file}`), summary(result)].map((line) => `${line}\n`).join('');
}

function summary({ kind, changed, refused, total }: FmtResult): string {
  const files = counted(total, 'file');
  const left = refused === 0 ? '' : `; ${refused} left as ${refused === 1 ? 'it is' : 'they are'}`;
  if (changed.length === 0) return refused === 0 ? `${files}, all in form.` : `${files}${left}.`;
  const of = `${changed.length} of ${files}`;
  return kind === 'written'
    ? `${of} formatted${left}.`
    : `${of} not in form${left}. Run campaigns fmt to format ${changed.length === 1 ? 'it' : 'them'}.`;
}

/** `{"format": "campaign-fmt/1", …}`, for scripts. */
export function fmtDocument({ changed, total }: FmtResult): string {
  return json({ format: 'campaign-fmt/1', changed, checked: total });
}
