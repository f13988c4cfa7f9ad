import { componentNames, type CampaignStatus, type Live } from './campaign.ts';
import { sameJson } from './json.ts';
import type { Binding } from './state.ts';

/** Who last edited a campaign in the service, and when (an instant in UTC); `null` if the service doesn't say. */
export interface LastEdit {
  readonly by: string | null;
  readonly at: string | null;
}

/** Undefined if the service provides neither. */
export function lastEditOf({ updatedBy, updatedAt }: Live): LastEdit | undefined {
  const edit = { by: updatedBy ?? null, at: instantIn(updatedAt) };
  return edit.by === null && edit.at === null ? undefined : edit;
}

/**
 * The last edit of a campaign whose status was changed in the service. Of all requests that change a status, only a
 * publication names its user. For others, and after an edit of the content, the name may be that of an earlier editor, so
 * it is left out.
 */
export function editOfMove(
  from: CampaignStatus,
  live: Live,
  { observed }: Pick<Binding, 'observed'>,
): LastEdit | undefined {
  const edit = lastEditOf(live);
  const isPublication = from === 'DRAFT';
  const isUnedited = componentNames(observed).every((name) =>
    sameJson(observed[name], live.components[name]),
  );
  if (!edit || (isPublication && isUnedited)) return edit;
  return edit.at === null ? undefined : { ...edit, by: null };
}

/** `2024-07-04 08:00:54.847000` (open point W3) as an instant; `null` for any other text or none. */
export function instantIn(time: string | undefined): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(time ?? '');
  const instant = parts
    ? Date.parse(`${parts[1] ?? ''}T${parts[2] ?? ''}${(parts[3] ?? '').slice(0, 4)}Z`)
    : NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
