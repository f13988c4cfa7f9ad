/** A usable setting, or all mistakes in it, each in one sentence. */
export type SettingRead<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly mistakes: readonly string[] };

/** The mistake for an unknown name. `what` is the kind of name that was expected. */
export function unknownName(name: string, what: string, known: readonly string[]): string {
  const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  return `"${shown}" is not ${what}; there are ${known.join(', ')}`;
}
