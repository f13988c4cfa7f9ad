import { clip } from '../../model/show.ts';
import { WORDS } from './expression-names.ts';
import { isWord, tokensOf, type Finding, type TemplatePart, type Token } from './expression-scan.ts';

// Signs that are missing in an expression: the service may refuse it, or evaluate something else.

/** Tags with a condition. */
const CONDITIONAL: readonly string[] = ['if', 'elsif', 'elif', 'unless'];

/** Signs that form another one together with `=`. */
const COMPARING: readonly string[] = ['=', '!', '<', '>'];

/** A comparison with a single `=`, a filter without the colon before its value, and an attribute without its dot. */
export function signMissingIn(part: TemplatePart): Finding[] {
  const tokens = tokensOf(part);
  const found = tokens.flatMap(
    (_, index) =>
      singleEqual(part, tokens, index) ?? colonless(tokens, index) ?? dotless(tokens, index) ?? [],
  );
  return found.map(({ at, to = at, put, message }) => {
    const whole = part.text.slice(0, at - part.at) + put + part.text.slice(to - part.at);
    return { kind: 'doubtful', part, message, hint: `write ${clip(whole)}` };
  });
}

/** Where a sign is missing, and what to write there. */
interface Missing {
  readonly at: number;
  /** Where the space ends that is there instead. */
  readonly to?: number;
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

/** `user first_name` */
function dotless(tokens: readonly Token[], index: number): Missing | undefined {
  const [root, name] = tokens.slice(index, index + 2);
  if (!root || !name || !lacksDot(tokens, index + 1)) return undefined;
  const message = `a dot is missing after ${root.text}`;
  return { at: root.at + root.text.length, to: name.at, put: '.', message };
}

/** Whether the word at a position is an attribute of the word before it. */
export function lacksDot(tokens: readonly Token[], index: number): boolean {
  const [before, root, name, next] = [-2, -1, 0, 1].map((step) => tokens[index + step]);
  if (!root || !name || !['user', 'event'].includes(root.text) || before?.text === '.') return false;
  return isWord(name) && !WORDS.has(name.text) && next?.text !== ':' && next?.text !== '(';
}
