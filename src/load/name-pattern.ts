import { RE2JS, RE2JSSyntaxException } from 're2js';

// Patterns that teams write for names. They may come from anybody who proposes a change, so they are matched by an engine
// that follows all possibilities together: the time for a name is bounded by its length times that of the pattern.

/** Why a text can't be a pattern, and the part that is wrong or the engine's reason. */
export interface PatternFault {
  readonly fault: 'looks-around' | 'refers-back' | 'too-large' | 'syntax';
  readonly part: string;
}

/** Patterns of usual names have less than a hundred instructions; this many need a tenth of a second for a long name. */
const INSTRUCTIONS_AT_MOST = 10_000;

/** A pattern is read by itself: nothing around it could balance its brackets. */
export function readNamePattern(
  pattern: string,
): PatternFault | { readonly fault?: undefined; readonly compiled: RE2JS } {
  try {
    const compiled = RE2JS.compile(pattern);
    const isTooLarge = compiled.programSize() > INSTRUCTIONS_AT_MOST;
    return isTooLarge ? { fault: 'too-large', part: pattern } : { compiled };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return faultOf(error, pattern);
  }
}

function faultOf({ error, input }: RE2JSSyntaxException, pattern: string): PatternFault {
  const part = input ?? '';
  const [looking] = /^\(\?<?[=!]/.exec(part) ?? [];
  if (looking !== undefined) return { fault: 'looks-around', part: looking };
  if (/^\\[1-9k]/.test(part)) return { fault: 'refers-back', part };
  if (error === 'expression too large') return { fault: 'too-large', part };
  return { fault: 'syntax', part: [error, ...(part === pattern ? [] : [part])].join(' ') };
}

/** Reading a pattern takes longer than matching a name. */
const compiledFor = new WeakMap<object, RE2JS>();

/** Whether a whole name matches the pattern of a rule that was accepted. */
export function followsPattern(name: string, rule: { readonly pattern: string }): boolean {
  const compiled = compiledFor.get(rule) ?? RE2JS.compile(rule.pattern);
  compiledFor.set(rule, compiled);
  return compiled.testExact(name);
}
