import type { Paint } from './paint.ts';
import { statusOf, type Shown } from '../view/shown-status.ts';
import { plainText, say, type Phrase } from '../../messages/phrase.ts';
import { foldedWord, indent, padTo, widthOf } from '../columns.ts';
import { wrapPhrase } from './wrap-phrase.ts';

export interface LineOptions {
  readonly paint: Paint;
  readonly columns: number;
  /** Keys are padded to this width, so that statuses are aligned. */
  readonly keyWidth: number;
}

export const STATUS_WIDTH = 9;
const KEY_WIDTH_AT_MOST = 36;
/** The indentation of everything below a campaign's line. */
export const BELOW = 6;

/** The part of a campaign that its line shows. */
export type LinedCampaign = Shown & { readonly key: string };

export interface CampaignLine {
  readonly mark: string;
  readonly campaign: LinedCampaign;
  readonly text: Phrase;
}

export function keyWidthFor(campaigns: readonly LinedCampaign[]): number {
  return Math.min(KEY_WIDTH_AT_MOST, Math.max(0, ...campaigns.map(({ key }) => widthOf(key))));
}

/** Mark, key, live status and a text, on one line if they fit; otherwise the text is below. */
export function campaignLine(line: CampaignLine, { columns, keyWidth }: LineOptions): string[] {
  const { mark, text, campaign } = line;
  if (widthOf(campaign.key) > columns - STATUS_WIDTH - BELOW) return longLine(line, columns);
  const start = `${padTo(campaign.key, keyWidth)}  ${padTo(statusOf(campaign), STATUS_WIDTH)}`;
  const limit = columns - widthOf(start) - 6;
  const shown = plainText(text);
  if (widthOf(shown) <= limit) return [`  ${mark} ${start}  ${shown}`.trimEnd()];
  return [`  ${mark} ${start}`.trimEnd(), ...indent(wrapPhrase(text, columns - BELOW), BELOW)];
}

/** A key that fills the line gets a line of its own, broken after a folder if necessary. */
function longLine({ mark, text, campaign }: CampaignLine, columns: number): string[] {
  const [first = '', ...more] = foldedWord(campaign.key, columns - BELOW);
  return [
    `  ${mark} ${first}`,
    ...indent([...more, ...wrapPhrase(say`${statusOf(campaign)} · ${text}`, columns - BELOW)], BELOW),
  ];
}
