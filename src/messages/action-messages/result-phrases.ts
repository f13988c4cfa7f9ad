import type { CampaignKey } from '../../model/campaign.ts';
import { counted } from '../../model/show.ts';
import { code, say, type Phrase } from '../phrase.ts';

/** What to do about a campaign that is unreviewed only because something blocks it. */
export const RESOLVE_BLOCK = say`First resolve what blocks it: see the other row of this campaign.`;

/** The title of what other pull requests left pending, collapsed. */
export function describePending(count: number): Phrase {
  return say`Left pending by other pull requests: ${counted(count, 'campaign')}`;
}

/** How to apply changes that no merged plan showed, or that need an `allow`: with the workflow in this file. */
export function describeUnreviewedRun(keys: readonly CampaignKey[], file: string): Phrase {
  const inputs = keys.length === 0 ? code('only') : code(`only: ${keys.join(' ')}`);
  return say`To apply changes without a reviewed plan, check them first. Then start the workflow ${code(file)} with ${inputs} and, where a change needs it, with ${code('allow')}. If this repository doesn't have that workflow, ask an engineer to add it with the init command.`;
}

/** In the last line of a result that needed no review. */
export const REVIEW_IGNORED = say`applied without requiring a review`;

/** Behind what was done with a campaign that isn't sending yet. */
export const IS_DRAFT = say`, a draft, not sending`;
