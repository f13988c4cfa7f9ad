import { diffArrays } from 'diff/lib/diff/array.js';

// Which words of a message change, marked where customers read them.

/** A part of a text; `isChanged` if the other side doesn't have it there. */
export interface MarkedPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The most words that may differ: the time grows with their square. Above that, nothing is marked. */
const EDITS_AT_MOST = 300;

/** Both sides of a text, in parts. */
export function markedTexts(before: string, after: string): readonly [MarkedPart[], MarkedPart[]] {
  const sides = [before.match(WORDS) ?? [], after.match(WORDS) ?? []] as const;
  const [old, next] = changedWords(sides);
  return [parts(sides[0], old), parts(sides[1], next)];
}

/** An expression of a template is one word; so is a run of spaces. */
const WORDS = /\{\{[^}]*\}\}|\{%[^%]*%\}|\s+|(?:(?!\{\{|\{%)\S)+|\S/g;

function parts(words: readonly string[], isChanged: readonly boolean[]): MarkedPart[] {
  const found: MarkedPart[] = [];
  words.forEach((text, at) => {
    const last = found.at(-1);
    const isBetween = /^\s+$/.test(text) && isChanged[at - 1] === true && isChanged[at + 1] === true;
    const changed = isBetween || isChanged[at] === true;
    if (last?.isChanged === changed) found[found.length - 1] = { ...last, text: last.text + text };
    else found.push({ text, isChanged: changed });
  });
  return found;
}

/** Inline, because the styles of the mail are not ours. */
const MARKS = {
  del: 'background:#ffd7d5!important;color:#82071e!important;text-decoration:line-through!important',
  ins: 'background:#aceebb!important;color:#044f1e!important;text-decoration:none!important',
} as const;

/** Both sides of markup that `safeMail` wrote, with the words in it that differ inside `del` and `ins`. */
export function markedMarkup(before: string, after: string): readonly [string, string] {
  const sides = [pieces(before), pieces(after)] as const;
  const words = sides.map((all) => all.filter(isWord)) as [string[], string[]];
  const [old, next] = changedWords(words);
  return [marked(sides[0], old, 'del'), marked(sides[1], next, 'ins')];
}

/** Tags, words and the spaces between them. Attributes have no bare `>`. */
function pieces(markup: string): string[] {
  return markup.match(/<[^>]*>|\s+|[^<\s]+/g) ?? [];
}

function isWord(piece: string): boolean {
  return !piece.startsWith('<') && piece.trim() !== '';
}

function marked(all: readonly string[], isChanged: readonly boolean[], name: keyof typeof MARKS): string {
  let word = 0;
  const written = all.map((piece) => {
    if (!isWord(piece) || isChanged[word++] !== true) return piece;
    return `<${name} style="${MARKS[name]}">${piece}</${name}>`;
  });
  // Neighbors are one mark.
  return written.join('').replace(new RegExp(`</${name}>( +)<${name} style="${MARKS[name]}">`, 'g'), '$1');
}

/** For each word of each side, whether the other side lacks it. */
function changedWords([before, after]: readonly [readonly string[], readonly string[]]) {
  const old = before.map(() => false);
  const next = after.map(() => false);
  if (mustDiffer(before, after) > EDITS_AT_MOST) return [old, next] as const;
  const changes = diffArrays([...before], [...after], { maxEditLength: EDITS_AT_MOST }) ?? [];
  let [at, then] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (removed) old.fill(true, at, at + count);
    if (added) next.fill(true, then, then + count);
    if (!added) at += count;
    if (!removed) then += count;
  }
  return [old, next] as const;
}

/** How many words differ at least, in whatever order they are: found much faster than that a diff has too many. */
function mustDiffer(before: readonly string[], after: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of after) counts.set(word, (counts.get(word) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
