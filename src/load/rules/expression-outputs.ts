import { clip } from '../../model/show.ts';
import { afterOperand } from './expression-grammar.ts';
import { FILTERS, ROOTS } from './expression-names.ts';
import { isLiteral, type Slip, type TemplatePart, type Token } from './expression-scan.ts';

// What is shown: one value, with filters. Everything else after a value was meant as something that needs another form.

/** `{{ user.first_name || "there" }}`, `{{ user.first_name | upcase | }}`, `{{ $user.first_name }}`. */
export function outputSlips(part: TemplatePart, tokens: readonly Token[]): Slip[] {
  const [first, root] = tokens;
  const isMarked = first && root && SIGNS.includes(first.text) && ROOTS.includes(root.text);
  const mark = isMarked ? [removed(first, root.at)] : [];
  const end = afterOperand(tokens, mark.length);
  const [last, sign, next] = [-1, 0, 1].map((step) => tokens[(end ?? -9) + step]);
  if (!last || !sign) return [...mark, ...noArgument(tokens)];
  return [...mark, ...(filterSlip(tokens, { last, sign, next }) ?? valueSlip(part, { last, sign, next }))];
}

/** Signs before a name in other languages. */
const SIGNS: readonly string[] = ['$', '@', '#', '.', '&'];

function removed({ text, at }: Token, to: number): Slip {
  return { at, to, put: '', message: `"${text}" doesn't belong in an expression` };
}

/** `{{ user.first_name | default: }}` */
function noArgument(tokens: readonly Token[]): Slip[] {
  const { at, text } = tokens.at(-1) ?? { at: 0, text: '' };
  if (text !== ':') return [];
  return [{ at, to: at + 1, message: 'nothing follows :', hint: 'write a value, such as "you"' }];
}

/** The last token of a value, and what follows it. */
interface Rest {
  readonly last: Token;
  readonly sign: Token;
  readonly next: Token | undefined;
}

/** A filter that lacks its name, its colon, or the `|` before it. */
function filterSlip(tokens: readonly Token[], { last, sign, next }: Rest): Slip[] | undefined {
  const at = last.at + last.text.length;
  if (sign.text === '|' && (!next || next.text === '|')) {
    const message = 'the name of a filter is missing after |';
    return [{ at, to: next?.at ?? sign.at + 1, put: next ? ' ' : '', message }];
  }
  if (FILTERS.includes(sign.text) && (next?.text === ':' || next?.text === '('))
    return [
      { at: sign.at, to: sign.at, put: '| ', message: `a | is missing before the filter ${sign.text}` },
    ];
  if (tokens[tokens.indexOf(last) - 1]?.text !== '|') return undefined;
  if (sign.text !== '=') return [];
  return [
    { at, to: sign.at + 1, put: ':', message: `a colon is missing after the filter ${clip(last.text)}` },
  ];
}

const FALLBACKS: readonly string[] = ['||', '??', ',', ':', '|'];

function valueSlip(part: TemplatePart, { last, sign, next }: Rest): Slip[] {
  const { at, text } = sign;
  const second = text === ',' ? next : sign;
  if (second && ROOTS.includes(second.text)) {
    const from = last.at + last.text.length;
    return [{ at: from, to: second.at, put: ' }} {{ ', message: 'an expression shows one value' }];
  }
  if (text === ';' && !next) return [removed(sign, at + 1)];
  if (text === '?') {
    const hint = 'write {% if … %} … {% else %} … {% endif %}';
    return [{ at, to: at + 1, message: '"?" is not an operator here', hint }];
  }
  const isFallback = FALLBACKS.includes(text) && next !== undefined;
  if (!isFallback && !isLiteral(sign)) return [];
  const isTouching = !/\s/.test(part.text.charAt(at - part.at - 1));
  const put = `${isTouching ? ' ' : ''}| default:${isFallback ? '' : ' '}`;
  const message = 'a value for users who have none needs the filter default';
  return [{ at, to: isFallback ? at + text.length : at, put, message }];
}
