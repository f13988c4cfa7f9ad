import type { CampaignKey } from '../../model/campaign.ts';
import { sameJson, valueAt, type JsonObject, type JsonValue } from '../../model/json.ts';
import { lineDiff } from './line-diff.ts';
import { unmarked, type MarkedLine } from './marked-line.ts';
import { readable } from './readable.ts';
import { NOTHING, oneValue, type TwoValues } from './value-words.ts';

/** Who has a value, and which. */
export interface SideValue {
  readonly who: string;
  readonly value: string;
}

/** One place of a component that differs. */
export interface FieldDifference extends TwoValues {
  /** The steps to the field; undefined inside a list of maps, whose entries are named. */
  readonly at: readonly string[] | undefined;
  /** The steps to the field that a reader needs: `android`, `default`, `variation_1`. */
  readonly context: readonly string[];
  readonly field: string;
  /** Who has which value, if neither replaces the other; undefined if `was` becomes `now`. */
  readonly sides?: readonly SideValue[] | undefined;
  /** The other campaigns with exactly this edit of a text, which is shown only here. */
  readonly alsoIn?: readonly CampaignKey[];
  /** The campaign at which exactly this edit of a text is shown. */
  readonly sameAs?: CampaignKey;
}

/** A blocked difference after a change of live: neither value replaces the other, so each is shown with its side. */
export function liveAndFile(one: FieldDifference): FieldDifference {
  if (one.lines) return { ...one, lines: [unmarked('live (-), the file (+):'), ...one.lines] };
  return {
    ...one,
    sides: [
      { who: 'live', value: one.was ?? NOTHING },
      { who: 'the file', value: one.now ?? NOTHING },
    ],
  };
}

/** The values that a conflict is about. */
export interface ThreeValues {
  readonly applied: JsonObject | undefined;
  readonly live: JsonValue | undefined;
  readonly file: JsonValue | undefined;
}

/** A difference that is blocked because both sides changed: the last applied value, the live one, and the file's. */
export function allThree(one: FieldDifference, { applied, live, file }: ThreeValues): FieldDifference {
  if (!one.at || !applied) return liveAndFile(one);
  const [was, hand, wanted] = [applied, live, file].map((value) => valueAt(value, one.at ?? []));
  if (one.lines && typeof was === 'string' && typeof hand === 'string' && typeof wanted === 'string')
    return {
      ...one,
      lines: [
        ...views('in the service since the last apply:', was, hand),
        ...views('in the file since the last apply:', was, wanted),
      ],
    };
  return { ...one, lines: undefined, sides: threeSides(oneValue(was), oneValue(hand), oneValue(wanted)) };
}

/**
 * What both sides changed in the same way, such as a value of live that was written into the file. `edited`: what the file
 * changed since the last apply.
 */
export function sameOnBothSides(
  { applied, live, file }: ThreeValues,
  edited: readonly FieldDifference[],
): FieldDifference[] {
  if (!applied) return [];
  return edited.flatMap((one) => {
    const { at } = one;
    if (!at) return [];
    const [was, hand, wanted] = [applied, live, file].map((value) => valueAt(value, at));
    if (!sameJson(hand ?? null, wanted ?? null)) return [];
    const sides = [
      { who: 'last applied', value: oneValue(was) },
      { who: 'live and the file', value: oneValue(wanted) },
    ];
    return [{ ...one, lines: undefined, sides }];
  });
}

/** The values with their sides. Two sides with the same value are shown once. */
export function threeSides(applied: string, live: string, file: string): SideValue[] {
  if (applied === live)
    return [
      { who: 'live, as last applied', value: live },
      { who: 'the file', value: file },
    ];
  if (applied === file)
    return [
      { who: 'live now', value: live },
      { who: 'the file, as last applied', value: file },
    ];
  return [
    { who: 'last applied', value: applied },
    { who: 'live now', value: live },
    { who: 'the file', value: file },
  ];
}

function views(title: string, before: string, after: string): MarkedLine[] {
  return before === after ? [] : [unmarked(title), ...lineDiff(readable(before), readable(after)).lines];
}
