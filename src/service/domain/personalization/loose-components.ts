import type { DraftChannel } from '../campaign/campaign-record.ts';
import { patchErrors } from '../campaign/draft-validation.ts';
import type { Detail } from '../failure.ts';
import type { JsonObject } from '../json.ts';

/**
 * What is wrong with components that come without a campaign around them, by the rules of creation. They have no
 * delivery type; a one-time campaign asks nothing more of its components than they are by themselves.
 */
export function looseComponentErrors(
  components: JsonObject,
  { channel, features }: { readonly channel: DraftChannel; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  const draft = { channel, campaign_delivery_type: 'ONE_TIME', components };
  return patchErrors(draft, { components, features });
}
