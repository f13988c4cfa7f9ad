import { RE2JS, RE2JSSyntaxException } from 're2js';

// Patterns that teams write for names. They may come from anybody who proposes a change, so they are matched by an engine
// that follows all possibilities together: the time for a name is bounded by its length times that of the pattern.

/** Patterns of usual names have less than a hundred instructions; this many need a tenth of a second for a long name. */
const INSTRUCTIONS_AT_MOST = 10_000;

/** What to write in place of a pattern. It is read by itself: nothing around it could balance its brackets. */
export function patternFault(pattern: string): string | undefined {
  try {
    if (RE2JS.compile(pattern).programSize() <= INSTRUCTIONS_AT_MOST) return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    if (error.error !== 'expression too large')
      return `a pattern for the whole name in the syntax of RE2, such as '(DE|AT) - .+' (${error.error})`;
  }
  return 'a pattern that repeats less: fewer or smaller numbers in braces';
}

/** Compiling a pattern takes longer than matching a name. */
const compiledFor = new WeakMap<object, RE2JS>();

/** Whether a whole name matches the pattern of a rule that was accepted. */
export function followsPattern(name: string, rule: { readonly pattern: string }): boolean {
  const compiled = compiledFor.get(rule) ?? RE2JS.compile(rule.pattern);
  compiledFor.set(rule, compiled);
  return compiled.testExact(name);
}
