import { problemText } from '../../messages/catalog/faults.ts';
import type { PullReport } from '../../model/pull.ts';
import { counted } from '../../model/show.ts';
import { wrap } from '../columns.ts';
import { pullRows } from '../rows/pull-rows.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';
import { rowsText } from './rows-text.ts';

/** What a pull writes, value by value, and what it leaves out and why. */
export function pullText(report: PullReport, options: Pick<TextOptions, 'paint' | 'columns'>): string {
  const { unknown, workspace, checked } = report;
  const { pulled, left } = pullRows(report);
  const all = [...pulled, ...left];
  const found =
    pulled.length > 0
      ? `${counted(pulled.length, 'campaign')} to write into files`
      : `${counted(checked, 'campaign')} compared; nothing to write`;
  const sections = [
    [`Pull from ${options.paint.strong(workspace)} · ${found}`],
    rowsText(pulled, options, all),
    left.length > 0 ? ['Not pulled', ...rowsText(left, options, all)] : [],
    unknown.flatMap(({ key, problem }) =>
      wrap(`${key} could not be read: ${visibleLine(problemText(problem))}`, options.columns),
    ),
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What was done, and what to do next. */
export function pullDoneText({ pulled, left, workspace }: PullReport): string {
  const files = new Set(pulled.flatMap((one) => one.files)).size;
  const rest =
    left.length === 0 ? '' : ` Some changes to ${counted(left.length, 'campaign')} were not pulled.`;
  return `\nWrote the changes to ${counted(pulled.length, 'campaign')} into ${counted(files, 'file')}.${rest}\nNext: review the changes (git diff), commit them, then: campaigns plan -w ${workspace}\n`;
}
