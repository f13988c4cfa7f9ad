import type { MarkdownBlock } from './markdown-block.ts';
import { counted } from './text-layout.ts';

/**
 * The blocks as one text of at most `limit` characters: where room is short, what is about one campaign goes, the least
 * needed kind first and of each kind the last first, and a line before the last block says how much went. What is about
 * several campaigns stays, so there must be room for that.
 */
export function withinBudget(blocks: readonly MarkdownBlock[], limit: number): string {
  const lengthOf = (some: readonly MarkdownBlock[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const expendable = blocks
    .filter(({ key, priority }) => key !== undefined && priority > 0)
    .reverse()
    .sort((left, right) => right.priority - left.priority);
  const left = new Set<MarkdownBlock>();
  const count = { details: 0, rows: 0 };
  let length = lengthOf(blocks);
  for (const one of expendable) {
    if (length + leftOutLine(count).length <= limit) break;
    left.add(one);
    length -= one.text.length;
    count[isDetail(one) ? 'details' : 'rows'] += 1;
  }
  const texts = blocks.filter((one) => !left.has(one)).map(({ text }) => text);
  return [...texts.slice(0, -1), leftOutLine(count), ...texts.slice(-1)].join('');
}

function isDetail({ kind }: MarkdownBlock): boolean {
  return kind === 'attention-detail' || kind === 'change-detail';
}

function leftOutLine({ details, rows }: { readonly details: number; readonly rows: number }): string {
  const what = [
    ...(rows > 0 ? [`${counted(rows, 'line')} of the table`] : []),
    ...(details > 0 ? [`the details of ${counted(details, 'campaign')}`] : []),
  ];
  return what.length === 0 ? '' : `\nLeft out for want of room: ${what.join(', ')}.\n`;
}
