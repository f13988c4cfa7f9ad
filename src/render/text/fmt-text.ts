import { counted } from '../../model/show.ts';

interface Formatted {
  /** The files that were not formatted. */
  readonly changed: readonly string[];
  /** How many could not be formatted, out of how many. */
  readonly refused: number;
  readonly total: number;
}

/** A line for each file that was not formatted, then a count. `kind`: whether they are formatted now. */
export function fmtText({ changed, refused, total }: Formatted, kind: 'written' | 'checked'): string {
  const done = kind === 'written' ? 'formatted' : 'not formatted';
  const left = refused === 0 ? '' : `; ${refused} with errors left unchanged`;
  const advice = kind === 'checked' && changed.length > 0 ? ' To format them, run: campaigns fmt' : '';
  const lines = changed.map((file) => `${done}: ${file}\n`);
  return `${lines.join('')}${counted(total, 'file')} checked, ${changed.length} ${done}${left}.${advice}\n`;
}
