import { statusWord } from '../../model/campaign.ts';
import type { DriftReport, Unmanaged, UnreadCampaign } from '../../model/drift.ts';
import { BELOW, campaignLine, keyWidthFor, type LinedCampaign, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import type { TextOptions } from './plan-text.ts';
import { shortCommit } from '../view/plan-words.ts';
import {
  driftSentence,
  openSentences,
  describeDrift,
  putAllBackIn,
  type DriftView,
} from '../view/drift-view.ts';
import { clip, columns, foldedWord, indent, wrap } from '../text-layout.ts';
import { problemText } from '../../messages/answer-messages.ts';
import { describeUnmanaged } from '../../messages/drift-messages.ts';
import { plainText, say } from '../../messages/phrase.ts';
import { wrapPhrase } from './wrap-phrase.ts';
import { visibleLine } from '../visible-text.ts';

/** Drift for a terminal: each campaign with its old and new values and what to do, then counts. */
export function driftText(
  report: DriftReport,
  options: Omit<TextOptions, 'cost'> & { readonly listsUnmanaged?: boolean },
): string {
  const { listsUnmanaged = false } = options;
  const advice = listsUnmanaged ? 'import' : 'list';
  const last = plainText(describeUnmanaged(report.unmanaged, report.workspace, advice));
  const list = listsUnmanaged && report.unmanaged ? unmanagedLines(report.unmanaged, options.columns) : [];
  return (
    driftedText(report, options) + [...list, ...(last === '' ? [] : [last])].map((one) => `${one}\n`).join('')
  );
}

/** The campaigns that no file manages: status, ID and name. */
function unmanagedLines({ campaigns, ended }: Unmanaged, width: number): string[] {
  const rows = campaigns.map((live) => [
    `  ${statusWord(live)}`,
    live.id,
    visibleLine(live.name ?? '(no name)'),
  ]);
  return [
    ...(campaigns.length === 0 ? ['Every campaign that a file can manage has one.'] : ['Not managed']),
    ...columns(rows).map((line) => clip(line, width)),
    ...(ended > 0 ? [`  and ${ended} that ${ended === 1 ? 'has' : 'have'} ended`] : []),
  ];
}

function driftedText(report: DriftReport, options: Omit<TextOptions, 'cost'>): string {
  const { drifted, unknown } = report;
  const { columns, paint } = options;
  const header = `Drift in ${paint.strong(report.workspace)} · ${shortCommit(report)}`;
  const end = [driftSentence(report), ...openSentences(report)];
  if (drifted.length === 0 && unknown.length === 0)
    return `${wrap(`${header} — ${end.join(' ')}`, columns).join('\n')}\n`;
  const unread = unknown.map((one) => ({ ...one, liveStatus: null }));
  const isSaidOnce = drifted.filter(({ remedy }) => remedy.kind === 'put-back').length > 1;
  const lineOptions = { ...options, keyWidth: keyWidthFor([...drifted, ...unread]) };
  const sections = [
    [header],
    drifted
      .map((one) => describeDrift(one, report.workspace, ...(isSaidOnce ? [[]] : [])))
      .flatMap((one) => driftLines(one, lineOptions)),
    unread.flatMap((one) => unreadLines(one, lineOptions)),
    isSaidOnce ? wrapPhrase(putAllBackIn(report.workspace), columns) : [],
    wrap(end.join(' '), columns),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function driftLines(
  { campaign, headline, status, components, edited, todo }: DriftView,
  options: LineOptions,
): string[] {
  const { columns, paint } = options;
  const file = campaign.file === null ? [] : foldedWord(campaign.file, columns - BELOW);
  return [
    ...campaignLine(
      { mark: paint.warn('!'), campaign: { ...campaign, live: campaign }, text: say`${headline}` },
      options,
    ),
    ...indent(
      file.map((line) => paint.faint(line)),
      BELOW,
    ),
    ...indent(status ? [`status  ${status.from}  →  ${status.to}`] : [], BELOW),
    ...indent(wrap(visibleLine(edited), columns - BELOW), BELOW),
    ...components.flatMap((one) => componentLines(one, options)),
    ...todo.flatMap((phrase) => indent(wrapPhrase(phrase, columns - BELOW), BELOW)),
  ];
}

function unreadLines(campaign: LinedCampaign & UnreadCampaign, options: LineOptions): string[] {
  return [
    ...campaignLine({ mark: options.paint.warn('?'), campaign, text: say`unknown` }, options),
    ...indent(wrap(visibleLine(problemText(campaign.problem)), options.columns - BELOW), BELOW),
  ];
}
