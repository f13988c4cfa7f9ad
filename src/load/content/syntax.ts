import { Liquid } from 'liquidjs';
import { nearest } from '../../model/nearest.ts';
import type { TemplatePart } from './template.ts';

// The syntax of a single output or tag, as Liquid reads it. The service's language is closer to Jinja (open point W18), so
// filters are called in either way, `| f("x")` and `| f: "x"`, and what only Jinja can read is left to it.

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
/** Brackets that belong together. */
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;
const TWO_NAMES = /^\s*[\w.]+\s+(?!(?:and|or|contains)\b)[\w.]/;

export function words(text: string): string[] {
  return text.split(' ');
}

/** Whether a part can't be read, neither by Liquid nor by Jinja. */
export function isUnreadable({ tag, inside }: TemplatePart): boolean {
  const around = tag === undefined ? (['', ''] as const) : AROUND[tag];
  // A backslash before a quote has another meaning in each language.
  if (!around || inside.includes('\\')) return false;
  const plain = withLiquidCalls(withoutTexts(inside).replace(/^[-+~]|[-+~]$/g, ''));
  const ofFor = tag === 'for' ? plain.replace(/^(\s*[\w-]+\s+)in\b/, '$1') : plain;
  if (tag === 'else') return /\w/.test(plain);
  if (BRACKETS.some(([open, close]) => countOf(plain, open) !== countOf(plain, close))) return true;
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

function countOf(text: string, sign: string): number {
  return Array.from(text).filter((one) => one === sign).length;
}

/** Filters that are probably misspelled: each with its place in the part, and the one that was meant. */
export function misspelledFilters({
  text,
  inside,
}: TemplatePart): { name: string; at: number; near: string }[] {
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
