import { WORDS } from './expression-names.ts';
import { isLiteral, isWord, type Token } from './expression-scan.ts';

// How an expression is put together: operands, with their filters, and operators between them. It may be one of Liquid
// or of Jinja (open point W18), so whatever either of them can read is accepted.

/** Operators, and what people and other languages have in their place; `_` stands for a space. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    and: '&& &',
    or: '|| ,',
    '==': '= === is eq equals equal equal_to equals_to is_equal_to',
    '!=': '!== =! is_not not ne neq not_equal not_equal_to',
    '>': 'gt greater_than is_greater_than more_than',
    '<': 'lt less_than is_less_than',
    '>=': '=> gte ge',
    '<=': '=< lte le',
    contains: 'contain includes include has',
    in: '',
    not_in: '',
    '<>': '',
  }).flatMap(([meant, others]) =>
    [meant, ...others.split(' ')].map((one): [string, string] => [spaced(one), spaced(meant)]),
  ),
);

function spaced(words: string): string {
  return words.replaceAll('_', ' ');
}

export const CONNECTORS: readonly string[] = ['and', 'or'];

export interface Operator {
  /** How many tokens it consists of. */
  readonly length: number;
  readonly meant: string;
}

/** The operator that begins at a token. */
export function operatorAt(tokens: readonly Token[], at: number): Operator | undefined {
  for (const length of [3, 2, 1]) {
    const words = tokens.slice(at, at + length);
    const written = words.map(({ text }) => text.toLowerCase()).join(' ');
    const meant = OPERATORS.get(written);
    if (words.length === length && meant !== undefined) return { length, meant };
  }
  return undefined;
}

/** What may be asked about a value after `is`. */
const TESTS: readonly string[] = `
  blank boolean callable defined divisibleby empty eq equalto escaped even false filter float ge gt in integer iterable
  le lower lt mapping ne nil none null number odd sameas sequence string test true undefined upper`
  .trim()
  .split(/\s+/);

/** Whether `is` or `is not` at a token asks something, such as `is defined`; if so, the index after it. */
export function afterTest(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.text !== 'is') return undefined;
  const test = tokens[at + 1]?.text === 'not' ? at + 2 : at + 1;
  if (!TESTS.includes(tokens[test]?.text.toLowerCase() ?? '')) return undefined;
  return isLiteral(tokens[test + 1] ?? {}) ? test + 2 : test + 1;
}

const PREFIXES: readonly string[] = ['not', '-', '+', '!'];
const ARITHMETIC: readonly string[] = ['+', '-', '*', '/', '%', '~'];

/** The index after an operand with its filters; undefined if there is none. */
export function afterOperand(tokens: readonly Token[], from: number): number | undefined {
  const is = (index: number, ...signs: readonly string[]) => signs.includes(tokens[index]?.text ?? '');
  let at = from;
  for (let isArgument = false; ; at += 1) {
    while (is(at, ...PREFIXES)) at += 1;
    if (isArgument && is(at + 1, ':')) at += 2;
    const after = afterValue(tokens, at);
    if (after === undefined) return undefined;
    at = after;
    const beginsArgument = is(at, ':') && is(at - 2, '|');
    if (!beginsArgument && !(isArgument && is(at, ',')) && !is(at, ...ARITHMETIC)) return at;
    isArgument ||= beginsArgument;
  }
}

/** The index after a text, a number or a path, with its filters and what is asked about it. */
function afterValue(tokens: readonly Token[], from: number): number | undefined {
  const first = tokens[from];
  if (!first) return undefined;
  let at: number | undefined;
  if (OPENING.includes(first.text)) at = afterBracket(tokens, from);
  else if (isLiteral(first) || (isWord(first) && !OPERATORS.has(first.text))) at = from + 1;
  while (at !== undefined) {
    const [sign, next] = [tokens[at]?.text, tokens[at + 1]];
    const isStep = (sign === '.' || sign === '|') && next && (isWord(next) || /^\d/.test(next.text));
    const after = isStep
      ? at + 2
      : sign === '[' || sign === '('
        ? afterBracket(tokens, at)
        : afterTest(tokens, at);
    if (after === undefined) break;
    at = after;
  }
  return at;
}

const OPENING: readonly string[] = ['(', '[', '{'];
const CLOSING: readonly string[] = [')', ']', '}'];

function afterBracket(tokens: readonly Token[], from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    if (OPENING.includes(text)) depth += 1;
    if (CLOSING.includes(text)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Whether the word at a position is an attribute of the word before it. */
export function isMissingDot(tokens: readonly Token[], index: number): boolean {
  const [before, root, name, next] = [-2, -1, 0, 1].map((step) => tokens[index + step]);
  if (!root || !name || !['user', 'event'].includes(root.text) || before?.text === '.') return false;
  if (!isWord(name) || WORDS.has(name.text) || operatorAt(tokens, index)) return false;
  return next?.text !== ':' && next?.text !== '(';
}
