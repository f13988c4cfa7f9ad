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
  try {
    return new RegExp(`^(?:${patternOf(glob)})$`, 'u').test(name);
  } catch {
    return name === glob;
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
  if (part.length > 1 && part.startsWith('['))
    return part.replace(/^\[!?/, (open) => (open === '[!' ? '[^/' : '[')).replaceAll('\\', '\\\\');
  if (part.length > 1) return `(?:${part.slice(1, -1).split(',').map(patternOf).join('|')})`;
  return part.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');
}
