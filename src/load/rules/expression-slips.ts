import { clip } from '../../model/show.ts';
import { CONDITIONAL, conditionOf, conditionSlips, elseSlips } from './expression-conditions.ts';
import { afterOperand, afterTest, lacksDot, operatorAt } from './expression-grammar.ts';
import { attributeLike, ROOTS, USER_ATTRIBUTES, WORDS } from './expression-names.ts';
import {
  isLiteral,
  isWord,
  tokensOf,
  type Finding,
  type Slip,
  type TemplatePart,
  type Token,
} from './expression-scan.ts';
import { FINDINGS_AT_MOST } from './rule.ts';

// Signs that are missing in an expression, or belong to another language: the service may refuse it, or evaluate
// something else.

/** What is wrong with the signs of a part. `own` holds the names that the template declares. */
export function slipsIn(part: TemplatePart, own: ReadonlySet<string>): Slip[] {
  const all = tokensOf(part).filter(
    ({ text }, index, { length }) => index + 1 < length || !/^[-+~]$/.test(text),
  );
  const hasBraces = part.tag !== undefined && all.some(({ text }) => text === '{{');
  const isBrace = ({ text }: Token) => hasBraces && BRACES.includes(text);
  const tokens = all.filter((token) => !isBrace(token));
  const condition = conditionOf(part, tokens);
  const found = [
    ...all.filter(isBrace).map((token) => innerBraces(part, token)),
    ...tokens.flatMap((_, index) => colonless(tokens, index) ?? dotless(tokens, index) ?? []),
    ...spacedNames(part, tokens),
    ...unquotedTexts(part, tokens, own),
    ...quotedPath(part.tag === undefined ? tokens : condition),
    ...elseSlips(part, tokens),
    ...conditionSlips(part, condition),
    ...(part.tag === undefined ? outputSlips(part, tokens) : []),
  ];
  let end = -1;
  return found
    .sort((a, b) => a.at - b.at)
    .filter(({ at, to }) => at >= end && (end = Math.max(to, at + 1)) > 0)
    .slice(0, FINDINGS_AT_MOST);
}

/** One finding for all that can be corrected, and one for each other slip. */
export function slipFindings(part: TemplatePart, slips: readonly Slip[]): Finding[] {
  const edits = slips.flatMap((slip) => (slip.put === undefined ? [] : [{ ...slip, put: slip.put }]));
  const others = slips.flatMap(({ at, to, message, hint }): Finding[] => {
    const text = part.text.slice(at - part.at, to - part.at);
    return hint === undefined ? [] : [{ kind: 'doubtful', part: { text, at }, message, hint }];
  });
  const [first] = edits;
  if (!first) return others;
  const whole = edits.reduceRight(
    (text, { at, to, put }) => text.slice(0, at - part.at) + put + text.slice(to - part.at),
    part.text,
  );
  const isShort = clip(whole) === whole;
  const hint = isShort
    ? `write ${whole}`
    : [...new Set(edits.map((edit) => inPlace(part, edit)))].join(', and ');
  return [{ kind: 'doubtful', part, message: first.message, hint }, ...others];
}

/** An edit of an expression that is too long for a message. */
function inPlace(
  { text, at: start }: TemplatePart,
  { at, to, put }: Slip & { readonly put: string },
): string {
  const old = text.slice(at - start, to - start).trim();
  if (put.trim() === '') return `remove ${clip(old)}`;
  if (old !== '') return `write ${clip(put.trim())} in place of ${clip(old)}`;
  const [next = ''] = /^\s*(?:"[^"]*"|'[^']*'|\S+)/.exec(text.slice(at - start)) ?? [];
  return `write ${clip(`${put}${next}`.trim())} in place of ${clip(next.trim())}`;
}

const BRACES: readonly string[] = ['{{', '}}'];

/** `{% if {{ user.vip }} %}` */
function innerBraces({ text, at: start }: TemplatePart, { at }: Token): Slip {
  const [space = ''] = /^\s*/.exec(text.slice(at + 2 - start)) ?? [];
  return { at, to: at + 2 + space.length, put: '', message: 'a tag can have no other braces inside' };
}

/** `| default "you"`; words without a colon may be the operators of another language. */
function colonless(tokens: readonly Token[], index: number): Slip | undefined {
  const [bar, name, value] = tokens.slice(index, index + 3);
  if (bar?.text !== '|' || !name || !isWord(name) || !/^["'\d]/.test(value?.text ?? '')) return undefined;
  const at = name.at + name.text.length;
  return { at, to: at, put: ':', message: `a colon is missing after the filter ${clip(name.text)}` };
}

/** `user first_name` */
function dotless(tokens: readonly Token[], index: number): Slip | undefined {
  const [root, name] = tokens.slice(index, index + 2);
  if (!root || !name || !lacksDot(tokens, index + 1)) return undefined;
  const message = `a dot is missing after ${root.text}`;
  return { at: root.at + root.text.length, to: name.at, put: '.', message };
}

/** Objects whose attributes may have spaces in their names, and where these are written. */
const SPACED: ReadonlyMap<string, string> = new Map([
  ['user', 'UserAttribute'],
  ['event', 'EventAttribute'],
]);

/** `user.First Name` */
function spacedNames({ tag }: TemplatePart, tokens: readonly Token[]): Slip[] {
  return tokens.flatMap((root, index): Slip[] => {
    const object = SPACED.get(root.text);
    const [before, dot, first] = [-1, 1, 2].map((step) => tokens[index + step]);
    if (object === undefined || before?.text === '.' || dot?.text !== '.' || !first) return [];
    if (!isWord(first) || USER_ATTRIBUTES.includes(first.text)) return [];
    let end = index + 3;
    while (isPlainWord(tokens, end)) end += 1;
    const [last, next] = [tokens[end - 1], tokens[end]];
    if (end === index + 3 || !last) return [];
    const words = tokens.slice(index + 2, end).map(({ text }) => text);
    const usual = root.text === 'user' ? attributeLike(words.join('_')) : undefined;
    // In a condition, a word before a value, or at the end, is rather an operator or a text.
    if (tag !== undefined && usual === undefined && !(next && operatorAt(tokens, end))) return [];
    const put = usual === undefined ? `${object}["${words.join(' ')}"]` : `user.${usual}`;
    const message = `a name after ${root.text}. can have no spaces`;
    return [{ at: root.at, to: last.at + last.text.length, put, message }];
  });
}

/** Whether a word is neither an operator nor the beginning of a path or an argument. */
function isPlainWord(tokens: readonly Token[], index: number): boolean {
  const [word, next] = [tokens[index], tokens[index + 1]];
  if (!word || !isWord(word) || WORDS.has(word.text) || operatorAt(tokens, index)) return false;
  return !['.', ':', '(', '[', '='].includes(next?.text ?? '') && !ROOTS.includes(word.text);
}

/** Tags whose values may be texts. */
const WITH_TEXTS: readonly string[] = ['', ...CONDITIONAL, 'assign', 'set', 'when'];
const BEFORE_TEXT = [
  ':',
  '==',
  '===',
  '!=',
  '<>',
  'contains',
  'contain',
  'includes',
  'has',
  'equals',
  'equal',
  'to',
  'is',
];

/** `== Gold`, `default: dear friend` */
function unquotedTexts(
  { tag = '' }: TemplatePart,
  tokens: readonly Token[],
  own: ReadonlySet<string>,
): Slip[] {
  if (!WITH_TEXTS.includes(tag)) return [];
  const slips: Slip[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [before, first] = [tokens[at - 1], tokens[at]];
    const isValue = before
      ? BEFORE_TEXT.includes(before.text) || (before.text === '=' && CONDITIONAL.includes(tag))
      : tag === 'when';
    if (!first || !isValue || !isPlainWord(tokens, at) || afterTest(tokens, at - 1) !== undefined) continue;
    if (own.has(first.text) || attributeLike(first.text) !== undefined) continue;
    const from = at;
    while (isPlainWord(tokens, at + 1)) at += 1;
    const words = tokens
      .slice(from, at + 1)
      .map(({ text }) => text)
      .join(' ');
    const { at: begin, text } = tokens[at] ?? first;
    const message = `${clip(words)} has no quotes, so it is read as a name`;
    slips.push({ at: first.at, to: begin + text.length, put: `"${words}"`, message });
  }
  return slips;
}

/** `{{ "user.first_name" }}`: the words themselves. */
function quotedPath([first, next]: readonly Token[]): Slip[] {
  const [, path] = /^["']((?:user|event)(?:\.[\w-]+)+)["']$/.exec(first?.text ?? '') ?? [];
  if (!first || path === undefined || next?.text === '[') return [];
  const message = `${clip(first.text)} is a text because of its quotes, not a value`;
  return [{ at: first.at, to: first.at + first.text.length, put: path, message }];
}

/** `{{ user.first_name || "there" }}`, and a filter without its name. */
function outputSlips(part: TemplatePart, tokens: readonly Token[]): Slip[] {
  const end = afterOperand(tokens, 0);
  const [sign, next] = [tokens[end ?? -1], tokens[(end ?? 0) + 1]];
  if (end === undefined || !sign) return [];
  const { at, text } = sign;
  if (text === '|' && (!next || next.text === '|')) {
    const [last = sign] = tokens.slice(end - 1);
    const message = 'the name of a filter is missing after |';
    return [{ at: last.at + last.text.length, to: next?.at ?? at + 1, put: next ? ' ' : '', message }];
  }
  const isFallback = ['||', '??', ','].includes(text) && next !== undefined;
  if (!isFallback && !(isLiteral(sign) && tokens[end - 2]?.text !== '|')) return [];
  const isTouching = !/\s/.test(part.text.charAt(at - part.at - 1));
  const put = `${isTouching ? ' ' : ''}| default:${isFallback ? '' : ' '}`;
  const message = 'a value for users who have none needs the filter default';
  return [{ at, to: isFallback ? at + text.length : at, put, message }];
}
