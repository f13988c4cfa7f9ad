import type { AuditEntry } from '../../model/audit.ts';
import { isComponentName } from '../../model/campaign.ts';
import { memberOf } from '../../model/json.ts';
import { componentName } from '../../messages/field-names.ts';
import { withRestored } from '../../messages/trail-messages.ts';
import { nameList, minuteOf } from '../../model/show.ts';
import { columns, fold, indent, wrap, clipToWidth, widthOf } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';

export interface LogText {
  readonly columns: number;
  /** The selected campaigns; if omitted, all of them. A single key is the heading, and isn't repeated in each line. */
  readonly keys?: readonly string[] | undefined;
  /** The subjects of the applied commits, by commit, as far as they are known. */
  readonly subjects?: ReadonlyMap<string, string>;
}

/** Where the second line of an entry begins: below the change. */
const BELOW = 18;

/** The audit trail, newest first: when, what, who and why; below it, the commit's subject and the IDs to ask about. */
export function logText(
  entries: readonly AuditEntry[],
  { columns: width, keys, subjects = new Map() }: LogText,
): string {
  if (entries.length === 0)
    return `Nothing was recorded${keys === undefined ? '' : ` for ${nameList(keys)}`}.\n`;
  const hasKey = keys?.length !== 1;
  const shown = entries.filter(isFirstOfMove);
  const rows = shown.map((entry) => [minuteOf(entry.at), ...cellsOf(entry, hasKey).map(visibleLine)]);
  const table = columns(rows);
  const isNarrow = table.some((line) => widthOf(line) > width);
  const below = (text: string) => indent(wrap(text, width - BELOW), BELOW);
  const lines = shown.flatMap((entry, row) => {
    const [at = '', ...cells] = rows[row] ?? [];
    const [top = '', ...rest] = below(cells.filter(Boolean).join('  '));
    const subject = clipToWidth(visibleLine(subjects.get(entry.commit ?? '') ?? ''), width - BELOW);
    const more = [subject, ...moreOf(entry).map(visibleLine)].filter(Boolean).join(' · ');
    return [...(isNarrow ? [`${at}  ${top.trimStart()}`, ...rest] : [table[row] ?? '']), ...below(more)];
  });
  const heading = hasKey ? [] : fold(visibleLine(keys[0] ?? ''), width);
  return `${[...heading, ...lines].join('\n')}\n`;
}

/** A move of the workspace to another address is one event, which each campaign has in its history. */
function isFirstOfMove({ change, id }: AuditEntry, at: number, entries: readonly AuditEntry[]): boolean {
  return change !== 'target' || entries[at - 1]?.id !== id;
}

/** What comes after the time in the first line. Two addresses of a target are too long for it. */
function cellsOf(entry: AuditEntry, hasKey: boolean): string[] {
  const isTarget = entry.change === 'target';
  return [
    ...(hasKey ? [isTarget ? 'all campaigns' : entry.key] : []),
    memberOf(VERBS, entry.change) ?? entry.change.replaceAll('-', ' '),
    isTarget ? '' : clipToWidth(detailOf(entry), 48),
    entry.actor?.replace(/ <.*>$/, '') ?? '',
    [entry.pullRequest?.replace(/\d+/g, '#$&'), commitWords(entry)].filter(Boolean).join(' '),
  ];
}

/** What comes below. A run of a workflow is known by the number in the address of its page. */
function moreOf({ change, summary, requestId, run, page }: AuditEntry): string[] {
  const shortRun = /\/runs\/(\d+)$/.exec(page ?? '')?.[1] ?? run;
  return [
    change === 'target' ? summary : '',
    requestId ? `request ${requestId}` : '',
    shortRun ? `run ${shortRun}` : '',
  ];
}

/** The commit, and what was allowed: `19630da (dirty, conflict)`. */
function commitWords({ commit, allowed }: AuditEntry): string {
  if (commit === null) return '';
  return `${commit.slice(0, 7)}${allowed.length > 0 ? ` (${allowed.join(', ')})` : ''}`;
}

/** The past tense of each change with an effect; the others are named by their codes: `create not confirmed`. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  transition: 'status',
  note: 'noted',
  adopt: 'adopted',
  import: 'imported',
  forget: 'forgotten',
  move: 'moved',
};

/** The summary without what other columns already show. */
function detailOf({ words, summary, change, components, restored, status, movedFrom }: AuditEntry): string {
  if (movedFrom !== null) return `from ${movedFrom}`;
  if (status) return `${status.from} → ${status.to}${change === 'status' ? ', in the service' : ''}`;
  const named = (names: readonly string[]) =>
    names.map((name) => (isComponentName(name) ? componentName(name) : name));
  if (change === 'update')
    return withRestored({ components: named(components), restored: named(restored) }).join(', ');
  return words ?? (memberOf(VERBS, change) === undefined ? summary : '');
}
