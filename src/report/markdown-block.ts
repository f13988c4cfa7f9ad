import type { CampaignKey } from '../model/campaign.ts';

type BlockKind = 'frame' | 'attention' | 'change' | 'attention-detail' | 'change-detail' | 'note';

/** A part of a plan's Markdown; all parts one after the other, with nothing between, are the whole. */
export interface MarkdownBlock {
  readonly kind: BlockKind;
  /** The campaign that the part is about; undefined for what is about several. */
  readonly key: CampaignKey | undefined;
  /** Where room is short, what has the highest number goes first; what has 0 stays. */
  readonly priority: number;
  readonly text: string;
}

const PRIORITIES: Readonly<Record<BlockKind, number>> = {
  frame: 0,
  attention: 1,
  change: 2,
  'attention-detail': 3,
  'change-detail': 4,
  note: 5,
};

export function block(kind: BlockKind, key: CampaignKey | undefined, text: string): MarkdownBlock {
  return { kind, key, priority: PRIORITIES[kind], text };
}

/** The cells of a table's line; none of them holds a pipe or a line end of its own. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
