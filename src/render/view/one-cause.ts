import type { CampaignKey } from '../../model/campaign.ts';
import type { DriftedCampaign } from '../../model/drift.ts';
import type { Failed } from '../../model/failure.ts';
import type { HeldCause } from '../../model/held.ts';
import type { LastEdit } from '../../model/last-edit.ts';
import type { Note } from '../../model/plan.ts';
import { gathered } from './group.ts';

// One cause is reported once: with the number of campaigns that it affects and their names, and not again for each of
// them. Sentences name their campaign (`campaigns replace promo/sale`), so they are compared without such names. This is
// the one place that decides which names those are, for plans, results and drift.

/** The names of a campaign in its own sentences. */
export interface OwnNames {
  readonly key: string;
  readonly file?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
  /** The previous key of a moved file. */
  readonly former?: string | undefined;
}

/**
 * A cause's code and parameters with `KEY`, `FILE`, `ID` and `OLD-KEY` in place of the names, and without the positions in
 * the campaign's file. `edit` replaces who edited the campaign last, because that may differ from campaign to campaign.
 * Every text stays a text, so the result has the type of the value, which the compiler can't see.
 */
export function withoutNames<Value>(value: Value, own: OwnNames, edit?: LastEdit): Value {
  const names = new Map<unknown, string>([
    [own.campaignId, 'ID'],
    [own.file, 'FILE'],
  ]);
  const keys = new Map<unknown, string>([
    [own.key, 'KEY'],
    [own.former, 'OLD-KEY'],
  ]);
  return renamed(value, '', { names, keys, edit }) as Value;
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
  other: true,
  of: true,
  as: true,
};

interface Replacement {
  readonly names: ReadonlyMap<unknown, string>;
  readonly keys: ReadonlyMap<unknown, string>;
  readonly edit: LastEdit | undefined;
}

/** `field` is where the value stands. */
function renamed(value: unknown, field: string, replacement: Replacement): unknown {
  const { names, keys, edit } = replacement;
  if (typeof value === 'string')
    return names.get(value) ?? (Object.hasOwn(KEY_FIELDS, field) ? keys.get(value) : undefined) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => renamed(one, field, replacement));
  const entries = Object.entries(value).flatMap(([name, one]: [string, unknown]): [string, unknown][] => {
    if (name === 'edit') return edit ? [[name, edit]] : [];
    if (name === 'place' && isPlaceIn(one, names)) return [];
    // The ID of a live campaign that a file may belong to.
    return [[name, name === 'id' ? 'ID' : renamed(one, name, replacement)]];
  });
  return Object.fromEntries(entries);
}

/** A position in the campaign's own file. A position in workspaces.yaml is the same for all campaigns. */
function isPlaceIn(place: unknown, names: Replacement['names']): boolean {
  return typeof place === 'object' && place !== null && 'file' in place && names.get(place.file) === 'FILE';
}

/** The person who made all edits, with the time if it is the same; undefined if there is no such person. */
export function commonEdit(edits: readonly (LastEdit | null | undefined)[]): LastEdit | undefined {
  const [first, ...others] = edits;
  if (!first || others.some((one) => one?.by !== first.by)) return undefined;
  const at = others.every((one) => one?.at === first.at) ? first.at : null;
  return first.by === null && at === null ? undefined : { by: first.by, at };
}

/** Something to report about one campaign. */
export interface Reported<Words> {
  readonly words: Words;
  /** `words` without the names of the campaign. */
  readonly shared: Words;
}

/** Things with one cause. */
export interface OneCause<Thing, Words> {
  /** At least one. */
  readonly things: readonly [Thing, ...Thing[]];
  /** The thing's own words if it is alone or all have the same; otherwise words without names. */
  readonly words: Words;
}

/** Things with the same cause together, at the place of the first, if there are enough for a group. */
export function byCause<Words, Thing extends Reported<Words>>(
  things: readonly Thing[],
): OneCause<Thing, Words>[] {
  return gathered(things, ({ shared }) => JSON.stringify(shared)).flatMap(([first, ...others]) => {
    if (!first) return [];
    const own = JSON.stringify(first.words);
    const isSame = others.every(({ words }) => JSON.stringify(words) === own);
    return [{ things: [first, ...others] as const, words: isSame ? first.words : first.shared }];
  });
}
