/** A mistake in a setting. */
export interface Mistake {
  /** The position in the setting, in words. Empty for the whole setting. */
  readonly place: string;
  readonly message: string;
  /** The unknown name, and the known ones. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
}

/** A usable setting, or all mistakes in it. */
export type SettingRead<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly mistakes: readonly Mistake[] };

/** The mistake for an unknown name. `what` is the kind of name that was expected. */
export function unknownName(
  place: string,
  what: string,
  unknown: { readonly name: string; readonly known: readonly string[] },
): Mistake {
  const { name } = unknown;
  const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  return { place, message: `"${shown}" is not ${what}`, unknown };
}
