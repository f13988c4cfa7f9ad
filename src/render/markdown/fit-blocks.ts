import { groupBy } from '../../model/grouping.ts';
import { describeLeftOut } from '../../messages/action-messages/comment-phrases.ts';
import { phraseMarkdown } from './escape-markdown.ts';
import type { BlockKind, MarkdownBlock } from './markdown-block.ts';

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

/** A part that alone takes more than this share of the limit is left out first, because it would cost too much. */
const SHARE_AT_MOST = 1 / 2;

interface Fitting {
  /** Above the line that says what was left out. */
  readonly blocks: readonly MarkdownBlock[];
  /** Below it; always kept. */
  readonly footer: string;
  readonly limit: TextLimit;
  /** The sentence, in Markdown, that says what was left out; empty if nothing was. */
  readonly leftOutText: (leftOut: LeftOutCounts) => string;
}

/** How many campaigns lost which part. */
export type LeftOutCounts = Readonly<Partial<Record<BlockKind, number>>>;

interface Fitted {
  readonly text: string;
  /** Undefined if everything fits. */
  readonly leftOut: LeftOutCounts | undefined;
}

/**
 * The blocks in their order, as many as fit. Blocks are left out whole, the least needed first, and of equally needed ones
 * the last first. Frames are always kept, even if they don't fit.
 */
export function fitBlocks({ blocks, footer, limit, leftOutText }: Fitting): Fitted {
  const measure = measureOf(limit);
  const sized = blocks.map((one) => ({ block: one, size: measure(one.text) }));
  const end = measure(footer);
  const whole = sized.reduce((sum, { size }) => sum + size, end);
  if (whole <= limit.atMost) return { text: textOf(blocks) + footer, leftOut: undefined };

  const needed = sized
    .filter(({ block, size }) => block.priority === 0 || size <= limit.atMost * SHARE_AT_MOST)
    .sort((left, right) => left.block.priority - right.block.priority);
  const frames = needed.filter(({ block }) => block.priority === 0).length;
  let size = needed.reduce((sum, one) => sum + one.size, end);
  for (let count = needed.length; ; count--) {
    if (size <= limit.atMost || count <= frames) {
      const kept = withoutBareHeads(new Set(needed.slice(0, count).map(({ block }) => block)));
      const leftOut = leftOutOf(blocks, kept);
      const left = leftOutText(leftOut);
      if (size + measure(left) <= limit.atMost || count <= frames)
        return { text: textOf(blocks.filter((one) => kept.has(one))) + left + footer, leftOut };
    }
    size -= needed[count - 1]?.size ?? 0;
  }
}

/** What was left out, as a paragraph, and where there is more; empty if nothing was. */
export function leftOutLine(leftOut: LeftOutCounts, wholeAt: string | undefined): string {
  const { 'attention-detail': held = 0, 'change-detail': changed = 0, ...others } = leftOut;
  const phrase = describeLeftOut({ ...others, details: held + changed }, wholeAt);
  return phrase.length === 0 ? '' : `\n${phraseMarkdown(phrase)}\n`;
}

function measureOf({ units }: TextLimit): (text: string) => number {
  if (units === 'characters') return (text) => text.length;
  const encoder = new TextEncoder();
  return (text) => encoder.encode(text).length;
}

/** Without the heads of tables and lists that have no line left. */
function withoutBareHeads(kept: ReadonlySet<MarkdownBlock>): ReadonlySet<MarkdownBlock> {
  const lined = new Set([...kept].filter(({ keys }) => keys.length > 0).map(({ kind }) => kind));
  return new Set(
    [...kept].filter(({ kind, keys }) => kind === 'frame' || keys.length > 0 || lined.has(kind)),
  );
}

/** How many campaigns lost which part. */
export function leftOutOf(blocks: readonly MarkdownBlock[], kept: ReadonlySet<MarkdownBlock>): LeftOutCounts {
  const gone = groupBy(
    blocks.filter((one) => !kept.has(one)),
    ({ kind }) => kind,
  );
  return Object.fromEntries<number>(
    gone
      .map((those) => [those[0]?.kind ?? 'frame', new Set(those.flatMap(({ keys }) => keys)).size] as const)
      .filter(([, count]) => count > 0),
  );
}

function textOf(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(({ text }) => text).join('');
}
