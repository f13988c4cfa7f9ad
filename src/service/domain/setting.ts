/** What is wrong with a setting. */
export interface Mistake {
  /** Where in the setting, in words; empty for the whole. */
  readonly place: string;
  readonly message: string;
  /** A name that is none, and the names there are. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
}

/** A setting that can be used, or all that is wrong with it. */
export type SettingRead<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly mistakes: readonly Mistake[] };

/** A mistake about a name: of what kind it should be one, and which there are. */
export function unknownName(
  place: string,
  what: string,
  unknown: { readonly name: string; readonly known: readonly string[] },
): Mistake {
  const { name } = unknown;
  const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  return { place, message: `"${shown}" is not ${what}`, unknown };
}
