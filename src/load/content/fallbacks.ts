import { nearest } from '../../model/nearest.ts';
import { ATTRIBUTE, plain } from './attributes.ts';
import type { FoundIn } from '../check.ts';
import type { ContentText } from './texts.ts';

// A user who lacks an attribute reads "Hi ," in its place. Attributes of events and variables of loops are there whenever the
// message is sent, and addresses and IDs have no words that could stand in for them.

const HAS_DEFAULT = /\|\s*(?:default\w*|d)\b|\bor\b|\|\||\belse\b/;
/** An output, or a tag that gives a variable a value. */
const ASSIGNS = /^\{(?:\{|%[-+~]?\s*(?:assign|set)\s+(\w+)\s*=)[-+~]?\s*(.*)/s;
const ALWAYS_THERE =
  /^(?:(?:user|customer|unique)?[ _]?id|e-?mail\b.*|locale)$|(?:url|uri|link|href|token|code)$|unsub/i;
/** Blocks that show their content only to users who have what their condition names. */
const GUARDS: readonly string[] = ['if', 'unless', 'case', 'for', 'with'];

/** Parts of such a block with a condition of their own. */
const BRANCHES: readonly string[] = ['elsif', 'elif', 'elseif', 'when'];

/** Outputs of a user attribute in text that people read, without a default, also by a variable that is nothing else. */
export function missingFallbacks({ isRead, html, template: { parts } }: ContentText): FoundIn<'FALLBACK'>[] {
  if (!isRead) return [];
  const open: string[][] = [];
  const guarded = new Map<string, number>();
  const variables = new Map<string, string>();
  const tags = html?.tags.values();
  let around = tags?.next().value;
  return parts.flatMap((part): FoundIn<'FALLBACK'>[] => {
    const { tag, text, at } = part;
    const names = namesIn(text, variables);
    if (tag !== undefined) openOrClose(tag, names.map(plain), { open, guarded });
    while (around && around.end <= at) around = tags?.next().value;
    const isShown = !html || (html.shown[at] === '{' && !(around && around.at < at));
    const [, variable, value = ''] = ASSIGNS.exec(text) ?? [];
    const [name = ''] = hasDefault(text) || !beginsWithOne(value, variables) ? [] : names;
    const isMissing = name !== '' && !guarded.get(plain(name)) && !ALWAYS_THERE.test(name);
    if (variable !== undefined) {
      variables.delete(variable);
      if (isMissing) variables.set(variable, name);
    }
    return isMissing && tag === undefined && isShown ? [{ part: { text, at }, params: { seen: text } }] : [];
  });
}

/** Also if the word is misspelled, which is reported as that. */
function hasDefault(text: string): boolean {
  const filters = [...text.matchAll(/\|\s*(\w+)/g)].map(([, name = '']) => name);
  return HAS_DEFAULT.test(text) || filters.some((name) => nearest(name, ['default']) !== undefined);
}

/** The names in the conditions of each open block, and how many of these blocks there are for each name. */
interface Guards {
  readonly open: string[][];
  readonly guarded: Map<string, number>;
}

function openOrClose(tag: string, names: readonly string[], { open, guarded }: Guards): void {
  const isEnd = tag.startsWith('end') && GUARDS.includes(tag.slice(3));
  if (GUARDS.includes(tag)) open.push([]);
  else if (!isEnd && !BRANCHES.includes(tag)) return;
  const counted = isEnd ? (open.pop() ?? []) : open.length > 0 ? names : [];
  if (!isEnd) open.at(-1)?.push(...names);
  for (const name of counted) guarded.set(name, (guarded.get(name) ?? 0) + (isEnd ? -1 : 1));
}

function beginsWithOne(value: string, variables: ReadonlyMap<string, string>): boolean {
  return /^(?:user|UserAttribute)\b/.test(value) || variables.has(/^\w*/.exec(value)?.[0] ?? '');
}

/** The names of the user attributes in a part of a template. */
function namesIn(text: string, variables: ReadonlyMap<string, string>): string[] {
  return [
    ...[...text.matchAll(ATTRIBUTE)].map(([, dotted, , quoted]) => dotted ?? quoted ?? ''),
    ...(variables.size === 0
      ? []
      : (text.match(/\b\w+/g) ?? []).flatMap((word) => variables.get(word) ?? [])),
  ];
}
