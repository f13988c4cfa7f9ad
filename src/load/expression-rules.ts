import { onValue, type Problem } from './problem.ts';
import { textsIn, type Rule } from './rule.ts';

/** Template expressions are the service's; that one is never closed can be seen from here (open point V17). */
export const expressionsAreClosed: Rule = ({ body }) =>
  textsIn(body).flatMap(({ path, text }): Problem[] => {
    const found = firstUnbalanced(text);
    if (!found) return [];
    const message = `a template expression is ${found.part === '{{' ? 'opened here and not closed' : 'closed here and not opened'}`;
    return [
      {
        ...onValue(path, 'W_EXPRESSION', message, 'write {{ … }}'),
        part: { text: found.part, nth: countBefore(text, found.part, found.at) },
      },
    ];
  });

interface Brace {
  readonly part: '{{' | '}}';
  readonly at: number;
}

/** The first `{{` without its `}}`, or the reverse. Linear in the text. */
export function firstUnbalanced(text: string): Brace | undefined {
  let from = 0;
  let matching: boolean | undefined;
  for (;;) {
    const open = text.indexOf('{{', from);
    const stray = text.indexOf('}}', from);
    if (stray !== -1 && (open === -1 || stray < open)) {
      matching ??= bracesMatch(text);
      if (!matching) return { part: '}}', at: stray };
      // Style sheets and JSON close two levels at once.
      from = stray + 2;
      continue;
    }
    if (open === -1) return undefined;
    const close = endOfExpression(text, open + 2);
    if (close === undefined) return { part: '{{', at: open };
    from = close + 2;
  }
}

/** Where the `}}` of an expression stands; undefined when another one begins, or the text ends, before. */
function endOfExpression(text: string, from: number): number | undefined {
  const close = closeOutsideQuotes(text, from) ?? text.indexOf('}}', from);
  if (close === -1) return undefined;
  const inside = text.slice(from, close).replace(/"[^"]*"|'[^']*'/g, '');
  return inside.includes('{{') ? undefined : close;
}

/** The first `}}` that is in no quotes; undefined where quotes stay open, as an apostrophe does. */
function closeOutsideQuotes(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const mark = text[at];
    if (mark === '}' && text[at + 1] === '}') return at;
    if (mark !== '"' && mark !== "'") continue;
    const end = text.indexOf(mark, at + 1);
    if (end === -1) return undefined;
    at = end;
  }
  return undefined;
}

function bracesMatch(text: string): boolean {
  return text.split('{').length === text.split('}').length;
}

function countBefore(text: string, part: string, at: number): number {
  let count = 0;
  for (let here = text.indexOf(part); here !== -1 && here < at; here = text.indexOf(part, here + part.length))
    count++;
  return count;
}
