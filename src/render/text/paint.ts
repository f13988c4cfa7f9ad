/** How words are marked on a terminal; without colors, every mark returns its text unchanged. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
  /** A text that leads to an address or a file; only where the terminal shows such links. */
  link(text: string, to: string): string;
}

const same = (text: string) => text;
export const PLAIN: Paint = { good: same, bad: same, warn: same, strong: same, faint: same, link: same };

/** How a text is laid out. */
export interface Layout {
  readonly paint: Paint;
  /** Characters a line. */
  readonly columns: number;
  /** The folder that the paths of files begin at, for links. */
  readonly root?: string;
}
