import type { CampaignKey } from '../model/campaign.ts';
import type { LastEdit } from '../model/last-edit.ts';
import { utcMinute } from '../model/utc-words.ts';

/** `by ada@example.com on 2031-01-01 08:00 UTC`: who last edited a campaign in the service, and when. */
export function editWords({ by, at }: LastEdit): string {
  return [...(by === null ? [] : [`by ${by}`]), ...(at === null ? [] : [`on ${utcMinute(at)}`])].join(' ');
}

/** The last edit as the end of a sentence; empty if it isn't known. */
export function lastEdited(edit: LastEdit | undefined): string {
  return edit ? ` (last edited there ${editWords(edit)})` : '';
}

/** `also in: promo/a, promo/b`: below an edit that is shown once. */
export function alsoIn(keys: readonly CampaignKey[]): string {
  return `also in: ${keys.join(', ')}`;
}

/** In place of an edit that is shown for another campaign. */
export function sameEditAs(key: CampaignKey): string {
  return `the same edit as in ${key} (see there)`;
}
