import { statusWord } from '../../model/campaign.ts';
import type { DriftReport, Unmanaged } from '../../model/drift.ts';
import { isPastOrphan, type Plan, summarize } from '../../model/plan.ts';
import { outcomeOf, type Result } from '../../model/result.ts';
import { counted } from '../../model/show.ts';
import { describeUnmanaged, describeDrafts } from '../../messages/comment-messages.ts';
import { plainText, say } from '../../messages/phrase.ts';
import { clipToWidth, columns, widthOf, wrap, wrapPhrase } from '../columns.ts';
import { driftRows, driftSentence, openSentences } from '../rows/drift-rows.ts';
import { planRows, sectionsOf } from '../rows/plan-rows.ts';
import {
  contextWords,
  creationWords,
  deedsOf,
  guardWords,
  quietWords,
  reachWords,
  sentAtOnce,
  sentSteps,
  shortCommit,
  shortFingerprint,
} from '../rows/plan-words.ts';
import { resultRows, resultSentence } from '../rows/result-rows.ts';
import type { Row } from '../rows/row.ts';
import { visibleLine } from '../text-layout.ts';
import type { Layout } from './paint.ts';
import { rowsText } from './rows-text.ts';

export interface TextOptions extends Layout {
  /** The files have edits that aren't in the commit. */
  readonly isEdited?: boolean;
  /** A sentence below everything else. */
  readonly hint?: string;
  /** What the plan cost; omitted where the text must be the same every time. */
  readonly cost?: { readonly searches: number; readonly seconds: number };
}

/** A plan for a terminal: what needs attention first, then the changes, then counts. */
export function planText(plan: Plan, options: TextOptions): string {
  const { columns, paint, hint = '' } = options;
  const rows = planRows(plan);
  const header = headerOf(plan, options);
  const context = contextWords(plan).flatMap((text) => wrap(text, columns));
  const last = hint === '' ? '' : `${hint}\n`;
  if (rows.length === 0) return `${[`${header} — ${quietWords(plan)}.`, ...context].join('\n')}\n${last}`;
  const { attention, changes, notes } = sectionsOf(rows);
  const section = (title: string, own: readonly Row[]) => {
    const lines = rowsText(own, options, rows);
    return lines.length === 0 ? [] : [paint.strong(title), ...lines];
  };
  const sections = [
    [header, ...context, ...wrapPhrase(guardWords(plan), columns)],
    section('Needs attention', attention),
    section('Changes', changes),
    section('Noted', notes),
    planFooter(plan, columns),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n${last}`;
}

function headerOf(plan: Plan, { cost, paint, isEdited }: TextOptions): string {
  const parts = [
    `Plan for ${paint.strong(plan.workspace)}`,
    `${shortCommit(plan)}${isEdited ? ' + uncommitted edits' : ''}`,
    ...(plan.offline ? ['offline'] : []),
    counted(plan.campaigns.filter((one) => !isPastOrphan(one)).length, 'campaign'),
  ];
  const reads = cost ? `, ${counted(cost.searches, 'search')}, ${cost.seconds.toFixed(1)} s` : '';
  return parts.join(' · ') + reads;
}

/** Counts: what is in sync, what will be done, what the quota allows, and how many requests that takes. */
function planFooter(plan: Plan, columns: number): string[] {
  const extra = [sentAtOnce(plan), reachWords(plan), creationWords(plan)].filter(Boolean);
  // Blanks between words are kept if the line is short enough.
  return [countLine(plan), ...extra, end(plan)].flatMap((line) =>
    widthOf(line) > columns ? wrap(line, columns) : [line],
  );
}

/** An offline plan has no change IDs that an apply could be checked against. */
function end(plan: Plan): string {
  const changes = sentSteps(plan);
  const requests = counted(changes.flat().length, 'request');
  if (plan.offline)
    return `If nothing has changed since the last record, an apply would send ${requests}. An offline plan can't be applied. To apply, plan without --offline.`;
  const of = changes.every(({ length }) => length === 1) ? '' : ` for ${counted(changes.length, 'change')}`;
  return [
    `Apply will send ${requests}${of}.`,
    ...shortFingerprint(plan).map((short) => `Plan ${short}`),
  ].join('  ');
}

function countLine(plan: Plan): string {
  const counts = summarize(plan);
  const orphaned = counts.orphaned - plan.campaigns.filter(isPastOrphan).length;
  const deeds = deedsOf(plan).map(
    ({ count, verb, isRefused }) => `${count} to ${verb}${isRefused ? ' (refused)' : ''}`,
  );
  // Even if other changes of them will be applied. A new one counts as created.
  const blocked = plan.campaigns.filter(
    ({ verdict, held }) =>
      verdict !== 'unknown' && verdict !== 'create' && held.some(({ reason }) => reason !== 'guard'),
  );
  const todo = [
    ...deeds,
    ...(blocked.length === 0 ? [] : [`${blocked.length} blocked`]),
    ...(orphaned === 0 ? [] : [`${orphaned} without a file`]),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} unknown`]),
  ];
  return [
    ...(counts.in_sync === 0 ? [] : [`${counts.in_sync} ${plan.offline ? 'as recorded' : 'in sync'}.`]),
    ...(todo.length === 0 ? [] : [`${todo.join(', ')}.`]),
  ].join('  ');
}

/** Drift for a terminal: each campaign with its old and new values and what to do, then counts. */
export function driftText(
  report: DriftReport,
  { columns, paint, listsUnmanaged = false }: Layout & { readonly listsUnmanaged?: boolean },
): string {
  const { unmanaged, workspace } = report;
  const header = `Drift in ${paint.strong(workspace)} · ${shortCommit(report)}`;
  const end = [driftSentence(report), ...openSentences(report)].join(' ');
  const rows = driftRows(report);
  const last = plainText(describeUnmanaged(unmanaged, workspace));
  const lines = [
    ...(rows.length === 0
      ? wrap(`${header} — ${end}`, columns)
      : [header, '', ...rowsText(rows, { columns, paint }), '', ...wrap(end, columns)]),
    ...(listsUnmanaged && unmanaged ? unmanagedLines(unmanaged, columns) : []),
    ...(last === '' ? [] : [last]),
  ];
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

/** What a run didn't do, what it did, and what to do next. */
export function resultText(
  result: Result,
  { columns, paint, plan }: Layout & { readonly plan?: Plan | undefined },
): string {
  const lines = [
    ...rowsText(resultRows(result, { plan }), { columns, paint }),
    ...wrapPhrase(result.endedEarly ? say`Nothing was sent.` : resultSentence({ result, plan }), columns),
    ...(result.stale.length > 0 ? [`To see what is pending now: campaigns plan -w ${result.workspace}`] : []),
    ...(outcomeOf(result) === 'deferred' ? ['Exit code 3: another run can continue.'] : []),
    ...wrapPhrase(describeDrafts(result, plan), columns),
  ];
  return `${lines.join('\n')}\n`;
}
