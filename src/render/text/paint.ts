/** How words are marked on a terminal; without colors, every mark returns its text unchanged. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

const same = (text: string) => text;
export const PLAIN: Paint = { good: same, bad: same, warn: same, strong: same, faint: same };

/** How a text is laid out. */
export interface Layout {
  readonly paint: Paint;
  /** Characters a line. */
  readonly columns: number;
}
