/** How words are marked on a terminal; every mark is the identity where there are no colours. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

const same = (text: string) => text;
export const PLAIN: Paint = { good: same, bad: same, warn: same, strong: same, faint: same };
