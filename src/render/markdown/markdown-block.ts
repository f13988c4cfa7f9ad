export type BlockKind = keyof typeof PRIORITIES;

/** A part of a plan's or a result's Markdown; all parts one after the other, with nothing between, are the whole. */
export interface MarkdownBlock {
  readonly kind: BlockKind;
  /** The campaigns that the part stands for; none for a frame and for the head of a table or list. */
  readonly keys: readonly string[];
  /** Where room is short, what has the highest number goes first; what has 0 stays. */
  readonly priority: number;
  readonly text: string;
}

const PRIORITIES = {
  frame: 0,
  attention: 1,
  call: 2,
  waiting: 3,
  change: 4,
  note: 5,
  'attention-detail': 6,
  'change-detail': 7,
} as const;

export function block(kind: BlockKind, keys: readonly string[], text: string): MarkdownBlock {
  return { kind, keys, priority: PRIORITIES[kind], text };
}

/** What always stays. */
export function frame(text: string): MarkdownBlock {
  return block('frame', [], text);
}

/** The cells of a table's line; none of them holds a pipe or a line end of its own. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function tableHead(titles: readonly string[]): string {
  return `\n${tableLine(titles)}${tableLine(titles.map(() => '---'))}`;
}
