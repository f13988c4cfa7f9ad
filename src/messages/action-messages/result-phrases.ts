import type { CampaignKey } from '../../model/campaign.ts';
import { code, say, type Phrase } from '../phrase.ts';

/** How to apply changes that no merged plan showed, or that need an `allow`: with the workflow in this file. */
export function describeUnreviewedRun(keys: readonly CampaignKey[], file: string): Phrase {
  const inputs = keys.length === 0 ? code('only') : code(`only: ${keys.join(' ')}`);
  return say`To apply changes without a reviewed plan, check them first. Then start the workflow ${code(file)} with ${inputs} and, where a change needs it, with ${code('allow')}. If this repository doesn't have that workflow, ask an engineer to add it with the init command.`;
}

/** In the last line of a result that needed no review. */
export const REVIEW_IGNORED = say`applied without requiring a review`;
