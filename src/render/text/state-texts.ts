import { isComponentName } from '../../model/campaign.ts';
import { UNKNOWN, type AuditEntry, type LastApply } from '../../model/audit.ts';
import { memberOf } from '../../model/json.ts';
import { rejectionIn, type Plan, type PlannedCampaign } from '../../model/plan.ts';
import { counted, minuteOf, nameList, utcFrom, utcMinute } from '../../model/show.ts';
import type { Binding, Forgotten, MovedBinding, StateTarget, TargetMove } from '../../model/state.ts';
import { componentName } from '../../messages/field-names.ts';
import { withRestored } from '../../messages/trail-messages.ts';
import { clipToWidth, columns, fold, indent, widthOf, wrap } from '../columns.ts';
import type { Freed } from '../documents/state-documents.ts';
import { heldHeadline } from '../rows/attention-rows.ts';
import { statusOf } from '../rows/row.ts';
import { visibleLine } from '../text-layout.ts';

export function moveText({ workspace, from, to, campaignId }: MovedBinding): string {
  return `Moved ${from} to ${to} (${campaignId}) in ${workspace}. Next: give the file this key, if it hasn't, then: campaigns plan -w ${workspace}\n`;
}

/** What was forgotten, what may still send, and how to undo it. */
export function forgottenText(workspace: string, forgotten: readonly Forgotten[]): string {
  if (forgotten.length === 0) return `Nothing is recorded for ${workspace}.\n`;
  const lines = forgotten.map(({ key, campaignId, status, isSending }) => {
    const sends = isSending ? ` It was ${status ?? ''} when last seen, and may still send.` : '';
    const undo = campaignId && ` To undo: campaigns adopt ${key} --id ${campaignId} -w ${workspace}`;
    return `Forgot ${key}; nothing changed in the service.${sends}${undo ?? ''}\n`;
  });
  return lines.join('');
}

export function releaseText(workspace: string, freed: Freed | undefined): string {
  if (freed === undefined) return `No run has reserved the workspace ${workspace}.\n`;
  const { run = 'unknown', page, user, since, until } = freed === 'unreadable' ? {} : freed;
  const times = since && until ? ` from ${utcFrom(since)} until ${utcFrom(until)}` : '';
  return `Released the workspace ${workspace}, reserved${times} for the run ${run} by ${page ?? user ?? 'an unknown user'}. The next apply resolves what it left open.\n`;
}

/** The recorded and the new target of a workspace, above the question whether to move it. */
export function targetText({ workspace, from, to, bound }: TargetMove): string {
  return `Move ${workspace} with ${counted(bound, 'campaign')} from ${words(from)} to ${words(to)}?\nOnly if the new address has the same campaigns, with the same IDs.\n`;
}

/** The result. */
export function targetMovedText({ workspace, from, to, isMoved }: TargetMove): string {
  if (isMoved)
    return `Moved ${workspace} from ${words(from)} to ${words(to)}. Next: campaigns plan -w ${workspace}\n`;
  return from
    ? `${workspace} is already recorded at ${words(to)}.\n`
    : `Nothing is recorded for ${workspace} yet. The first apply records ${words(to)}.\n`;
}

function words(target: StateTarget | undefined): string {
  if (!target) return 'nowhere';
  const { baseUrl, appKey, folder } = target;
  return `${baseUrl} (${appKey}${folder === undefined ? '' : `, folder ${folder}`})`;
}

/** Key, campaign ID, kind and name of every binding. */
export function bindingsText(
  bindings: readonly Binding[],
  { columns }: { readonly columns: number },
): string {
  if (bindings.length === 0) return 'Nothing is managed yet.\n';
  const rows = bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
    key,
    beside: [channel, deliveryType],
    below: [campaignId, visibleLine(name)],
  }));
  return campaignRows(rows, columns);
}

/**
 * Every managed or desired campaign: key, ID, live status, last apply, page, and what a plan would do. `isPartial`:
 * whether other files have errors.
 */
export function statusText(
  plan: Plan,
  applies: ReadonlyMap<string, LastApply>,
  { columns, isPartial = false }: { readonly columns: number; readonly isPartial?: boolean },
): string {
  const orphan = isPartial ? 'no file, or one with errors' : 'no file';
  if (plan.campaigns.length === 0) return `No campaigns in ${plan.workspace} yet.\n`;
  const rows = plan.campaigns.map((campaign) => {
    const { key, campaignId, liveStatus, dashboard = '' } = campaign;
    const last = applies.get(key);
    const applied = last ? `${VERBS[last.change]} ${utcMinute(last.at)}` : 'never applied';
    return {
      key,
      beside: [liveStatus === null ? '–' : statusOf(campaign), stateWords(campaign, orphan)],
      below: [campaignId ?? '–', applied, campaignId === null ? '' : dashboard, rejectionOf(campaign)],
    };
  });
  const titles = { key: 'campaign', beside: ['live', 'state'], below: ['id', 'last apply', '', ''] };
  return campaignRows(rows, columns, titles);
}

function rejectionOf(campaign: PlannedCampaign): string {
  const comment = rejectionIn(campaign);
  return comment === undefined ? '' : `rejected: “${visibleLine(comment)}”`;
}

/** What changed in the service, what an apply would do now, and what blocks it: `to update; blocked: drift`. */
export function stateWords(
  { verdict, held, components, notes, transition }: PlannedCampaign,
  orphan: string,
): string {
  const isMoved = notes.some(({ kind }) => kind === 'moved-by-hand' || kind === 'status-moved');
  const isStillPaused = notes.some(({ kind }) => kind === 'still-paused');
  const isUnconfirmed = notes.some(({ kind }) => kind === 'unconfirmed');
  const isChanged = isMoved || components.some(({ cause }) => cause === 'drifted');
  const words: Readonly<Record<PlannedCampaign['verdict'], string>> = {
    create: 'to create',
    update: 'to update',
    transition: `to ${transition?.action.toLowerCase() ?? 'change'}`,
    held: '',
    'in-sync': isChanged
      ? ''
      : isStillPaused
        ? 'still paused, write status: ACTIVE to send again'
        : isUnconfirmed
          ? 'not confirmed'
          : 'in sync',
    orphaned: orphan,
    unknown: 'could not be read',
  };
  const blocked = held.map((one) => heldHeadline(one, verdict));
  const isRead = verdict !== 'orphaned' && verdict !== 'unknown';
  const parts = [isChanged ? 'changed in the service' : '', words[verdict], ...blocked];
  return isRead ? [...new Set(parts)].filter(Boolean).join('; ') : words[verdict];
}

/** A campaign in a list. */
export interface CampaignRow {
  readonly key: string;
  /** What comes next to the key, in columns. */
  readonly beside: readonly string[];
  /** What comes after that; below the key if the line is too short for all. */
  readonly below: readonly string[];
}

const INDENT = 4;

function campaignRows(rows: readonly CampaignRow[], width: number, titles?: CampaignRow): string {
  return `${campaignLines(rows, width, titles).flat().join('\n')}\n`;
}

/** The lines of each campaign: one if all fit, below the titles of the columns. Otherwise, at least two, without titles. */
export function campaignLines(
  rows: readonly CampaignRow[],
  width: number,
  titles?: CampaignRow,
): (readonly string[])[] {
  const fits = (lines: readonly string[]) => lines.every((line) => widthOf(line) <= width);
  const all = titles ? [titles, ...rows] : rows;
  const whole = columns(all.map(({ key, beside, below }) => [key, ...beside, ...below]));
  if (fits(whole)) return whole.map((line) => [line]);
  const first = columns(rows.map(({ key, beside }) => [key, ...beside]));
  const isOneLine = fits(first);
  return rows.map(({ key, beside, below }, at) => [
    ...(isOneLine ? [first[at] ?? ''] : [...fold(key, width), ...indented(beside, width)]),
    ...indented(below, width),
  ]);
}

function indented(cells: readonly string[], width: number): string[] {
  return indent(wrap(cells.filter((cell) => cell !== '').join(' · '), width - INDENT), INDENT);
}

interface LogText {
  readonly columns: number;
  /** The selected campaigns; if omitted, all of them. A single key is the heading, and isn't repeated in each line. */
  readonly keys?: readonly string[] | undefined;
  /** The subjects of the applied commits, by commit, as far as they are known. */
  readonly subjects?: ReadonlyMap<string, string>;
  /** Whether the service's IDs of its answers are shown, too. */
  readonly withResponses?: boolean;
}

/** Where the second line of an entry begins: below the change. */
const BELOW = 18;

/** The audit trail, newest first: when, what, who and why; below it, the commit's subject and the IDs to ask about. */
export function logText(
  entries: readonly AuditEntry[],
  { columns: width, keys, subjects = new Map(), withResponses = false }: LogText,
): string {
  if (entries.length === 0)
    return `Nothing was recorded${keys === undefined ? '' : ` for ${nameList(keys)}`}.\n`;
  const hasKey = keys?.length !== 1;
  // A move of the workspace to another address is one event, which each campaign has in its history.
  const shown = entries.filter(({ change, id }, at) => change !== 'target' || entries[at - 1]?.id !== id);
  const rows = shown.map((entry) => [minuteOf(entry.at), ...cellsOf(entry, hasKey).map(visibleLine)]);
  const table = columns(rows);
  const isNarrow = table.some((line) => widthOf(line) > width);
  const below = (text: string) => indent(wrap(text, width - BELOW), BELOW);
  const lines = shown.flatMap((entry, row) => {
    const [at = '', ...cells] = rows[row] ?? [];
    const [top = '', ...rest] = below(cells.filter(Boolean).join('  '));
    const subject = clipToWidth(visibleLine(subjects.get(entry.commit ?? '') ?? ''), width - BELOW);
    const more = [subject, ...moreOf(entry, withResponses).map(visibleLine)].filter(Boolean).join(' · ');
    return [...(isNarrow ? [`${at}  ${top.trimStart()}`, ...rest] : [table[row] ?? '']), ...below(more)];
  });
  const heading = hasKey ? [] : fold(visibleLine(keys[0] ?? ''), width);
  return `${[...heading, ...lines].join('\n')}\n`;
}

/** What comes after the time in the first line. Two addresses of a target are too long for it. */
function cellsOf(entry: AuditEntry, hasKey: boolean): string[] {
  const { commit, allowed, pullRequest } = entry;
  const isTarget = entry.change === 'target';
  const isAllowed = commit !== null && allowed.length > 0;
  return [
    ...(hasKey ? [isTarget ? 'all campaigns' : entry.key] : []),
    memberOf(VERBS, entry.change) ?? entry.change.replaceAll('-', ' '),
    isTarget ? '' : clipToWidth(detailOf(entry), 48),
    namesOf(entry.editedBy.length > 0 ? entry.editedBy : [entry.actor ?? '']),
    // `#214 19630da (dirty, conflict)`
    [pullRequest?.replace(/\d+/g, '#$&'), commit?.slice(0, 7), isAllowed ? `(${allowed.join(', ')})` : '']
      .filter(Boolean)
      .join(' '),
  ];
}

/** Without their addresses. */
function namesOf(people: readonly string[]): string {
  return people.map((one) => one.replace(/ <.*>$/, '')).join(', ');
}

/** What comes below. A run of a workflow is known by the number in the address of its page. */
function moreOf(entry: AuditEntry, withResponse: boolean): string[] {
  const { change, summary, words, status, requestId, responseId, run, page } = entry;
  const { editedBy, approvedBy, mergedBy, actor } = entry;
  const shortRun = /\/runs\/(\d+)$/.exec(page ?? '')?.[1] ?? run;
  return [
    change === 'target' ? summary : '',
    change === 'hand-edit' && !status ? (words ?? '') : '',
    approvedBy.length > 0 ? `approved by ${namesOf(approvedBy)}` : '',
    mergedBy ? `merged by ${mergedBy}` : '',
    actor && actor !== UNKNOWN && editedBy.length > 0 && !editedBy.includes(actor)
      ? `run by ${namesOf([actor])}`
      : '',
    requestId ? `request ${requestId}` : '',
    responseId && withResponse ? `response ${responseId}` : '',
    shortRun ? `run ${shortRun}` : '',
  ];
}

/** The past tense of each change with an effect; the others are named by their codes: `create not confirmed`. */
const VERBS = {
  apply: 'applied',
  create: 'created',
  update: 'updated',
  transition: 'status',
  note: 'noted',
  adopt: 'adopted',
  import: 'imported',
  forget: 'forgotten',
  move: 'moved',
} as const;

/** The summary without what other columns already show. */
function detailOf({ words, summary, change, components, restored, status, movedFrom }: AuditEntry): string {
  if (movedFrom !== null) return `from ${movedFrom}`;
  // A new version of a campaign that is live (open point S7).
  if (status && status.from === status.to) return `${status.to}, new version`;
  if (status) return `${status.from} → ${status.to}${change === 'transition' ? '' : ', in the service'}`;
  if (change === 'hand-edit') return '';
  const named = (names: readonly string[]) =>
    names.map((name) => (isComponentName(name) ? componentName(name) : name));
  if (change === 'update')
    return withRestored({ components: named(components), restored: named(restored) }).join(', ');
  return words ?? (memberOf(VERBS, change) === undefined ? summary : '');
}
