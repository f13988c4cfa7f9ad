import { clip } from '../../model/show.ts';
import { afterOperand, CONNECTORS, isMissingDot, operatorAt, type Operator } from './expression-grammar.ts';
import { WORDS } from './expression-names.ts';
import { isLiteral, isWord, type Slip, type TemplatePart, type Token } from './expression-scan.ts';

// Conditions that people understand but no template language does: they are true, or false, for everyone.

/** Tags with a condition. */
export const CONDITIONAL: readonly string[] = ['if', 'elsif', 'elif', 'unless'];

/** The tokens of a condition; none if a part has no condition. */
export function conditionOf({ tag = '' }: TemplatePart, tokens: readonly Token[]): readonly Token[] {
  if (CONDITIONAL.includes(tag)) return tokens;
  return tag === 'else' ? tokens.slice(tokens[0]?.text === 'if' ? 1 : 0) : [];
}

/** `{% else if user.vip %}` */
export function elseSlips({ tag, at, text }: TemplatePart, [first]: readonly Token[]): Slip[] {
  if (tag !== 'else' || !first || !isWord(first)) return [];
  const from = at + text.indexOf('else');
  const to = first.text === 'if' ? first.at + 2 : from + 'else'.length;
  return [{ at: from, to, put: 'elsif', message: "else can't have a condition" }];
}

/** What is between two connectors: `user.tier == "Gold"`. */
interface Clause {
  /** The index of the connector before it. */
  readonly connector: number | undefined;
  readonly from: number;
  /** The index after its first operand. */
  to: number;
  compares: string | undefined;
}

/** Operators of other languages, a missing one, and a text that is compared with nothing. */
export function conditionSlips(part: TemplatePart, tokens: readonly Token[]): Slip[] {
  const slips: Slip[] = [];
  const clauses: Clause[] = [];
  let clause: Clause = { connector: undefined, from: 0, to: 0, compares: undefined };
  for (let from = 0; ;) {
    const to = afterOperand(tokens, from);
    if (to === undefined) {
      const last = tokens[from - 1];
      if (last && from === tokens.length) slips.push(missingValue(last));
      break;
    }
    if (from === clause.from) clause.to = to;
    slips.push(...decimalComma(tokens[from]));
    const operator = operatorAt(tokens, to);
    const slip = operator ? foreignOperator(tokens, to, operator) : noOperator(tokens, to);
    if (slip) slips.push(slip);
    if (!operator) break;
    from = to + operator.length;
    if (CONNECTORS.includes(operator.meant)) {
      clauses.push(clause);
      clause = { connector: to, from, to: from, compares: undefined };
    } else clause.compares ??= operator.meant;
  }
  for (const { at } of tokens.filter(({ text }) => text === '!'))
    slips.push({ at, to: at + 1, put: 'not ', message: '"!" is not an operator here' });
  // Before the others: a connector that was written in another language may have to be another one here.
  return [...repetitions(part, tokens, [...clauses, clause]), ...slips];
}

/** `3,5` */
function decimalComma({ at, text }: Token = { at: 0, text: '' }): Slip[] {
  if (!/^\d+,\d+$/.test(text)) return [];
  const message = `${clip(text)} needs a point in place of its comma`;
  return [{ at, to: at + text.length, put: text.replace(',', '.'), message }];
}

function missingValue({ at, text }: Token): Slip {
  const hint = CONNECTORS.includes(text)
    ? 'write another condition after it, or remove it'
    : 'write what to compare with, such as "Gold"';
  return { at, to: at + text.length, message: `nothing follows ${clip(text)}`, hint };
}

function foreignOperator(
  tokens: readonly Token[],
  index: number,
  { length, meant }: Operator,
): Slip | undefined {
  const [first, ...others] = tokens.slice(index, index + length);
  if (!first) return undefined;
  const last = others.at(-1) ?? first;
  const written = [first, ...others].map(({ text }) => text).join(' ');
  if (written === meant) return undefined;
  const message = written === '=' ? 'a single = compares nothing' : `"${written}" is not an operator here`;
  const put = first.text === ',' ? ` ${meant}` : meant;
  return { at: first.at, to: last.at + last.text.length, put, message };
}

/** What follows an operand and isn't an operator. */
function noOperator(tokens: readonly Token[], index: number): Slip | undefined {
  const [next, other] = [tokens[index], tokens[index + 1]];
  // After the name of a filter, a colon is missing.
  if (!next || next.text === '|' || tokens[index - 2]?.text === '|' || isMissingDot(tokens, index))
    return undefined;
  const { at, text } = next;
  if (isLiteral(next)) {
    return { at, to: at, put: '== ', message: `an operator is missing before ${clip(text)}` };
  }
  if (!/^[=!<>&|?:^;}]+$/.test(text) && (!isWord(next) || WORDS.has(text))) return undefined;
  const hint = other
    ? 'known: ==, !=, <, >, <=, >=, contains, and, or'
    : 'remove it, or write an operator before it';
  return { at, to: at + text.length, message: `"${clip(text)}" is not an operator`, hint };
}

/**
 * `user.tier == "Gold" or "Silver"`: the second text alone is true for everyone. Without its quotes, it is an unknown
 * name.
 */
function repetitions(part: TemplatePart, tokens: readonly Token[], clauses: readonly Clause[]): Slip[] {
  const slips: Slip[] = [];
  let model: Clause | undefined;
  for (const clause of clauses) {
    if (clause.compares !== undefined) model = clause;
    else if (model) slips.push(...repetition(part, tokens, { model, clause }));
  }
  return slips;
}

function repetition(
  part: TemplatePart,
  tokens: readonly Token[],
  { model, clause: { from, to, connector = -1 } }: { readonly model: Clause; readonly clause: Clause },
): Slip[] {
  const [token, sign, begin, end] = [from, connector, model.from, model.to - 1].map((index) => tokens[index]);
  if (!token || !sign || !begin || !end || to !== from + 1 || isLiteral(begin)) return [];
  const isName = isWord(token) && /^\p{Lu}/u.test(token.text) && !WORDS.has(token.text);
  if (!isName && !isLiteral(token)) return [];
  const left = part.text.slice(begin.at - part.at, end.at + end.text.length - part.at);
  const compares = model.compares ?? '';
  const message = `${clip(token.text)} is compared with nothing, so it is true for everyone`;
  const joined = { '==': 'or', '!=': 'and' }[compares] ?? sign.text;
  const repeated = `${left} ${compares} ${isName ? `"${token.text}"` : token.text}`;
  const compared = { at: token.at, to: token.at + token.text.length, put: repeated, message };
  if (joined === sign.text) return [compared];
  const put = sign.text === ',' ? ` ${joined}` : joined;
  return [{ at: sign.at, to: sign.at + sign.text.length, put, message }, compared];
}
