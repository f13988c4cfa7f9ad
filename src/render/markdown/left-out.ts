import { linked } from './escape-markdown.ts';
import type { LeftOut } from './fit-blocks.ts';
import type { BlockKind } from './markdown-block.ts';
import { counted } from '../../model/show.ts';

const WORDS: Readonly<Record<BlockKind, (count: number) => string>> = {
  frame: () => '',
  attention: (count) => `${counted(count, 'campaign')} that ${count === 1 ? 'needs' : 'need'} attention`,
  call: () => 'the steps to apply them',
  waiting: (count) => counted(count, 'deferred campaign'),
  change: (count) => counted(count, 'change'),
  note: (count) => `notes on ${counted(count, 'campaign')}`,
  'attention-detail': (count) => detailWords(count),
  'change-detail': (count) => detailWords(count),
};

function detailWords(count: number): string {
  return `the differences of ${counted(count, 'campaign')}`;
}

/** `Left out to save space: the differences of 412 campaigns.`, and where there is more; empty if nothing is left out. */
export function leftOutLine(leftOut: LeftOut, wholeAt: string | undefined): string {
  const { 'attention-detail': held = 0, 'change-detail': changed = 0, ...others } = leftOut;
  const counts: LeftOut = { ...others, ...(held + changed > 0 && { 'change-detail': held + changed }) };
  const parts = KINDS.flatMap((kind) => {
    const count = counts[kind];
    return count === undefined ? [] : [WORDS[kind](count)];
  });
  if (parts.length === 0) return '';
  const [last = '', ...before] = parts.toReversed();
  const what = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
  const where = wholeAt === undefined ? '' : ` ${linked('The job summary', wholeAt)} has more.`;
  return `\nLeft out to save space: ${what}.${where}\n`;
}

const KINDS = Object.keys(WORDS) as readonly BlockKind[];
