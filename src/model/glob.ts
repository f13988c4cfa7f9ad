/** Whether a text is a pattern and not a single name. */
export function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/**
 * Whether a name with `/` between its parts matches a pattern: `*` is anything within a part, `**` anything at all, `?`
 * one character, `[a-c]` one of several, `{a,b}` one of several texts. Characters that form no pattern match
 * themselves.
 */
export function matchesGlob(name: string, glob: string): boolean {
  return matchesSteps(name, globSteps(glob));
}

/** Whether a text matches a pattern in which only `*` and `?` are special, without regard to case. */
export function matchesWildcards(text: string, pattern: string): boolean {
  const steps = Array.from(pattern, (sign) =>
    sign === '*' ? anything : one((found) => sign === '?' || isSameLetter(found, sign)),
  );
  return matchesSteps(text, steps);
}

/**
 * One element of a pattern: from the places in a name where it may begin, all places where it may end. They are
 * followed together and not one after the other, so a match takes at most the length of the pattern times that of the
 * name, whatever the pattern.
 */
type Step = (name: readonly string[], from: ReadonlySet<number>) => ReadonlySet<number>;

function matchesSteps(text: string, steps: readonly Step[]): boolean {
  const name = Array.from(text);
  return follow(steps, name, new Set([0])).has(name.length);
}

function follow(steps: readonly Step[], name: readonly string[], from: ReadonlySet<number>) {
  return steps.reduce((places, step) => (places.size === 0 ? places : step(name, places)), from);
}

/** The elements of a pattern. Everything else matches itself. */
const PARTS = /\*\*\/|\*\*|\*|\?|\[!?[^\][/]+\]|\{[^{}]*\}|./gsu;

function globSteps(glob: string): readonly Step[] {
  return (glob.match(PARTS) ?? []).flatMap(stepsOf);
}

function stepsOf(part: string): readonly Step[] {
  if (part === '**/') return [anyFolders];
  if (part === '**') return [anything];
  if (part === '*') return [anythingInPart];
  if (part === '?') return [one((found) => found !== '/')];
  if (part.length > 1 && part.startsWith('{')) return [oneOf(part.slice(1, -1).split(',').map(globSteps))];
  const inside = part.length > 1 && part.startsWith('[') ? charactersIn(part.slice(1, -1)) : undefined;
  return inside ? [one((found) => found !== '/' && inside(found))] : Array.from(part, literal);
}

function one(fits: (found: string) => boolean): Step {
  return (name, from) =>
    new Set([...from].filter((at) => at < name.length && fits(name[at] ?? '')).map((at) => at + 1));
}

function literal(sign: string): Step {
  return one((found) => found === sign);
}

function oneOf(choices: readonly (readonly Step[])[]): Step {
  return (name, from) => new Set(choices.flatMap((steps) => [...follow(steps, name, from)]));
}

const anything = until(() => false);
const anythingInPart = until((found) => found === '/');

function until(ends: (found: string) => boolean): Step {
  return (name, from) => {
    const places = new Set<number>();
    for (const first of from)
      for (let at = first; at <= name.length && !places.has(at); at++) {
        places.add(at);
        if (ends(name[at] ?? '')) break;
      }
    return places;
  };
}

/** Nothing, or everything up to a slash. */
function anyFolders(name: readonly string[], from: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...from, ...[...anything(name, from)].filter((at) => name[at - 1] === '/')]);
}

/** Whether a character is one of those in brackets; undefined if a range ends before it begins. */
function charactersIn(text: string): ((found: string) => boolean) | undefined {
  const isNot = /^[!^]/.test(text);
  const ranges = (text.slice(isNot ? 1 : 0).match(/.-.|./gsu) ?? []).map((range) => {
    const [first = '', , last = first] = range;
    return { first: code(first), last: code(last) };
  });
  if (ranges.some(({ first, last }) => last < first)) return undefined;
  return (found) => ranges.some(({ first, last }) => first <= code(found) && code(found) <= last) !== isNot;
}

function code(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Several letters may share a capital or a small letter: a sigma has two small forms. */
function isSameLetter(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase() || one.toLowerCase() === other.toLowerCase();
}
