import { statusWord } from '../../model/campaign.ts';
import type { DriftReport, Unmanaged } from '../../model/drift.ts';
import { describeUnmanaged } from '../../messages/comment-messages.ts';
import { plainText } from '../../messages/phrase.ts';
import { columns, wrap, clipToWidth } from '../columns.ts';
import { counted } from '../../model/show.ts';
import { driftRows, driftSentence, openSentences } from '../rows/drift-rows.ts';
import { shortCommit } from '../rows/plan-words.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';
import { rowsText } from './rows-text.ts';

/** Drift for a terminal: each campaign with its old and new values and what to do, then counts. */
export function driftText(
  report: DriftReport,
  options: Omit<TextOptions, 'cost'> & { readonly listsUnmanaged?: boolean },
): string {
  const { listsUnmanaged = false } = options;
  const last = plainText(describeUnmanaged(report.unmanaged, report.workspace));
  const list = listsUnmanaged && report.unmanaged ? unmanagedLines(report.unmanaged, options.columns) : [];
  const lines = [...driftedLines(report, options), ...list, ...(last === '' ? [] : [last])];
  return `${lines.join('\n')}\n`;
}

/** The campaigns that no file manages: status, ID and name. */
function unmanagedLines({ campaigns, ended }: Unmanaged, width: number): string[] {
  const rows = campaigns.map((live) => [
    `  ${statusWord(live)}`,
    live.id,
    visibleLine(live.name ?? '(no name)'),
  ]);
  return [
    campaigns.length === 0 ? 'No unmanaged campaigns.' : 'Not managed',
    ...columns(rows).map((line) => clipToWidth(line, width)),
    ...(ended > 0 ? [`  and ${counted(ended, 'ended campaign')}`] : []),
  ];
}

function driftedLines(report: DriftReport, { columns, paint }: Omit<TextOptions, 'cost'>): string[] {
  const header = `Drift in ${paint.strong(report.workspace)} · ${shortCommit(report)}`;
  const end = [driftSentence(report), ...openSentences(report)].join(' ');
  const rows = driftRows(report);
  if (rows.length === 0) return wrap(`${header} — ${end}`, columns);
  return [header, '', ...rowsText(rows, { columns, paint }), '', ...wrap(end, columns)];
}
