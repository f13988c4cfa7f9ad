import type { RuleParams } from '../../model/findings.ts';
import { nearest } from '../../model/nearest.ts';
import type { Rule } from '../check.ts';
import { FINDINGS_AT_MOST } from '../rules/placed.ts';
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
import { inText, textsOf, type ContentText, type FoundAt, type Part } from './texts.ts';

// Expressions that no service can evaluate, and names that are unknown. The service sends a text with a typo anyway: it
// loses a first name or half of a message.

type Fault = FoundAt<'EXPRESSION'>;
type Params = RuleParams['EXPRESSION'];

/** Open points V17 and W18. What can't be evaluated is an error once it is sent; in a draft, a warning. */
export const expressionsWork: Rule = {
  code: 'EXPRESSION',
  check: ({ body }) =>
    textsOf(body).flatMap((one) => {
      const { unclosed } = one.template;
      if (!one.isContent)
        return inText(
          one,
          unclosed ? [{ part: unclosed, params: { why: 'unclosed', seen: unclosed.text } }] : [],
        );
      if (unclosed) return inText(one, [broken(unclosed, 'unclosed')]);
      return inText(one, [...stray(one), ...partFaults(one, body.campaign_delivery_type)]);
    }),
};

function broken(part: Part, why: 'unclosed' | 'unopened' | 'malformed'): Fault {
  return { part, params: { why, seen: part.text }, only: 'publish' };
}

/** The first `}}` that closes nothing. It may be text, and in the body of an email a part of a style sheet. */
function stray({ html, isRead, template: { sent } }: ContentText): Fault[] {
  const at = html || !isRead ? -1 : sent.search(/(?<!\uE001|\{\{)\}\}/);
  return at === -1 ? [] : [{ part: { text: '}}', at }, params: { why: 'unopened', seen: '}}' } }];
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
  const { tag, inside } = part;
  const written = inside.replace(tag === undefined ? /^[-+~]|[-~+]$/g : /[-~+]$/, '').trim();
  if (written === '' && (tag === undefined || tag === '' || NEEDING.includes(tag)))
    return broken(part, 'malformed');
  if (UNREAD.includes(tag ?? '')) return undefined;
  const isCut = /[\w\])]\.\s*(?:[|=!<>)]|$)/.test(written.replace(/"[^"]*"|'[^']*'/g, '""'));
  return isCut || (tag === undefined && TAG_AS_OUTPUT.test(written)) ? broken(part, 'malformed') : undefined;
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
    if (name !== part.tag) faults.push({ part, params: { why: 'unknown-name', name: part.tag, near: name } });
    if (name === undefined || (name === 'set' && part.inside.includes('='))) continue;
    const near = open.slice(-DEPTH);
    if (BLOCKS.has(name)) open.push({ part, name });
    else if (name.startsWith('end')) {
      const at = near.findLastIndex((one) => `end${one.name}` === name);
      // Comments may be nested.
      if (at === -1 && name === 'endcomment') continue;
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

/** Types of campaigns that no event of the user triggers. */
const UNTRIGGERED: readonly unknown[] = ['ONE_TIME', 'PERIODIC'];

function namesIn(parts: readonly TemplatePart[], deliveryType: unknown): Fault[] {
  const own = new Set(parts.flatMap(declaredBy));
  const isTriggered = !UNTRIGGERED.includes(deliveryType);
  const faults: Fault[] = [];
  for (const part of parts) {
    if (faults.length >= FINDINGS_AT_MOST) break;
    // `$file` in braces is reported as a reference.
    if (UNREAD.includes(part.tag ?? '') || (part.tag !== undefined && !TAGS.includes(part.tag))) continue;
    const tokens = tokensOf(part);
    for (const [index, token] of tokens.entries()) {
      const params = judge(tokens, index, { own, isTriggered });
      if (params) faults.push({ part: token, params });
    }
  }
  return faults;
}

function declaredBy(part: TemplatePart): string[] {
  if (part.tag === undefined || !DECLARING.has(part.tag)) return [];
  const tokens = tokensOf(part).map(({ text }) => text);
  const end = tokens.indexOf(DECLARING.get(part.tag) ?? '');
  return tokens.slice(0, end === -1 ? undefined : end).map((text) => text.replace(/["']/g, ''));
}

interface Scope {
  /** The names that the template declares. */
  readonly own: ReadonlySet<string>;
  readonly isTriggered: boolean;
}

/** Checks a word by the signs around it. */
function judge(tokens: readonly Token[], index: number, { own, isTriggered }: Scope): Params | undefined {
  const { text: name = '' } = tokens[index] ?? {};
  if (!/^[\p{L}_]/u.test(name)) return undefined;
  const [before, last, next, after] = [-2, -1, 1, 2].map((step) => tokens[index + step]?.text);
  const unknown = (known: readonly string[]): Params | undefined =>
    known.includes(name) ? undefined : { why: 'unknown-name', name, near: nearest(name, known) };
  if (last === '|') return unknown(FILTERS);
  const isProperty = last === '.' && before !== '.';
  const isArgument = next === ':' || next === '(' || (next === '=' && after !== '=');
  const isTest = last === 'is' || (last === 'not' && before === 'is');
  if (isProperty || own.has(name)) return undefined;
  if (!isTriggered && OF_EVENTS.includes(name)) return { why: 'no-event', root: name };
  return isArgument || isTest || WORDS.includes(name) ? undefined : unknown(ROOTS);
}
