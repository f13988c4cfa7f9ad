import { groupBy } from '../../model/grouping.ts';
import { describeLeftOut } from '../../messages/action-messages/comment-phrases.ts';
import { phraseMarkdown } from './escape-markdown.ts';
import { textOf, type BlockKind, type MarkdownBlock } from './markdown-block.ts';

/** How long a text may be, in the recipient's units: characters of UTF-16, or bytes of UTF-8. */
export interface TextLimit {
  readonly units: 'characters' | 'bytes';
  readonly atMost: number;
}

/** GitHub refuses a comment of more than 65,536 characters. */
export const COMMENT_LIMIT: TextLimit = { units: 'characters', atMost: 60_000 };
/** GitHub refuses a step's summary of more than 1 MiB. */
export const SUMMARY_LIMIT: TextLimit = { units: 'bytes', atMost: 1_000_000 };

/** The limit that remains after `taken` units. */
export function limitWithout({ units, atMost }: TextLimit, taken: number): TextLimit {
  return { units, atMost: atMost - taken };
}

interface Fitting {
  /** Above the line that says what was left out. */
  readonly blocks: readonly MarkdownBlock[];
  /** Below it; always kept. */
  readonly footer: string;
  readonly limit: TextLimit;
  /** The address of a longer text. */
  readonly wholeAt?: string | undefined;
}

/**
 * The blocks in their order, as many as fit, the most needed first. Blocks are left out whole, and counted. Frames are always
 * kept, even if they don't fit.
 */
export function fitBlocks({ blocks, footer, limit, wholeAt }: Fitting): string {
  const whole = textOf(blocks) + footer;
  const measure = measureOf(limit);
  if (measure(whole) <= limit.atMost) return whole;
  // The longest that the line can be.
  const longest = leftOutLine(blocks, new Set(), wholeAt);
  let room = limit.atMost - measure(footer + longest);
  let isFull = false;
  const kept = new Set<MarkdownBlock>();
  for (const one of blocks.toSorted((left, right) => left.priority - right.priority)) {
    const size = measure(one.text);
    if (one.priority > 0 && (isFull || size > room)) {
      // A part that would take most of the space doesn't keep others out.
      isFull ||= size <= limit.atMost / 2;
      continue;
    }
    kept.add(one);
    room -= size;
  }
  const shown = withoutBareHeads(blocks.filter((one) => kept.has(one)));
  return textOf(shown) + leftOutLine(blocks, new Set(shown), wholeAt) + footer;
}

/** What was left out, as a paragraph, and where there is more; empty if nothing was. */
export function leftOutLine(
  blocks: readonly MarkdownBlock[],
  kept: ReadonlySet<MarkdownBlock>,
  wholeAt: string | undefined,
): string {
  const gone = blocks.filter((one) => !kept.has(one));
  const counts = groupBy(gone, ({ kind }) => kind.replace(/^.*-/, '')).map((those): [string, number] => [
    those[0]?.kind.replace(/^.*-/, '') ?? '',
    new Set(those.flatMap(({ keys }) => keys)).size,
  ]);
  const phrase = describeLeftOut(Object.fromEntries(counts), wholeAt);
  return phrase.length === 0 ? '' : `\n${phraseMarkdown(phrase)}\n`;
}

function measureOf({ units }: TextLimit): (text: string) => number {
  if (units === 'characters') return (text) => text.length;
  const encoder = new TextEncoder();
  return (text) => encoder.encode(text).length;
}

/** Without the heads of tables and lists that have no line left. */
function withoutBareHeads(kept: readonly MarkdownBlock[]): MarkdownBlock[] {
  const lined = new Set<BlockKind>(kept.filter(({ keys }) => keys.length > 0).map(({ kind }) => kind));
  return kept.filter(({ kind, keys }) => kind === 'frame' || keys.length > 0 || lined.has(kind));
}
