// Names that differ by a few letters and mean the opposite, such as `inactive` and `active`.

/** Prefixes that turn a word into its opposite. */
const NEGATING_PREFIXES = ['not_', 'non_', 'no_', 'in', 'un', 'non', 'not', 'dis', 'de', 'n'];

/** Words that do the same in the middle of a name, as in `is_not_active`. */
const NEGATING_WORDS = /_(?:not|non|never)_/;

/** Stems of opposites that differ by a few letters. */
const OPPOSITE_STEMS = [
  ['inclu', 'exclu'],
  ['enabl', 'disabl'],
] as const;

/** The opposites of a name in small letters that may be misspelled: without its negation, or with the other stem. */
export function oppositesOf(name: string): string[] {
  const affirmed = NEGATING_PREFIXES.filter(
    (prefix) => name.startsWith(prefix) && !isDoubled(name, prefix),
  ).map((prefix) => name.slice(prefix.length));
  return [
    ...affirmed,
    ...(NEGATING_WORDS.test(name) ? [name.replace(NEGATING_WORDS, '_')] : []),
    ...otherStems(name),
  ];
}

/** The names that mean the same as a negated name, such as `excluded` for `not_included`. */
export function synonymsOf(name: string): string[] {
  return NEGATING_PREFIXES.filter((prefix) => name.startsWith(prefix)).flatMap((prefix) =>
    otherStems(name.slice(prefix.length)),
  );
}

function otherStems(name: string): string[] {
  return OPPOSITE_STEMS.flatMap(([one, other]) => [
    ...(name.includes(one) ? [name.replace(one, other)] : []),
    ...(name.includes(other) ? [name.replace(other, one)] : []),
  ]);
}

/** `nname` is more likely a letter typed twice. */
function isDoubled(name: string, prefix: string): boolean {
  return prefix.length === 1 && name[1] === prefix;
}
