import { statusWord } from '../../model/campaign.ts';
import type { DriftReport, Unmanaged, UnreadCampaign } from '../../model/drift.ts';
import { BELOW, campaignLine, keyWidthFor, type LinedCampaign, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import { keyLines } from './group-lines.ts';
import type { TextOptions } from './plan-text.ts';
import { byCause } from '../view/one-cause.ts';
import { counted } from '../../model/show.ts';
import { shortCommit } from '../view/plan-words.ts';
import {
  driftSentence,
  openSentences,
  describeDrift,
  putAllBackIn,
  sharedAdvice,
  type DriftView,
  type SharedAdvice,
} from '../view/drift-view.ts';
import { columns, foldedWord, GAP, indent, wrap, clipToWidth, padTo, widthOf } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import { problemText } from '../../messages/answer-messages.ts';
import { describeUnmanaged } from '../../messages/drift-messages.ts';
import { plainText, say } from '../../messages/phrase.ts';
import { linkedLine, textLines, type LinkedText } from './linked-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

/** Drift for a terminal: each campaign with its old and new values and what to do, then counts. */
export function driftText(
  report: DriftReport,
  options: Omit<TextOptions, 'cost'> & { readonly listsUnmanaged?: boolean },
): LinkedText {
  const { listsUnmanaged = false } = options;
  const advice = listsUnmanaged ? 'import' : 'list';
  const last = plainText(describeUnmanaged(report.unmanaged, report.workspace, advice));
  const list = listsUnmanaged && report.unmanaged ? unmanagedLines(report.unmanaged, options.columns) : [];
  return [...textLines(driftedLines(report, options)), ...list, ...textLines(last === '' ? [] : [last])];
}

/** The campaigns that no file manages: status, ID and name. */
function unmanagedLines({ campaigns, ended, dashboards }: Unmanaged, width: number): LinkedText {
  const rows = campaigns.map((live) => [
    `  ${statusWord(live)}`,
    live.id,
    visibleLine(live.name ?? '(no name)'),
  ]);
  const left = Math.max(...rows.map(([status = '']) => widthOf(status))) + GAP;
  const lines = columns(rows).map((line) => clipToWidth(line, width));
  return [
    ...textLines([campaigns.length === 0 ? 'No unmanaged campaigns.' : 'Not managed']),
    ...campaigns.flatMap(({ id }, row) => {
      const at = padTo(rows[row]?.[0] ?? '', left).length;
      return linkedLine(lines[row] ?? '', { at, words: id, address: dashboards?.get(id) });
    }),
    ...textLines(ended > 0 ? [`  and ${ended} that ${ended === 1 ? 'has' : 'have'} ended`] : []),
  ];
}

function driftedLines(report: DriftReport, options: Omit<TextOptions, 'cost'>): string[] {
  const { drifted, unknown } = report;
  const { columns, paint } = options;
  const header = `Drift in ${paint.strong(report.workspace)} · ${shortCommit(report)}`;
  const end = [driftSentence(report), ...openSentences(report)];
  if (drifted.length === 0 && unknown.length === 0) return wrap(`${header} — ${end.join(' ')}`, columns);
  const unread = unknown.map((one) => ({ ...one, liveStatus: null }));
  const isSaidOnce = drifted.filter(({ remedy }) => remedy.kind === 'put-back').length > 1;
  const lineOptions = { ...options, keyWidth: keyWidthFor([...drifted, ...unread]) };
  const views = drifted.map((one) => describeDrift(one, report.workspace, isSaidOnce ? [] : undefined));
  const shared = sharedAdvice(views);
  const advised = new Set(shared.flatMap(({ campaigns }) => campaigns));
  const sections = [
    [header],
    views.flatMap((one) => driftLines(one, { isAdvised: advised.has(one.campaign), options: lineOptions })),
    unreadLines(unread, lineOptions),
    ...shared.map((advice) => adviceLines(advice, lineOptions)),
    isSaidOnce ? wrapPhrase(putAllBackIn(report.workspace, drifted), columns) : [],
    wrap(end.join(' '), columns),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

/** What to do about several campaigns, with their keys. */
function adviceLines({ campaigns, words }: SharedAdvice, options: LineOptions): string[] {
  return [
    `What to do about ${counted(campaigns.length, 'campaign')}`,
    ...words.flatMap((phrase) => indent(wrapPhrase(phrase, options.columns - BELOW), BELOW)),
    ...keyLines(campaigns, options, Infinity),
  ];
}

function driftLines(
  { campaign, headline, status, components, edited, advice }: DriftView,
  { isAdvised, options }: { readonly isAdvised: boolean; readonly options: LineOptions },
): string[] {
  const { columns, paint } = options;
  const todo = isAdvised ? [say`What to do: see below.`] : advice.words;
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

/** Campaigns that could not be read. A reason that several of them share is shown once. */
function unreadLines(unread: readonly (LinedCampaign & UnreadCampaign)[], options: LineOptions): string[] {
  const mark = options.paint.warn('?');
  const things = unread.map((one) => {
    const words = problemText(one.problem);
    return { ...one, words, shared: words };
  });
  return byCause<string, (typeof things)[number]>(things).flatMap(({ things: [first, ...others], words }) => [
    ...(others.length === 0
      ? campaignLine({ mark, campaign: first, text: say`unknown` }, options)
      : [`  ${mark} ${counted(others.length + 1, 'campaign')}  unknown`]),
    ...indent(wrap(visibleLine(words), options.columns - BELOW), BELOW),
    ...(others.length === 0 ? [] : keyLines([first, ...others], options, Infinity)),
  ]);
}
