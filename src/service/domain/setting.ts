/** A problem in a setting. */
export interface Mistake {
  /** Where in the setting, in words; empty for the whole. */
  readonly place: string;
  readonly message: string;
  /** An unknown name, and the known ones. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
}

/** A usable setting, or all its problems. */
export type SettingRead<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly mistakes: readonly Mistake[] };

/** The mistake for an unknown name; `what` says what it should have been. */
export function unknownName(
  place: string,
  what: string,
  unknown: { readonly name: string; readonly known: readonly string[] },
): Mistake {
  const { name } = unknown;
  const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  return { place, message: `"${shown}" is not ${what}`, unknown };
}
