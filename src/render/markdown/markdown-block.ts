export type BlockKind = keyof typeof PRIORITIES;

/** A part of the Markdown of a plan or a result. All parts, concatenated, are the whole text. */
export interface MarkdownBlock {
  readonly kind: BlockKind;
  /** The campaigns that the part is about; none for a frame and for the head of a table or list. */
  readonly keys: readonly string[];
  /** If a text is too long, parts with the highest number are left out first. A part with 0 is always kept. */
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

/** A part that is always kept. */
export function frame(text: string): MarkdownBlock {
  return block('frame', [], text);
}

/** The cells of a table's line, none of which contains a pipe or a line break. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function tableHead(titles: readonly string[]): string {
  return `\n${tableLine(titles)}${tableLine(titles.map(() => '---'))}`;
}
