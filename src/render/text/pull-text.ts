import { counted, firstFew } from '../../model/show.ts';
import {
  type LeftCampaign,
  type LeftReason,
  type PulledCampaign,
  type PulledPart,
  type PullReport,
} from '../../model/pull.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import { describeLeft, describePullNote } from '../../messages/pull-messages.ts';
import { joined, say } from '../../messages/phrase.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { valuesOfMove } from '../rows/values.ts';
import { indent, wrap } from '../columns.ts';
import { shownIn } from '../rows/shown-status.ts';
import { visibleLine } from '../text-layout.ts';
import { BELOW, campaignLine, keyWidthFor, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import type { TextOptions } from './plan-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

/** What a pull writes, value by value, and what it leaves out and why. */
export function pullText(report: PullReport, options: Pick<TextOptions, 'paint' | 'columns'>): string {
  const { pulled, left, unknown, workspace } = report;
  const head = `Pull from ${options.paint.strong(workspace)} · ${pullSentence(report)}`;
  const lines = { ...options, keyWidth: keyWidthFor([...pulled, ...left].map(shownIn)) };
  const sections = [
    [head],
    ...pulled.map((one) => pulledLines(one, lines)),
    ...(left.length > 0 ? [['Not pulled', ...left.flatMap((one) => leftLines(one, lines))]] : []),
    unknown.flatMap(({ key, problem }) =>
      wrap(`${key} could not be read: ${visibleLine(problemText(problem))}`, options.columns),
    ),
  ];
  return `${sections
    .filter((one) => one.length > 0)
    .map((one) => one.join('\n'))
    .join('\n\n')}\n`;
}

function pullSentence({ pulled, left, checked }: PullReport): string {
  if (pulled.length > 0) return `${counted(pulled.length, 'campaign')} to write into files`;
  return left.length > 0
    ? 'nothing to write'
    : `${counted(checked, 'campaign')} compared; the service has no changes to pull`;
}

/** What was done, and what to do next. */
export function pullDoneText({ pulled, left, workspace }: PullReport): string {
  if (pulled.length === 0) return '';
  const files = new Set(pulled.flatMap((one) => one.files)).size;
  const written = new Set<string>(pulled.map(({ key }) => key));
  const partly = left.filter(({ key }) => written.has(key)).length;
  const none = left.flatMap(({ key }) => (written.has(key) ? [] : [key]));
  const rest = [
    ...(partly === 0 ? [] : [` Some changes to ${counted(partly, 'campaign')} were not pulled.`]),
    ...(none.length === 0 ? [] : [` No changes to ${firstFew(none, 3)} were pulled.`]),
  ].join('');
  return `\nWrote the changes to ${counted(pulled.length, 'campaign')} into ${counted(files, 'file')}.${rest}\nNext: review the changes (git diff), commit them, then: campaigns plan -w ${workspace}\n`;
}

function pulledLines(
  { parts, files, notes, edit, ...campaign }: PulledCampaign,
  options: LineOptions,
): string[] {
  const names = parts.map(({ name }) => name).join(', ');
  return [
    ...campaignLine(
      { mark: options.paint.good('~'), shown: shownIn(campaign), text: say`${names}` },
      options,
    ),
    ...indent(
      files.map((file) => options.paint.faint(file)),
      BELOW,
    ),
    ...editedLines(edit, options),
    ...parts.flatMap((part) => partLines(part, options)),
    ...notes.flatMap((note) => indent(wrapPhrase(describePullNote(note), options.columns - BELOW), BELOW)),
  ];
}

function partLines({ name, before, after }: PulledPart, options: LineOptions): string[] {
  return componentLines(valuesOfMove(name, { before, after }), options);
}

function leftLines({ parts, reasons, edit, ...campaign }: LeftCampaign, options: LineOptions): string[] {
  return [
    ...campaignLine(
      { mark: options.paint.warn('!'), shown: shownIn(campaign), text: say`${campaign.file}` },
      options,
    ),
    ...editedLines(edit, options),
    ...parts.flatMap((part) => partLines(part, options)),
    ...reasons.flatMap((reason) => reasonLines(reason, campaign.key, options)),
  ];
}

function reasonLines(reason: LeftReason, key: string, options: LineOptions): string[] {
  const { why, todo } = describeLeft(reason, key);
  return [
    ...(reason.code === 'conflict' ? sideLines(reason, options) : []),
    ...indent(wrapPhrase(joined(why, todo), options.columns - BELOW), BELOW),
  ];
}

/** Both sides of a conflict, each compared with the last applied value. */
function sideLines(
  { part, applied, file, live }: Extract<LeftReason, { code: 'conflict' }>,
  options: LineOptions,
): string[] {
  const side = (title: string, after: typeof live) => [
    ...indent([title], BELOW),
    ...indent(partLines({ name: part, before: applied, after }, options), 2),
  ];
  return [...side('in the service', live), ...side('in the file', file)];
}

function editedLines(edit: PulledCampaign['edit'], { columns }: LineOptions): string[] {
  if (!edit || (edit.by ?? edit.at) === null) return [];
  return indent(wrap(visibleLine(`last edited ${editWords(edit)}`), columns - BELOW), BELOW);
}
