import { RE2JS } from 're2js';

// Patterns come from files and command lines of anybody, so they are matched by an engine that follows all possibilities
// together: the time for a name is bounded by its length times that of the pattern.

export function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/** Compiling a pattern takes longer than matching many names. A run has few patterns. */
const compiled = new Map<string, Pick<RE2JS, 'testExact'>>();

/**
 * Whether a name with `/` between its parts matches a pattern: `*` is anything within a part, `**` anything at all, `?`
 * one character, `[a-c]` one of several, `{a,b}` one of several texts. Characters that form no pattern match
 * themselves.
 */
export function matchesGlob(name: string, glob: string): boolean {
  if (!isGlob(glob)) return name === glob;
  const known = compiled.get(glob) ?? compileGlob(glob);
  compiled.set(glob, known);
  return known.testExact(name);
}

function compileGlob(glob: string): Pick<RE2JS, 'testExact'> {
  try {
    return RE2JS.compile(patternOf(glob), RE2JS.DOTALL);
  } catch {
    return { testExact: (name) => name === glob };
  }
}

/** The elements of a pattern. Everything else matches itself. */
const PARTS = /\*\*\/|\*\*|\*|\?|\[!?[^\][/]+\]|\{[^{}]*\}|./gsu;

function patternOf(glob: string): string {
  return (glob.match(PARTS) ?? []).map(partPattern).join('');
}

function partPattern(part: string): string {
  if (part === '**/') return '(?:.*/)?';
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  if (/^\[./.test(part))
    return part.replace(/^\[[!^]?/, (open) => (open === '[' ? '[' : '[^/')).replaceAll('\\', '\\\\');
  if (/^\{./.test(part)) return `(?:${part.slice(1, -1).split(',').map(patternOf).join('|')})`;
  return RE2JS.quote(part);
}
