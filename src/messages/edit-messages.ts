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
