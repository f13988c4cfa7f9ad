import { groupBy } from '../../model/grouping.ts';
import type { HeldCause } from '../../model/held.ts';
import { messageText } from '../../messages/catalog/row.ts';
import type { Message } from '../../messages/phrase.ts';
import {
  type ComponentValues,
  type Row,
  type ValueRow,
  linesOf,
  unmarked,
  factText,
  type Fact,
  type MarkedLine,
} from './row.ts';
import { fieldName, plainFieldName } from '../../messages/field-names.ts';
import { counted, firstFew } from '../../model/show.ts';
import { clipTo } from '../text-layout.ts';

// What several campaigns have in common is read once: one edit of a snippet in 23 campaigns, one reason that blocks 40. The
// sentences of a group name no campaign, and each name in it is followed by what is only true of that campaign.

/** The smallest number of rows that are shown together. A note is one for all campaigns that it is about. */
const GROUP_AT_LEAST = 3;

export interface RowGroup extends Message {
  readonly rows: readonly [Row, ...Row[]];
  /** The status that all campaigns of the group have; empty if they differ. */
  readonly live: string;
  /** The facts that are true of all of them. */
  readonly facts: readonly Fact[];
  /** What the list of the group says about a campaign besides its name and status. */
  readonly asideOf: (row: Row) => string;
}

/** Rows that say the same, at the place of the first of them. Every other row is alone. */
export function groupRows(rows: readonly Row[]): RowGroup[] {
  const place = new Map(rows.map((row, at) => [row, at]));
  return groupBy(rows, ({ kind, head, like }) => JSON.stringify([kind, head, like]))
    .flatMap((group) => {
      const isTogether = group.length >= GROUP_AT_LEAST || group[0]?.kind === 'note';
      return isTogether ? [group] : group.map((one) => [one]);
    })
    .flatMap(([first, ...others]) => (first ? [groupOf([first, ...others])] : []))
    .sort((left, right) => (place.get(left.rows[0]) ?? 0) - (place.get(right.rows[0]) ?? 0));
}

function groupOf(rows: RowGroup['rows']): RowGroup {
  const [first, ...others] = rows;
  // What is only true of one campaign needs no words of its own where it is true of all.
  const isSame = others.every((one) => messageText(one) === messageText(first));
  const { why, todo } = isSame ? first : first.shared;
  const has = (row: Row, fact: Fact) => row.facts.some((one) => factText(one) === factText(fact));
  const common = first.facts.filter((fact) => others.every((one) => has(one, fact)));
  return {
    rows,
    live: others.every(({ live }) => live === first.live) ? first.live : '',
    why,
    todo,
    facts: common,
    asideOf: (row) =>
      [
        ...row.facts.filter((fact) => !has({ ...row, facts: common }, fact)).map(factText),
        ...(isSame || row.aside === '' ? [] : [row.aside]),
      ].join('; '),
  };
}

/** The campaigns of a group, those whose values differ in the same way together. */
export function byValues({ rows }: RowGroup): Row[][] {
  return groupBy(rows, ({ values }) => JSON.stringify(values));
}

/** The names of a campaign in its own sentences. */
interface OwnNames {
  readonly key: string;
  readonly file?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
  /** The previous key of a moved file. */
  readonly former?: string | undefined;
}

/** The names of a campaign that something blocks: its own, as far as they are known, otherwise those in the cause. */
export function namesOf(cause: HeldCause, { key, file, campaignId }: OwnNames): OwnNames {
  return {
    key,
    file: file ?? ('file' in cause && typeof cause.file === 'string' ? cause.file : undefined),
    campaignId: campaignId ?? ('campaignId' in cause ? cause.campaignId : undefined),
    former: cause.code === 'renamed' ? cause.orphan : undefined,
  };
}

/** Where causes name campaigns. Elsewhere, a text that equals a key may be a code: a campaign can be called `drift`. */
const KEY_FIELDS: readonly string[] = ['key', 'orphan', 'of', 'as'];

/**
 * A cause's code and parameters with `KEY`, `FILE`, `ID` and `OLD-KEY` in place of the names, without the positions in the
 * campaign's file and without who edited it last. Every text stays a text, so the result has the type of the value, which
 * the compiler can't see.
 */
export function withoutNames<Value>(value: Value, { key, file, campaignId, former }: OwnNames): Value {
  const rename = (field: string, one: unknown): unknown => {
    if (field === 'edit' || (field === 'place' && isIn(one, file))) return undefined;
    if (field === 'id' || (one === campaignId && one)) return 'ID';
    if (one === file && one) return 'FILE';
    if (!KEY_FIELDS.includes(field)) return one;
    return one === key ? 'KEY' : one === former && one ? 'OLD-KEY' : one;
  };
  return JSON.parse(JSON.stringify(value, rename)) as Value;
}

/** A position in workspaces.yaml is the same for all campaigns. */
function isIn(place: unknown, file: string | null | undefined): boolean {
  return typeof place === 'object' && place !== null && 'file' in place && place.file === file;
}

// How groups and values are named, and how media with folds show values.

/** `3 campaigns`; `One edit in 23 campaigns`; the name of a single one. */
export function groupTitle([first, ...others]: readonly Row[]): string {
  if (!first || others.length === 0) return first?.subject ?? '';
  return `${first.kind === 'change' ? 'One edit in ' : ''}${counted(others.length + 1, 'campaign')}`;
}

/**
 * What a table says of a group: for changes what is done, and why if it isn't because of an edit of the file, with short
 * values; then the facts that have no column of their own.
 */
export function tableLines(
  { rows, facts }: Pick<RowGroup, 'rows' | 'facts'>,
  columns: readonly Fact['label'][] = [],
): string[] {
  const [{ kind, head, live, values }] = rows;
  const causes = (kind === 'change' ? values : []).flatMap(({ name, cause }) =>
    cause === '' ? [] : [`${fieldName(name, [], '')}: ${cause}`],
  );
  const whole = causes.length === 0 ? head : `${head} (${causes.join('; ')})`;
  return [
    live === 'new' ? whole : whole.replace(fieldsOf(values), () => shortValuesOf(values)),
    ...facts.filter(({ label }) => label === undefined || !columns.includes(label)).map(factText),
  ];
}

/** The fields that differ, short values with them: `title (Android): Title 0 → Fresh line; body`. */
function shortValuesOf(components: readonly ComponentValues[]): string {
  const all = named(components, (name, { was = '(nothing)', now = '(nothing)', lines, field }) => {
    const isShort = !lines && field !== '' && Math.max(was.length, now.length) <= FIELD_CHARS;
    return isShort ? `${name}: ${was} → ${now}` : name;
  });
  const more = all.length - FIELDS_AT_MOST;
  return all.slice(0, FIELDS_AT_MOST).join('; ') + (more > 0 ? ` and ${more} more` : '');
}

/** `promo/spring-sale (blocked): audience`. For a new campaign, all of its content is below. */
export function foldTitle(same: readonly Row[]): string {
  const name = groupTitle(same);
  const { live, kind, values = [] }: Partial<Row> = same[0] ?? {};
  if (live === 'new' && kind === 'change') return `${name} (new): its content`;
  return `${name}${kind === 'blocked' ? ' (blocked)' : ''}: ${fieldsOf(values)}`;
}

/** What differs as lines of a diff, below the names if there are several; a field as marketers know it, and its name in the file. */
export function foldLines(same: readonly Row[]): MarkedLine[] {
  const { kind, values = [] }: Partial<Row> = same[0] ?? {};
  const lines = values.flatMap(({ name, cause, values: own }) => {
    // The table says it for changes.
    const why = cause === '' || kind === 'change' ? '' : ` (${cause})`;
    return own.flatMap((one) => {
      const { context, field } = one;
      const raw = field === '' || plainFieldName(field, name) === field ? [] : [field];
      return [unmarked([fieldName(name, context, field), ...raw].join(' · ') + why), ...linesOf(one)];
    });
  });
  const names = same.length === 1 ? [] : same.map(({ subject }) => unmarked(subject));
  return lines.length === 0 ? [] : [...names, ...lines];
}

/** The most fields that a summary names, and characters of each. */
const FIELDS_AT_MOST = 5;
const FIELD_CHARS = 60;

/** The fields that differ, as marketers know them: `title (Android), UTM campaign`. */
export function fieldsOf(components: readonly ComponentValues[]): string {
  const fields = [...new Set(named(components, (name) => name))];
  return firstFew(fields, FIELDS_AT_MOST);
}

const WHOLE: ValueRow = { context: [], field: '', was: undefined, now: undefined };

function named(
  components: readonly ComponentValues[],
  words: (name: string, value: ValueRow) => string,
): string[] {
  return components.flatMap(({ name, values }) =>
    (values.length === 0 ? [WHOLE] : values).map((value) =>
      words(clipTo(fieldName(name, value.context, value.field), FIELD_CHARS), value),
    ),
  );
}
