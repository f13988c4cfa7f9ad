import { clip } from '../../model/show.ts';
import { CONDITIONAL, conditionOf, conditionSlips, elseSlips } from './expression-conditions.ts';
import { dateFormat } from './expression-dates.ts';
import { afterTest, isMissingDot, operatorAt } from './expression-grammar.ts';
import { attributeLike, ROOTS, USER_ATTRIBUTES, WORDS } from './expression-names.ts';
import { outputSlips } from './expression-outputs.ts';
import {
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
    ...tokens.flatMap(
      (_, index) => colonless(tokens, index) ?? dotless(tokens, index) ?? dateFormat(tokens, index) ?? [],
    ),
    ...otherDots(part, tokens),
    ...spacedNames(part, tokens, own),
    ...unquotedTexts(part, tokens, own),
    ...loopWithoutIn(part, tokens),
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
  if (old !== '') return `write ${clip(put.trim())} in place of ${old === ',' ? 'the comma' : clip(old)}`;
  const [next = ''] = /^\s*(?:"[^"]*"|'[^']*'|\S+)/.exec(text.slice(at - start)) ?? [];
  return `write ${clip(`${put}${next}`.trim())} in place of ${clip(next.trim())}`;
}

const BRACES: readonly string[] = ['{{', '}}'];

/** `{% if {{ user.vip }} %}` */
function innerBraces({ text, at: start }: TemplatePart, { at }: Token): Slip {
  const [space = ''] = /^\s*/.exec(text.slice(at + 2 - start)) ?? [];
  return { at, to: at + 2 + space.length, put: '', message: "a tag can't have other braces inside" };
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
  if (!root || !name || !isMissingDot(tokens, index + 1)) return undefined;
  const message = `a dot is missing after ${root.text}`;
  return { at: root.at + root.text.length, to: name.at, put: '.', message };
}

/** Objects whose attributes may have spaces in their names, and where these are written. */
const SPACED: ReadonlyMap<string, string> = new Map([
  ['user', 'UserAttribute'],
  ['event', 'EventAttribute'],
]);

/** `user.First Name`, `user first name`, `First Name` */
function spacedNames({ tag }: TemplatePart, tokens: readonly Token[], own: ReadonlySet<string>): Slip[] {
  return tokens.flatMap((root, index): Slip[] => {
    const object = SPACED.get(root.text);
    const isBare = object === undefined && tag === undefined && index === 0 && !own.has(root.text);
    const [before, dot] = [tokens[index - 1], tokens[index + 1]];
    if ((object === undefined && !isBare) || before?.text === '.') return [];
    const from = isBare ? 0 : dot?.text === '.' ? index + 2 : index + 1;
    const isBegun = dot?.text === '.' && !isBare ? isWord(tokens[from] ?? {}) : isPlainWord(tokens, from);
    if (!isBegun || USER_ATTRIBUTES.includes(tokens[from]?.text ?? '')) return [];
    let end = from + 1;
    while (isPlainWord(tokens, end)) end += 1;
    const last = tokens[end - 1];
    if (end === from + 1 || !last) return [];
    const words = tokens.slice(from, end).map(({ text }) => text);
    const usual = root.text === 'event' ? undefined : attributeLike(words.join('_'));
    // In a condition, a word before a value, or at the end, is rather an operator or a text.
    if (tag !== undefined && usual === undefined && !isComparison(tokens, end)) return [];
    const put = usual === undefined ? `${object ?? 'UserAttribute'}["${words.join(' ')}"]` : `user.${usual}`;
    const message = "a name in an expression can't have spaces";
    return [{ at: root.at, to: last.at + last.text.length, put, message }];
  });
}

function isComparison(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.text !== 'not' && operatorAt(tokens, index) !== undefined;
}

/** `user->first_name`, `user..first_name` */
function otherDots({ tag, text, at: start }: TemplatePart, tokens: readonly Token[]): Slip[] {
  if (tag !== undefined && !CONDITIONAL.includes(tag)) return [];
  return tokens.flatMap((root, index): Slip[] => {
    if (!SPACED.has(root.text) || tokens[index - 1]?.text === '.') return [];
    const at = root.at + root.text.length;
    const [whole, sign, name] =
      /^\s*(->|::?|\.{2,3}|\/)\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(text.slice(at - start, at - start + 99)) ??
      [];
    if (whole === undefined || name === undefined) return [];
    const message = `a dot belongs after ${root.text}, not ${sign ?? ''}`;
    return [{ at, to: at + whole.length, put: `.${name}`, message }];
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

/** `{% for item event.items %}`, `{% for item of event.items %}` */
function loopWithoutIn({ tag }: TemplatePart, tokens: readonly Token[]): Slip[] {
  const [item, list] = tokens;
  if (tag !== 'for' || !item || !list || !isWord(item) || !isWord(list)) return [];
  if (tokens.some(({ text }) => text === 'in')) return [];
  const to = list.text === 'of' ? list.at + 2 : list.at;
  const put = list.text === 'of' ? 'in' : 'in ';
  return [{ at: list.at, to, put, message: `"in" is missing after ${clip(item.text)}` }];
}

/** `{{ "user.first_name" }}`: the words themselves. */
function quotedPath([first, next]: readonly Token[]): Slip[] {
  const [, path] = /^["']((?:user|event)(?:\.[\w-]+)+)["']$/.exec(first?.text ?? '') ?? [];
  if (!first || path === undefined || next?.text === '[') return [];
  const message = `${clip(first.text)} is text because of its quotes, not a value`;
  return [{ at: first.at, to: first.at + first.text.length, put: path, message }];
}
