import { clip } from '../../model/show.ts';
import { isWord, tokensOf, type Finding, type TemplatePart, type Token } from './expression-scan.ts';

// Signs that are missing in an expression: the service may refuse it, or evaluate something else.

/** Tags with a condition. */
const CONDITIONAL: readonly string[] = ['if', 'elsif', 'elif', 'unless'];

/** Signs that form another one together with `=`. */
const COMPARING: readonly string[] = ['=', '!', '<', '>'];

/** A comparison with a single `=`, and a filter without the colon before its value. */
export function signMissingIn(part: TemplatePart): Finding[] {
  const tokens = tokensOf(part);
  const found = tokens.flatMap(
    (_, index) => singleEqual(part, tokens, index) ?? colonless(tokens, index) ?? [],
  );
  return found.map(({ at, put, message }) => {
    const offset = at - part.at;
    const whole = part.text.slice(0, offset) + put + part.text.slice(offset);
    return { kind: 'doubtful', part, message, hint: `write ${clip(whole)}` };
  });
}

/** Where a sign is missing, and what to write there. */
interface Missing {
  readonly at: number;
  readonly put: string;
  readonly message: string;
}

function singleEqual(
  { tag = '' }: TemplatePart,
  tokens: readonly Token[],
  index: number,
): Missing | undefined {
  const [before, sign, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!CONDITIONAL.includes(tag) || sign?.text !== '=') return undefined;
  if ([before, next].some((one) => COMPARING.includes(one?.text ?? ''))) return undefined;
  return { at: sign.at, put: '=', message: 'a single = compares nothing' };
}

/** `| default "you"`; words without a colon may be the operators of another language. */
function colonless(tokens: readonly Token[], index: number): Missing | undefined {
  const [bar, name, value] = tokens.slice(index, index + 3);
  if (bar?.text !== '|' || !name || !isWord(name) || !/^["'\d]/.test(value?.text ?? '')) return undefined;
  const message = `a colon is missing after the filter ${clip(name.text)}`;
  return { at: name.at + name.text.length, put: ':', message };
}
