import { ruleErrors } from './component-rules.ts';
import { schemaErrors } from './component-schema.ts';
import { bySize } from './component-size.ts';
import { MAX_DETAILS, type Detail } from '../failure.ts';
import { featureErrors } from './feature-gates.ts';
import type { JsonObject } from '../json.ts';

/** A campaign as the schema sees it: its two discriminators and its components. */
export interface DraftCampaign {
  readonly channel: string;
  readonly campaign_delivery_type: string;
  readonly components: JsonObject;
}

/** What prevents a draft from being created (open point V1), with at most one message per place. */
export function draftErrors(draft: DraftCampaign, features: ReadonlySet<string>): readonly Detail[] {
  return onePerPlace(findings(draft, features));
}

/** What prevents a patch: the problems of the merged campaign that lie in the components of the patch. */
export function patchErrors(
  merged: DraftCampaign,
  patch: { readonly components: JsonObject; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  const sent = ({ target }: Detail): boolean =>
    Object.hasOwn(patch.components, target.split('.', 1)[0] ?? '');
  return onePerPlace(findings(merged, patch.features), sent);
}

/** A generator, so that no more problems are computed than an answer lists. */
function* findings(draft: DraftCampaign, features: ReadonlySet<string>): Iterable<Detail> {
  const { channel, campaign_delivery_type, components } = draft;
  const { fit, errors } = bySize(components);
  const campaign = { channel, campaign_delivery_type, ...fit };
  yield* errors;
  yield* featureErrors(fit, features);
  yield* schemaErrors(campaign);
  yield* ruleErrors(campaign);
}

/** The first detail of each place. Returns one more than an answer lists, so that the answer can say that there are more. */
function onePerPlace(
  details: Iterable<Detail>,
  counts: (detail: Detail) => boolean = () => true,
): readonly Detail[] {
  const byPlace = new Map<string, Detail>();
  for (const detail of details) {
    if (byPlace.size > MAX_DETAILS) break;
    if (counts(detail) && !byPlace.has(detail.target)) byPlace.set(detail.target, detail);
  }
  return [...byPlace.values()];
}
