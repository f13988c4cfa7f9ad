import type { Paint } from './paint.ts';
import type { Shown } from '../rows/row.ts';
import { plainText, type Phrase } from '../../messages/phrase.ts';
import { fold, indent, padTo, widthOf } from '../columns.ts';
import { wrapPhrase } from './wrap-phrase.ts';

export interface LineOptions {
  readonly paint: Paint;
  readonly columns: number;
  /** Keys are padded to this width, so that statuses are aligned. */
  readonly keyWidth: number;
}

const STATUS_WIDTH = 9;
const KEY_WIDTH_AT_MOST = 36;
/** The indentation of everything below a campaign's line. */
export const BELOW = 6;

export interface CampaignLine {
  /** One column wide. */
  readonly mark: string;
  readonly shown: Pick<Shown, 'subject' | 'live'>;
  readonly text: Phrase;
}

export function keyWidthFor(all: readonly Pick<Shown, 'subject'>[]): number {
  return Math.min(KEY_WIDTH_AT_MOST, Math.max(0, ...all.map(({ subject }) => widthOf(subject))));
}

/** Mark, key, live status and a text, on one line if they fit; otherwise the text is below, and a long key is broken. */
export function campaignLine({ mark, text, shown }: CampaignLine, options: LineOptions): string[] {
  const { columns, keyWidth } = options;
  const key = padTo(shown.subject, keyWidth);
  const start = shown.live === '' ? key : `${key}  ${padTo(shown.live, STATUS_WIDTH)}`;
  const room = columns - BELOW - widthOf(start);
  const words = plainText(text);
  if (widthOf(words) <= room) return [`  ${mark} ${start}  ${words}`.trimEnd()];
  const below = wrapPhrase(text, columns - BELOW);
  if (room >= 0) return [`  ${mark} ${start}`.trimEnd(), ...indent(below, BELOW)];
  const [first = '', ...more] = fold(shown.subject, columns - BELOW);
  return [`  ${mark} ${first}`, ...indent([...more, shown.live, ...below].filter(Boolean), BELOW)];
}
