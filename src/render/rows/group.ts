import type { CampaignKey } from '../../model/campaign.ts';
import type { DriftedCampaign } from '../../model/drift.ts';
import type { Failed } from '../../model/failure.ts';
import { groupBy } from '../../model/grouping.ts';
import type { HeldCause } from '../../model/held.ts';
import type { Note } from '../../model/plan.ts';
import { joined, plainText, type Message } from '../../messages/phrase.ts';
import { exactly, type ComponentValues } from './value-row.ts';
import type { Row } from './row.ts';

// What several campaigns have in common is read once: one edit of a snippet in 23 campaigns, one reason that blocks 40. The
// sentences of a group name no campaign, and each name in it is followed by what is only true of that campaign.

/** The smallest number of rows that are shown together. */
const GROUP_AT_LEAST = 3;

export interface RowGroup extends Message {
  readonly rows: readonly [Row, ...Row[]];
  /** The status that all campaigns of the group have; empty if they differ. */
  readonly live: string;
  /** Whether the words are those of each campaign, so that none has anything of its own. */
  readonly isSame: boolean;
}

/** Rows that say the same, at the place of the first of them. Every other row is alone. */
export function groupRows(rows: readonly Row[]): RowGroup[] {
  const place = new Map(rows.map((row, at) => [row, at]));
  const groups = groupBy(rows, ({ kind, head, like }) => JSON.stringify([kind, head, like]))
    .flatMap((group) => (group.length < GROUP_AT_LEAST ? group.map((one) => [one]) : [group]))
    .sort(([left], [right]) => (left && right ? (place.get(left) ?? 0) - (place.get(right) ?? 0) : 0));
  return groups.flatMap(([first, ...others]) => {
    if (!first) return [];
    // What is only true of one campaign needs no words of its own where it is true of all.
    const isSame = others.every((one) => textOf(one) === textOf(first));
    const { why, todo } = isSame ? first : first.shared;
    const live = others.every((one) => one.live === first.live) ? first.live : '';
    return [{ rows: [first, ...others], live, why, todo, isSame }];
  });
}

function textOf({ why, todo }: Message): string {
  return plainText(joined(why, todo));
}

/** Campaigns of a group whose values differ in the same way. */
export interface SameValues {
  readonly rows: readonly Row[];
  readonly values: readonly ComponentValues[];
}

export function valuesOf({ rows }: RowGroup): SameValues[] {
  return groupBy(rows, ({ values }) => exactly(values)).map((same) => ({
    rows: same,
    values: same[0]?.values ?? [],
  }));
}

/** What the list of a group says about one of its campaigns besides its name and status. */
export function asideIn({ isSame }: RowGroup, { aside }: Row): string {
  return isSame ? '' : aside;
}

/** The names of a campaign in its own sentences. */
export interface OwnNames {
  readonly key: string;
  readonly file?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
  /** The previous key of a moved file. */
  readonly former?: string | undefined;
}

/**
 * A cause's code and parameters with `KEY`, `FILE`, `ID` and `OLD-KEY` in place of the names, without the positions in the
 * campaign's file and without who edited it last. Every text stays a text, so the result has the type of the value, which
 * the compiler can't see.
 */
export function withoutNames<Value>(value: Value, { key, file, campaignId, former }: OwnNames): Value {
  const names = new Map<unknown, string>([
    [campaignId, 'ID'],
    [file, 'FILE'],
  ]);
  const keys = new Map<unknown, string>([
    [key, 'KEY'],
    [former, 'OLD-KEY'],
  ]);
  return renamed(value, '', { names, keys }) as Value;
}

/** The fields of causes and notes that are campaign keys or lists of them, at any depth. */
type KeyField<Value> = Value extends CampaignKey
  ? never
  : Value extends readonly (infer Element)[]
    ? KeyField<Element>
    : Value extends object
      ? {
          [Name in keyof Value & string]-?: Exclude<Value[Name], undefined> extends
            CampaignKey | readonly CampaignKey[]
            ? Name
            : KeyField<Exclude<Value[Name], undefined>>;
        }[keyof Value & string]
      : never;

/**
 * Where causes name campaigns, complete by type. Elsewhere, a text that equals a key may be a code: a campaign can be
 * called `drift`.
 */
const KEY_FIELDS: Readonly<Record<KeyField<HeldCause | Note | Failed | DriftedCampaign['remedy']>, true>> = {
  key: true,
  orphan: true,
  of: true,
  as: true,
};

interface Replacement {
  readonly names: ReadonlyMap<unknown, string>;
  readonly keys: ReadonlyMap<unknown, string>;
}

/** `field` is where the value stands. */
function renamed(value: unknown, field: string, replacement: Replacement): unknown {
  const { names, keys } = replacement;
  if (typeof value === 'string')
    return names.get(value) ?? (Object.hasOwn(KEY_FIELDS, field) ? keys.get(value) : undefined) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => renamed(one, field, replacement));
  const entries = Object.entries(value).flatMap(([name, one]: [string, unknown]): [string, unknown][] => {
    if (name === 'edit' || (name === 'place' && isPlaceIn(one, names))) return [];
    // The ID of a live campaign that a file may belong to.
    return [[name, name === 'id' ? 'ID' : renamed(one, name, replacement)]];
  });
  return Object.fromEntries(entries);
}

/** A position in the campaign's own file. A position in workspaces.yaml is the same for all campaigns. */
function isPlaceIn(place: unknown, names: Replacement['names']): boolean {
  return typeof place === 'object' && place !== null && 'file' in place && names.get(place.file) === 'FILE';
}
