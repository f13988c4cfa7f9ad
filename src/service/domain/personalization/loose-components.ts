import type { DraftChannel } from '../campaign/campaign-record.ts';
import { patchErrors } from '../campaign/draft-validation.ts';
import type { Detail } from '../failure.ts';
import type { JsonObject } from '../json.ts';

/**
 * The errors of components that were sent without a campaign, by the rules for creation. They have no delivery type, so
 * they are checked as those of a one-time campaign, which adds no rules of its own.
 */
export function looseComponentErrors(
  components: JsonObject,
  { channel, features }: { readonly channel: DraftChannel; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  const draft = { channel, campaign_delivery_type: 'ONE_TIME', components };
  return patchErrors(draft, { components, features });
}
