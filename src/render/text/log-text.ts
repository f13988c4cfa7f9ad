import type { AuditEntry } from '../../model/audit.ts';
import { isComponentName, type ComponentName } from '../../model/campaign.ts';
import { memberOf } from '../../model/json.ts';
import { withRestored } from '../../messages/trail-messages.ts';
import { nameList } from '../../model/show.ts';
import { columns, foldedWord, indent, wrap, clipToWidth, widthOf } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import { minuteOf } from '../../model/utc-words.ts';

export interface LogText {
  readonly columns: number;
  /** The selected campaigns; if omitted, all of them. A single key is the heading, and isn't repeated in each line. */
  readonly keys?: readonly string[] | undefined;
  /** Whether only a part of the record was selected. */
  readonly isFiltered?: boolean;
  /** The subjects of the applied commits, by commit, as far as they are known. */
  readonly subjects?: ReadonlyMap<string, string>;
  /** The commits with the edits that were applied, where they are known. */
  readonly edits?: ReadonlyMap<AuditEntry, { readonly id: string; readonly subject: string }>;
}

/** Where the second line of an entry begins: below the change. */
const BELOW = 18;

/** The audit trail, newest first: when, what, who and why; below it, the commit's subject and the IDs to ask about. */
export function logText(
  entries: readonly AuditEntry[],
  { columns: width, keys, isFiltered = false, subjects = new Map(), edits = new Map() }: LogText,
): string {
  if (entries.length === 0) return `${nothingWords(keys, isFiltered)}\n`;
  const hasKey = keys?.length !== 1;
  const rows = entries.filter(isFirstOfMove).map((entry) => partsOf(entry, { hasKey, subjects, edits }));
  const first = columns(rows.map(({ at, cells }) => [at, ...cells]));
  const isNarrow = first.some((line) => widthOf(line) > width);
  const below = (text: string) => indent(wrap(text, width - BELOW), BELOW);
  const lines = rows.flatMap(({ at, cells, subject, more }, row) => {
    const [top = '', ...rest] = below(cells.filter(Boolean).join('  '));
    return [
      ...(isNarrow ? [`${at}  ${top.trimStart()}`, ...rest] : [first[row] ?? '']),
      ...below([clipToWidth(subject, width - BELOW), ...more].filter(Boolean).join(' · ')),
    ];
  });
  const heading = hasKey ? [] : foldedWord(visibleLine(keys[0] ?? ''), width);
  return `${[...heading, ...lines].join('\n')}\n`;
}

/** A move of the workspace to another address is one event, which each campaign has in its history. */
function isFirstOfMove({ change, id }: AuditEntry, at: number, entries: readonly AuditEntry[]): boolean {
  return change !== 'target' || entries[at - 1]?.id !== id;
}

function nothingWords(keys: readonly string[] | undefined, isFiltered: boolean): string {
  const of = keys === undefined ? '' : ` for ${nameList(keys)}`;
  return isFiltered ? `Nothing was recorded${of} in that time.` : `Nothing has been recorded${of} yet.`;
}

/** An entry: the cells of its first line, and what comes below it. */
interface Parts {
  readonly at: string;
  readonly cells: readonly string[];
  /** The subject of the commit, which is cut where there is no space for it; empty if it isn't known. */
  readonly subject: string;
  readonly more: readonly string[];
}

function partsOf(
  entry: AuditEntry,
  { hasKey, subjects, edits }: Required<Pick<LogText, 'subjects' | 'edits'>> & { readonly hasKey: boolean },
): Parts {
  const edit = edits.get(entry);
  const commit = edit?.id ?? entry.commit;
  const isTarget = entry.change === 'target';
  const cells = [
    ...(hasKey ? [isTarget ? 'all campaigns' : entry.key] : []),
    verbOf(entry),
    // Two addresses are too long for a column.
    isTarget ? '' : clipToWidth(detailOf(entry), 48),
    entry.actor?.replace(/ <.*>$/, '') ?? '',
    [entry.pullRequest?.replace(/\d+/g, '#$&'), commitWords({ ...entry, commit })].filter(Boolean).join(' '),
  ];
  const more = [
    isTarget ? entry.summary : '',
    entry.commit === null || commit === entry.commit ? '' : `applied with ${entry.commit.slice(0, 7)}`,
    entry.requestId ? `request ${entry.requestId}` : '',
    entry.run ? `run ${shortRun(entry)}` : '',
  ];
  return {
    at: minuteOf(entry.at),
    cells: cells.map(visibleLine),
    subject: visibleLine(edit?.subject ?? subjects.get(entry.commit ?? '') ?? ''),
    more: more.map(visibleLine),
  };
}

/** The commit, and what was allowed: `19630da + uncommitted`, `19630da (conflict)`. */
function commitWords({ commit, allowed }: AuditEntry): string {
  if (commit === null) return '';
  const others = allowed.filter((one) => one !== 'dirty');
  const dirty = allowed.includes('dirty') ? ' + uncommitted' : '';
  return `${commit.slice(0, 7)}${dirty}${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
}

/** In a workflow, the number in the address of its page. */
function shortRun({ run, page }: AuditEntry): string {
  return /\/runs\/(\d+)$/.exec(page ?? '')?.[1] ?? run ?? '';
}

/** The past tense of each change with an effect. */
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

/** Requests without an effect, or with an unknown one. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'create-not-done': 'not created',
  'update-not-done': 'not updated',
  'transition-not-done': 'status not changed',
  'create-not-confirmed': 'creation not confirmed',
  'update-not-confirmed': 'update not confirmed',
  'transition-not-confirmed': 'status not confirmed',
};

function verbOf({ change, components, restored }: AuditEntry): string {
  if (change === 'update' && restored.length > 0 && restored.length === components.length) return 'restored';
  return memberOf(VERBS, change) ?? memberOf(WITHOUT_EFFECT, change) ?? change;
}

/** The parts of a campaign in plain words. */
const PARTS: Readonly<Record<ComponentName, string>> = {
  basic_details: 'basic details',
  connector: 'connector',
  trigger_condition: 'trigger',
  campaign_content: 'content',
  segmentation_details: 'audience',
  scheduling_details: 'schedule',
  delivery_controls: 'delivery controls',
  advanced: 'advanced settings',
  conversion_goal_details: 'goals',
  control_group_details: 'control group',
  utm_params: 'UTM',
  campaign_audience_limit: 'audience limit',
};

/** The summary without what other columns already show. */
function detailOf(entry: AuditEntry): string {
  const { words, summary, change, components, restored, status, movedFrom } = entry;
  if (movedFrom !== null) return `from ${movedFrom}`;
  if (status) return `${status.from} → ${status.to}${change === 'status' ? ', in the service' : ''}`;
  if (change === 'update') {
    const named = (names: readonly string[]) =>
      names.map((name) => (isComponentName(name) ? PARTS[name] : name));
    const marked = restored.length < components.length ? named(restored) : [];
    return withRestored({ components: named(components), restored: marked }).join(', ');
  }
  if (change === 'forget') return 'nothing changed in the service';
  return words ?? (memberOf(VERBS, change) === undefined ? summary : '');
}
