import { isPastOrphan, type Plan, summarize } from '../../model/plan.ts';
import { rowsText } from './rows-text.ts';
import type { Paint } from './paint.ts';
import { wrapPhrase, wrap, widthOf } from '../columns.ts';
import {
  changesOf,
  contextWords,
  creationWords,
  deedsOf,
  guardWords,
  quietWords,
  sentAtOnce,
  shortCommit,
  shortFingerprint,
  writesOf,
} from '../rows/plan-words.ts';
import { inSection, planRows } from '../rows/plan-rows.ts';
import { counted } from '../../model/show.ts';

export interface TextOptions {
  readonly paint: Paint;
  /** Characters a line. */
  readonly columns: number;
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
  const section = (title: string, name: Parameters<typeof inSection>[0]) => {
    const lines = rowsText(inSection(name, rows), options, rows);
    return lines.length === 0 ? [] : [paint.strong(title), ...lines];
  };
  const sections = [
    [header, ...context, ...wrapPhrase(guardWords(plan), columns)],
    section('Needs attention', 'attention'),
    section('Changes', 'change'),
    section('Noted', 'note'),
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
  const extra = [sentAtOnce(plan), creationWords(plan)].filter(Boolean);
  // Blanks between words are kept if the line is short enough.
  return [countLine(plan), ...extra, end(plan)].flatMap((line) =>
    widthOf(line) > columns ? wrap(line, columns) : [line],
  );
}

/** An offline plan has no change IDs that an apply could be checked against. */
function end(plan: Plan): string {
  const [writes, changes] = [writesOf(plan), changesOf(plan)];
  const requests = counted(writes, 'request');
  if (plan.offline)
    return `If nothing has changed since the last record, an apply would send ${requests}. An offline plan can't be applied. To apply, plan without --offline.`;
  const of = changes === writes ? '' : ` for ${counted(changes, 'change')}`;
  return `Apply will send ${requests}${of}.${writes > 0 ? `  Plan ${shortFingerprint(plan)}` : ''}`;
}

function countLine(plan: Plan): string {
  const counts = summarize(plan);
  const orphaned = counts.orphaned - plan.campaigns.filter(isPastOrphan).length;
  const deeds = deedsOf(plan).map(
    ({ count, verb, isRefused }) => `${count} to ${verb}${isRefused ? ' (refused)' : ''}`,
  );
  const todo = [
    ...deeds,
    ...(heldOf(plan) === 0 ? [] : [`${heldOf(plan)} blocked`]),
    ...(orphaned === 0 ? [] : [`${orphaned} without a file`]),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} unknown`]),
  ];
  return [
    ...(counts.in_sync === 0 ? [] : [`${counts.in_sync} ${plan.offline ? 'as recorded' : 'in sync'}.`]),
    ...(todo.length === 0 ? [] : [`${todo.join(', ')}.`]),
  ].join('  ');
}

/** Campaigns with a blocked change, even if other changes of them will be applied. A new one counts as created. */
function heldOf({ campaigns }: Plan): number {
  return campaigns.filter(
    ({ verdict, held }) =>
      verdict !== 'unknown' && verdict !== 'create' && held.some(({ reason }) => reason !== 'guard'),
  ).length;
}
