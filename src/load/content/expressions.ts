import type { RuleParams } from '../../model/findings.ts';
import { nearest } from '../../model/nearest.ts';
import type { Rule } from '../check.ts';
import {
  BLOCKS,
  DECLARING,
  DIVIDERS,
  FILTERS,
  NEEDING,
  OF_EVENTS,
  ROOTS,
  TAGS,
  UNREAD,
  WORDS,
} from './names.ts';
import { tokensOf, type TemplatePart, type Token } from './template.ts';
import {
  FINDINGS_AT_MOST,
  inText,
  partsLike,
  textsOf,
  type ContentText,
  type FoundAt,
  type Part,
} from './texts.ts';

// Expressions that no service can evaluate, and names that are unknown. The service sends a text with a typo anyway: it
// loses a first name or half of a message.

type Fault = FoundAt<'EXPRESSION'>;
type Params = RuleParams['EXPRESSION'];

/** Open points V17 and W18. What can't be evaluated is an error once it is sent; in a draft, a warning. */
export const expressionsWork: Rule = {
  code: 'EXPRESSION',
  check: ({ body }) =>
    textsOf(body).flatMap((one) => {
      const { unclosed, unopened } = one.template;
      const open: Fault[] = unclosed ? [broken(unclosed, 'unclosed')] : [];
      if (!one.isContent)
        return inText(
          one,
          open.map(({ part, params }) => ({ part, params })),
        );
      if (unclosed) return inText(one, open);
      // It may be text.
      const stray: Fault[] = unopened ? [{ part: unopened, params: { why: 'unopened', seen: '}}' } }] : [];
      return inText(one, [...stray, ...partFaults(one, body.campaign_delivery_type), ...singleBraces(one)]);
    }),
};

function broken(part: Part, why: 'unclosed' | 'unopened' | 'empty' | 'malformed'): Fault {
  return { part, params: { why, seen: part.text }, only: 'publish' };
}

function partFaults({ template: { parts } }: ContentText, deliveryType: unknown): Fault[] {
  const malformed = new Map(parts.map((part) => [part, malformedIn(part)]));
  const sound = parts.filter((part) => !malformed.get(part));
  const tags = parts.filter((part): part is Tag => Boolean(part.tag));
  const names = parts.some(({ tag }) => tag === 'liquid') ? [] : namesIn(sound, deliveryType);
  return [...parts.flatMap((part) => malformed.get(part) ?? []), ...blockFaults(tags), ...names];
}

/** `{{ if user.vip }}`, `{{#each items}}`, `{{/if}}` */
const TAG_AS_OUTPUT =
  /^[#/]\s*\w|^(?:if|unless|for|elsif|elif|else|endif|endunless|endfor)(?![\w.[(-])(?!\s*[|.])/;

function malformedIn(part: TemplatePart): Fault | undefined {
  const { tag, inside, text } = part;
  const written = inside.replace(tag === undefined ? /^[-+~]|[-~+]$/g : /[-~+]$/, '').trim();
  if (written === '' && (tag === undefined || tag === '' || NEEDING.includes(tag)))
    return broken(part, 'empty');
  if (UNREAD.includes(tag ?? '')) return undefined;
  const isCut = /[\w\])]\.\s*(?:[|=!<>)]|$)/.test(written.replace(/"[^"]*"|'[^']*'/g, '""'));
  if (isCut || (tag === undefined && TAG_AS_OUTPUT.test(written))) return broken(part, 'malformed');
  // Names in braces of their own, as other programs have them; or all attributes at once.
  const isForeign =
    tag === undefined && /^(?:user|event)$|^\{(?!["'\s}])|^[^\p{L}\p{N}_"'([{-]|\$\{/u.test(written);
  return isForeign ? { part, params: { why: 'malformed', seen: text } } : undefined;
}

type Tag = TemplatePart & { readonly tag: string };

/** How many blocks outside a tag are looked at. */
const DEPTH = 99;

/** Whether each block is closed, and whether the tags exist. */
function blockFaults(tags: readonly Tag[]): Fault[] {
  const faults: Fault[] = [];
  const open: { readonly part: Tag; readonly name: string }[] = [];
  const unclosed: (typeof open)[number][] = [];
  for (const part of tags) {
    if (faults.length >= FINDINGS_AT_MOST) break;
    const written = part.tag.replace('/', 'end');
    const name = TAGS.includes(written) ? written : nearest(written, TAGS);
    if (name !== part.tag) faults.push({ part, params: unknown('unknown-tag', part.tag, name) });
    if (name === undefined || (name === 'set' && part.inside.includes('='))) continue;
    const near = open.slice(-DEPTH);
    if (BLOCKS.has(name)) open.push({ part, name });
    else if (name.startsWith('end')) {
      const at = near.findLastIndex((one) => `end${one.name}` === name);
      // It was meant to close the innermost block.
      const closed = open.splice(at === -1 ? -1 : at - near.length);
      if (at === -1) faults.push(broken(part, 'unopened'));
      else unclosed.push(...closed.slice(1));
    } else if (DIVIDERS.includes(name) && !near.some((one) => BLOCKS.get(one.name)?.includes(name))) {
      faults.push(broken(part, 'unopened'));
    }
  }
  const left = [...unclosed, ...open].filter(({ part, name }) => part.tag === name);
  return [...faults, ...left.map(({ part }) => broken(part, 'unclosed'))];
}

function unknown(
  why: 'unknown-root' | 'unknown-tag' | 'unknown-filter',
  name: string,
  near?: string,
): Params {
  return { why, name, near };
}

/** Types of campaigns that no event of the user triggers. */
const UNTRIGGERED: readonly unknown[] = ['ONE_TIME', 'PERIODIC'];

function namesIn(parts: readonly TemplatePart[], deliveryType: unknown): Fault[] {
  const own = new Set(parts.flatMap(declaredBy));
  const faults: Fault[] = [];
  for (const part of parts) {
    if (faults.length >= FINDINGS_AT_MOST) break;
    // `$file` in braces is reported as a reference.
    if (UNREAD.includes(part.tag ?? '') || (part.tag !== undefined && !TAGS.includes(part.tag))) continue;
    const tokens = tokensOf(part);
    for (const [index, token] of tokens.entries()) {
      const params = judge(tokens, index, own);
      if (params) faults.push({ part: token, params });
      else if (UNTRIGGERED.includes(deliveryType) && isEventRoot(tokens, index, own))
        faults.push({ part: token, params: { why: 'no-event', root: token.text } });
    }
  }
  return faults;
}

function isEventRoot(tokens: readonly Token[], index: number, own: ReadonlySet<string>): boolean {
  const { text = '' } = tokens[index] ?? {};
  return OF_EVENTS.includes(text) && tokens[index - 1]?.text !== '.' && !own.has(text);
}

function declaredBy(part: TemplatePart): string[] {
  if (part.tag === undefined || !DECLARING.has(part.tag)) return [];
  const tokens = tokensOf(part).map(({ text }) => text);
  const end = tokens.indexOf(DECLARING.get(part.tag) ?? '');
  return tokens.slice(0, end === -1 ? undefined : end).map((text) => text.replace(/["']/g, ''));
}

/** Checks a word by the signs around it. */
function judge(tokens: readonly Token[], index: number, own: ReadonlySet<string>): Params | undefined {
  const { text: name = '' } = tokens[index] ?? {};
  if (!/^[\p{L}_]/u.test(name)) return undefined;
  const [before, last, next, after] = [-2, -1, 1, 2].map((step) => tokens[index + step]?.text);
  if (last === '|')
    return FILTERS.includes(name) ? undefined : unknown('unknown-filter', name, nearest(name, FILTERS));
  const isProperty = last === '.' && before !== '.';
  const isArgument = next === ':' || next === '(' || (next === '=' && after !== '=');
  const isTest = last === 'is' || (last === 'not' && before === 'is');
  if (isProperty || isArgument || isTest || WORDS.includes(name)) return undefined;
  return ROOTS.includes(name) || own.has(name)
    ? undefined
    : unknown('unknown-root', name, nearest(name, ROOTS));
}

/** A root with a field, or a tag, in single braces: `{ user.first_name }`, `{ % if user.vip %}`. Scripts have calls there. */
const SINGLE = new RegExp(
  String.raw`(?<![{%#$])\{\s{0,9}(?:${ROOTS.join('|')})(?:\.[\w-]{1,99}|\[[^\]{}\n]{1,99}\])[^{}\n();=]{0,99}\}(?!\})` +
    String.raw`|\{\s{1,9}%\s{0,9}(?:${TAGS.filter((tag) => tag !== '#').join('|')})\b[^{}\n]{0,99}\}`,
  'g',
);

/** What is sent as it is written. */
function singleBraces(one: ContentText): Fault[] {
  return partsLike(SINGLE, one).map((part) => ({ part, params: { why: 'single-braces', seen: part.text } }));
}
