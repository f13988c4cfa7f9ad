import { Liquid } from 'liquidjs';
import { nearest } from '../../model/nearest.ts';
import { FINDINGS_AT_MOST } from '../rules/placed.ts';
import type { Piece, TemplatePart } from './template.ts';
import type { FoundIn } from '../check.ts';
import type { ContentText } from './texts.ts';

// Expressions that no service can evaluate, and names that it doesn't know (open points V17 and W18). The service sends a text
// with a typo anyway: it loses a first name or half of a message. Its language is close to Jinja, and the local service uses
// Liquid, so what either of them can read is accepted, and so are tags that neither has: the service may.

type Fault = FoundIn<'EXPRESSION'>;

/**
 * The names that an expression may begin with. The specification mentions content blocks and the like without their
 * spelling.
 */
export const ROOTS: readonly string[] = [
  ...['user', 'UserAttribute', 'event', 'EventAttribute', 'BusinessEventAttribute', 'vars'],
  ...['ContentBlock', 'ContentApi', 'ProductSet', 'CustomTemplate'],
];
const WORDS = words(
  'true false nil null none True False None empty blank not forloop tablerowloop loop range super caller',
);

/** Addresses and dates that services provide under names of their own. */
const OF_SERVICE =
  /(?:^|_)(?:url|uri|link)$|unsub|opt_?out|preferenc|browser|web_?(?:view|version)|^(?:now|today|date|year|current_\w+)$/i;

/** Tags that are closed by `end…`. */
const BLOCKS = words(
  'if unless for case ifchanged tablerow capture comment raw doc filter macro with set call block autoescape trans',
);
/** Tags that are only in a block. */
const BRANCHES = words('elsif elif else when');
const TAGS = [
  ...BLOCKS,
  ...BLOCKS.map((name) => `end${name}`),
  ...BRANCHES,
  ...words('assign do echo increment decrement cycle break continue liquid #'),
  ...words('include render import from layout extends'),
];

/** An output, without its braces, that begins with no value: `{{ }}`, or the `{{#if .}}` of another language. */
const NO_VALUE = /^[-+~]?\s*(?:[-+~]?$|[^\s\p{L}\p{N}_"'([{+~-])/u;

/** What is wrong with the expressions of a text. */
export function expressionFaults(one: ContentText): Fault[] {
  const { unclosed, parts } = one.template;
  if (unclosed) return [fault(unclosed, 'unclosed')];
  if (!one.isContent) return [];
  if (parts.length === 0) return strayEnd(one);
  return [
    ...strayEnd(one),
    ...parts.filter(isMalformed).map((part) => fault(part, 'malformed')),
    ...parts.flatMap((part) =>
      misspelled(part).map(({ name, at, near }): Fault => ({
        part: { text: name, at: part.at + at },
        params: { why: 'unknown-name', name, near },
      })),
    ),
    ...blockFaults(parts),
    ...rootFaults(parts),
  ];
}

function fault(part: Piece, why: 'unclosed' | 'unopened' | 'malformed'): Fault {
  return { part, params: { why, seen: part.text } };
}

/** How many parts are remembered, and of how many characters: most are in many texts. */
const [PARTS, CHARS] = [2_000, 200];

/** What is read of a part, once for those that are the same. */
function byText<Value extends object | boolean>(
  read: (part: TemplatePart) => Value,
): (part: TemplatePart) => Value {
  const known = new Map<string, Value>();
  return (part) => {
    const value = known.get(part.text) ?? read(part);
    if (known.size === PARTS) known.clear();
    if (part.text.length <= CHARS) known.set(part.text, value);
    return value;
  };
}

const misspelled = byText(misspelledFilters);
/** Whether a part has no value, or can't be read. */
const isMalformed = byText((part) => {
  const isWithoutValue = !part.tag && NO_VALUE.test(part.inside);
  return isWithoutValue || ROOTS.includes(part.tag ?? '') || isUnreadable(part);
});

/** An expression that begins or ends with too few braces: `{user.first_name}`, which is sent as it is. */
const TOO_FEW_BRACES = new RegExp(
  `(?:\\{\\s{0,9})?(?<![\\w.])\\b(?:${ROOTS.join('|')})[.[][^{}<>%]{1,200}\\}\\}?`,
  'g',
);

/** Expressions without some braces, or the first `}}` that closes nothing. In an email, that may be a part of a style. */
function strayEnd({ html, isRead, template: { sent } }: ContentText): Fault[] {
  if (!isRead || !sent.includes('}')) return [];
  const loose = [...(html?.shown ?? sent).matchAll(TOO_FEW_BRACES)].map(({ 0: text, index: at }) =>
    fault({ text, at }, 'malformed'),
  );
  const at = html || loose.length > 0 ? -1 : sent.search(/(?<!\uE001|\{\{)\}\}/);
  return at === -1 ? loose : [fault({ text: '}}', at }, 'unopened')];
}

function blockFaults(parts: readonly TemplatePart[]): Fault[] {
  const faults: Fault[] = [];
  const open: { readonly part: TemplatePart; readonly name: string }[] = [];
  for (const part of parts) {
    const { tag } = part;
    if (!tag || faults.length >= FINDINGS_AT_MOST) continue;
    const name = TAGS.includes(tag) ? tag : nearest(tag.replace('/', 'end'), TAGS);
    if (name !== undefined && name !== tag)
      faults.push({ part, params: { why: 'unknown-name', name: tag, near: name } });
    if (name === undefined) continue;
    if (BLOCKS.includes(name) && !(name === 'set' && part.inside.includes('='))) open.push({ part, name });
    if (open.length === 0 && BRANCHES.includes(name)) return [...faults, fault(part, 'unopened')];
    // Comments may be nested.
    if (!name.startsWith('end') || (name === 'endcomment' && open.at(-1)?.name !== 'comment')) continue;
    if (open.pop()?.name !== name.slice(3)) return [...faults, fault(part, 'unopened')];
  }
  return [...faults, ...open.map(({ part }) => fault(part, 'unclosed'))];
}

/** Outputs that begin with an unknown name. A name that occurs in a tag may be declared there. */
function rootFaults(parts: readonly TemplatePart[]): Fault[] {
  const declared = new Set(
    parts.flatMap(({ tag, inside }) => (tag === undefined ? [] : (inside.match(/[\p{L}_][\w-]*/gu) ?? []))),
  );
  return parts.flatMap((part): Fault[] => {
    const [written = '', name] = /^[-+~]?\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(part.inside) ?? [];
    if (part.tag !== undefined || name === undefined) return [];
    const at = part.at + 2 + written.length - name.length;
    const isPath = /^\s*[.[]/.test(part.inside.slice(written.length));
    if (declared.has(name) || ROOTS.includes(name) || WORDS.includes(name)) return [];
    if (!isPath && OF_SERVICE.test(name)) return [];
    return [{ part: { text: name, at }, params: { why: 'unknown-name', name, near: nearest(name, ROOTS) } }];
  });
}

// The syntax of a single output or tag, as Liquid reads it. Filters are called in either way, `| f("x")` and `| f: "x"`.

const engine = new Liquid();

/** The filters of Liquid, and those of Jinja that it doesn't have. Others may be the service's own. */
const FILTERS: readonly string[] = [
  ...Object.keys(engine.filters),
  ...words(
    'attr batch center count currency d dictsort e float format groupby indent int items length list lower',
  ),
  ...words(
    'max md5 min money number pprint random rejectattr round safe select selectattr sha1 string striptags',
  ),
  ...words('title tojson trim unique upper urlencode urlize wordcount wordwrap datetime strftime'),
];

/** What stands around a tag that isn't complete by itself. */
const AROUND: Readonly<Record<string, readonly [before: string, after: string]>> = {
  ...Object.fromEntries(words('if unless for case').map((name) => [name, ['', `{% end${name} %}`] as const])),
  ...Object.fromEntries(words('elsif else').map((name) => [name, ['{% if a %}', '{% endif %}'] as const])),
  when: ['{% case a %}', '{% endcase %}'],
  assign: ['', ''],
};

/** Operators, calls, lists and tests of Jinja that Liquid doesn't have, in an expression without its texts. */
const OF_JINJA =
  /[~(){}+*%/]|\s-\s|\b(?:is|not|in)\b|\bif\b|\belse\b|\[[^\]]*,|\|[^|]*(?:[=!<>]=|[<>]|\b(?:and|or)\b)/;
/** Where nothing or too much stands: `user. `, `user..x`, `| |`, `x |`, `first name`, `a ==`, `default:`. */
const INCOMPLETE = /\w\.(?!\w|\[)|[|:,]\s*(?:\||$)|(?:[=!<>]=|[<>]|\b(?:and|or|contains))\s*$/;
const TWO_NAMES = /^\s*[\w.]+\s+(?!(?:and|or|contains)\b)[\w.]/;

function words(text: string): string[] {
  return text.split(' ');
}

/** Whether a part can't be read, neither by Liquid nor by Jinja. */
function isUnreadable({ tag, inside }: TemplatePart): boolean {
  const around = tag === undefined ? (['', ''] as const) : AROUND[tag];
  // A backslash before a quote has another meaning in each language.
  if (!around || inside.includes('\\')) return false;
  const plain = withLiquidCalls(withoutTexts(inside).replace(/^[-+~]|[-+~]$/g, ''));
  const ofFor = tag === 'for' ? plain.replace(/^(\s*[\w-]+\s+)in\b/, '$1') : plain;
  if (tag === 'else') return /\w/.test(plain);
  if (['()', '[]', '{}'].some(([open, close]) => countOf(plain, open) !== countOf(plain, close))) return true;
  if (OF_JINJA.test(ofFor) || (tag === 'for' && /^[^|]*,.*\sin\s/.test(plain))) return false;
  if (INCOMPLETE.test(plain) || (tag === undefined && TWO_NAMES.test(plain))) return true;
  const [before, after] = around;
  const part = tag === undefined ? `{{${plain}}}` : `{% ${tag} ${plain} %}`;
  try {
    engine.parse(`${before}${part}${after}`);
    return false;
  } catch {
    return true;
  }
}

/** `| default("x")` as `| default: "x"`. */
export function withLiquidCalls(part: string): string {
  return part.replace(/(\|\s*\w+)\s*\(([^()]*)\)/g, (_, call: string, given: string) =>
    given.trim() === '' ? call : `${call}: ${given}`,
  );
}

function countOf(text: string, sign = ''): number {
  return text.split(sign).length - 1;
}

/** Filters that are probably misspelled: each with its place in the part, and the one that was meant. */
function misspelledFilters({ text, inside }: TemplatePart): { name: string; at: number; near: string }[] {
  const from = text.lastIndexOf(inside);
  return [...withoutTexts(inside).matchAll(/\|\s*([\p{L}_]\w*)/gu)].flatMap(
    ({ 0: whole, 1: name = '', index }) => {
      const near = FILTERS.includes(name) ? undefined : nearest(name, FILTERS);
      return near === undefined ? [] : [{ name, at: from + index + whole.length - name.length, near }];
    },
  );
}

/** An expression with texts of the same length that say nothing. */
function withoutTexts(inside: string): string {
  return inside.replace(/"[^"]*"|'[^']*'/g, (text) => `"${'x'.repeat(text.length - 2)}"`);
}
