import { place, severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import type { Plan } from '../../model/plan.ts';
import type { Layout, Paint } from './paint.ts';
import { counted, firstFew } from '../../model/show.ts';
import { visibleLine } from '../text-layout.ts';

/** `file:line:col code what — what to do`, for scripts too. */
function diagnosticLine(diagnostic: Diagnostic, { paint, root }: Pick<Layout, 'paint' | 'root'>): string {
  const { code, message, hint } = diagnostic;
  const shown = severityOf(diagnostic) === 'error' ? paint.bad(code) : paint.warn(code);
  const at = visibleLine(place(diagnostic));
  return `${root === undefined ? at : paint.link(at, `${root}/${diagnostic.file}`)} ${shown} ${oneLine(message)} — ${oneLine(hint)}`;
}

/** `corrected file:line:col E_VALUE "Active" → "ACTIVE"` */
export function correctionLine(diagnostic: Diagnostic): string {
  const { code, fix } = diagnostic;
  const change = fix ? ` ${JSON.stringify(fix.was)} → ${JSON.stringify(fix.put)}` : '';
  return `corrected ${visibleLine(place(diagnostic))} ${code}${change}\n`;
}

/** In one line, because a quoted value may contain line breaks, and without the last period. */
function oneLine(text: string): string {
  return visibleLine(text).trim().replace(/\.$/, '');
}

/** The lines of files, and the columns of a text. What measures these takes long to load, so the caller passes it. */
interface Frames {
  readonly lineOf: (file: string, line: number) => string | undefined;
  readonly widthOf: (text: string) => number;
}

/** All diagnostics, each in one line; on a terminal with the line of the file below it. */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  { paint, root, frames }: Pick<Layout, 'paint' | 'root'> & { readonly frames?: Frames | undefined },
): string {
  const lines = diagnostics.flatMap((one) => [
    diagnosticLine(one, { paint, ...(root !== undefined && { root }) }),
    // A link may lead to a file outside the repository.
    ...(frames && one.code !== 'E_FILE' ? frame(one, frames, paint) : []),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** The warnings about files that a plan changes, and how many others there are and where to see them. */
export function warningsBelow(
  warnings: readonly Diagnostic[],
  { campaigns, workspace }: Pick<Plan, 'campaigns' | 'workspace'>,
): { readonly shown: readonly Diagnostic[]; readonly others: string } {
  const changed = campaigns.filter(({ steps }) => steps.length > 0);
  const files = new Set(changed.flatMap(({ desired }) => desired?.sources ?? []));
  const shown = warnings.filter(({ file }) => files.has(file));
  const count = warnings.length - shown.length;
  const words = `${counted(count, 'warning')} in files that this plan doesn't change. To see them: campaigns validate -w ${workspace}\n`;
  return { shown, others: count === 0 ? '' : words };
}

/** How much of a line a frame shows, in characters. */
const FRAME_CHARS = 100;

/** The line of the file, or its part around the place, with the place marked. */
function frame(
  { file, line, column, width = 1 }: Diagnostic,
  { lineOf, widthOf }: Frames,
  paint: Paint,
): string[] {
  const text = lineOf(file, line);
  if (text === undefined) return [];
  const whole = visibleLine(text);
  const at = visibleLine(text.slice(0, column - 1)).length;
  const end = at + visibleLine(text.slice(column - 1, column - 1 + width)).length;
  const from = Math.max(0, Math.min(at - FRAME_CHARS / 2, whole.length - FRAME_CHARS));
  const shown = whole.slice(from, from + FRAME_CHARS);
  const before = ' '.repeat(widthOf(shown.slice(0, at - from)));
  const marks = '^'.repeat(Math.max(1, widthOf(shown.slice(at - from, end - from))));
  return [`  ${line} │ ${shown}`, `  ${' '.repeat(String(line).length)} │ ${before}${paint.bad(marks)}`];
}

/** How many of what: `2 errors and 1 warning in 2 files`. */
export function diagnosticsSummary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((one) => severityOf(one) === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return `${counts.join(' and ')} in ${counted(new Set(diagnostics.map(({ file }) => file)).size, 'file')}`;
}

interface CheckCounts {
  readonly diagnostics: readonly Diagnostic[];
  readonly drafts: number;
  readonly uncreated: readonly string[];
  readonly started: number;
  readonly unread: readonly string[];
}

/** What was checked by whom, and how much was found. */
export function checkSummary(
  { diagnostics, drafts, uncreated, started, unread }: CheckCounts,
  workspace: string,
): string {
  const found = diagnostics.length === 0 ? 'no problems found' : diagnosticsSummary(diagnostics);
  const lines = [
    `${counted(drafts, 'draft')} in ${workspace} checked by the service: ${found}.`,
    ...(uncreated.length === 0
      ? []
      : [
          `Not created yet, so checked by the rules of validate only: ${firstFew(uncreated, NAMES_AT_MOST)}.`,
        ]),
    ...(started === 0 ? [] : [`Not checked: ${counted(started, 'campaign')} past the draft.`]),
    ...(unread.length === 0
      ? []
      : [
          `Could not be read: ${firstFew(unread, NAMES_AT_MOST)}. Run this again; plan says more about each.`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

const NAMES_AT_MOST = 5;
