import type { Paint } from './paint.ts';
import type { Shown } from '../rows/row.ts';
import { plainText, say, type Phrase } from '../../messages/phrase.ts';
import { foldedWord, indent, padTo, widthOf } from '../columns.ts';
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
  readonly mark: string;
  readonly shown: Pick<Shown, 'subject' | 'live'>;
  readonly text: Phrase;
}

export function keyWidthFor(all: readonly Pick<Shown, 'subject'>[]): number {
  return Math.min(KEY_WIDTH_AT_MOST, Math.max(0, ...all.map(({ subject }) => widthOf(subject))));
}

/** Mark, key, live status and a text, on one line if they fit; otherwise the text is below. */
export function campaignLine(line: CampaignLine, { columns, keyWidth }: LineOptions): string[] {
  const { mark, text, shown } = line;
  if (widthOf(shown.subject) > columns - STATUS_WIDTH - BELOW) return longLine(line, columns);
  const key = padTo(shown.subject, keyWidth);
  const start = shown.live === '' ? key : `${key}  ${padTo(shown.live, STATUS_WIDTH)}`;
  const limit = columns - widthOf(start) - 6;
  const words = plainText(text);
  if (widthOf(words) <= limit) return [`  ${mark} ${start}  ${words}`.trimEnd()];
  return [`  ${mark} ${start}`.trimEnd(), ...indent(wrapPhrase(text, columns - BELOW), BELOW)];
}

/** A key that fills the line gets a line of its own, broken after a folder if necessary. */
function longLine({ mark, text, shown }: CampaignLine, columns: number): string[] {
  const [first = '', ...more] = foldedWord(shown.subject, columns - BELOW);
  return [
    `  ${mark} ${first}`,
    ...indent(
      [...more, ...wrapPhrase(shown.live === '' ? text : say`${shown.live} · ${text}`, columns - BELOW)],
      BELOW,
    ),
  ];
}
