import type { Path } from '../../model/json.ts';
import type { Problem } from '../problem.ts';
import { closeFinder } from './expression-close.ts';
import { sentText } from './expression-scan.ts';
import { inText } from './in-text.ts';
import { textsInBody, type Rule, type RuleInputs } from './rule.ts';

/**
 * The service evaluates template expressions; only an expression that is never closed can be found here (open point
 * V17).
 */
export const expressionsAreClosed: Rule = (inputs) =>
  textsInBody(inputs.body).flatMap(({ path, text }): Problem[] => {
    const found = firstUnbalanced(text);
    if (!found) return [];
    const isOpen = found.part === '{{';
    const message = `a template expression is ${isOpen ? 'opened here but never closed' : 'closed here but never opened'}`;
    const code = isOpen ? codeOfBroken(inputs, path) : 'W_EXPRESSION';
    const hint = `write ${corrected(text, found)}`;
    return [inText({ path, text }, { part: found.part, index: found.at }, [code, message, hint])];
  });

/**
 * The code of an expression or a block that no service can evaluate: an error where the file publishes it, unless the
 * live campaign has it already.
 */
export function codeOfBroken(
  { body, status, isPublished, keepsLive }: RuleInputs,
  path: Path,
): 'E_EXPRESSION' | 'W_EXPRESSION' {
  const isSent = status === 'ACTIVE' && path[0] === 'campaign_content';
  return isSent && !(isPublished && keepsLive({ place: path, body })) ? 'E_EXPRESSION' : 'W_EXPRESSION';
}

/** The expression with all of its braces, if it is clear where it begins and ends. */
function corrected(text: string, { part, at }: Brace): string {
  if (part === '{{') {
    const rest = text.slice(at, at + EXPRESSION_CHARS);
    const [short] = /^\{\{[^{}\n]*\}(?!\})/.exec(rest) ?? [];
    if (short !== undefined) return `${short}}`;
    const [name] = /^\{\{-?\s*[\p{L}_][\p{L}\p{N}_.]*(?:\[(?:'[^'\n]*'|"[^"\n]*")\])?/u.exec(rest) ?? [];
    return name === undefined ? '{{ … }}' : `${name} }}`;
  }
  const before = text.slice(Math.max(0, at - EXPRESSION_CHARS), at);
  const [begun] = /(?<!\{)\{[^{}\n]*$/.exec(before) ?? [];
  if (begun !== undefined) return `{${begun}}}`;
  const [name] = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+\s*$/u.exec(before) ?? [];
  return name === undefined ? '{{ … }}' : `{{ ${name.trim()} }}`;
}

/** The longest expression that is shown, in characters. */
const EXPRESSION_CHARS = 100;

interface Brace {
  readonly part: '{{' | '}}';
  readonly at: number;
}

/**
 * The first `{{` without its `}}`; if there is none, the first `}}` without its `{{`. Style sheets, scripts and JSON
 * close two levels at once, which doesn't count. Linear in the text.
 */
export function firstUnbalanced(template: string): Brace | undefined {
  const text = sentText(template);
  const marks = /\{\{|\}\}|[{}]|<\/?(?:style|script)\b/gi;
  const endOfExpression = closeFinder(text, { open: '{{', close: '}}' });
  let [depth, isCode] = [0, false];
  let stray: Brace | undefined;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [part] = mark;
    if (part === '{{') {
      const close = endOfExpression(mark.index + 2);
      if (close === undefined) return { part, at: mark.index };
      marks.lastIndex = close + 2;
    } else if (part === '}}') {
      if (depth < 2 && !isCode) stray ??= { part, at: mark.index };
      depth = Math.max(0, depth - 2);
    } else if (part === '{') {
      depth += 1;
    } else if (part === '}') {
      depth = Math.max(0, depth - 1);
    } else {
      isCode = !part.startsWith('</');
    }
  }
  return stray;
}
