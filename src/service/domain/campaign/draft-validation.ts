import { ruleErrors } from './component-rules.ts';
import { schemaErrors } from './component-schema.ts';
import { bySize } from './component-size.ts';
import { DETAILS_TOLD, type Detail } from '../failure.ts';
import { featureErrors } from './feature-gates.ts';
import type { JsonObject } from '../json.ts';

/** A campaign as the schema sees it: its two discriminators and its components. */
export interface DraftCampaign {
  readonly channel: string;
  readonly campaign_delivery_type: string;
  readonly components: JsonObject;
}

/** What keeps a draft from being created as it is (open point V1); one message a place, no more than are told. */
export function draftErrors(draft: DraftCampaign, features: ReadonlySet<string>): readonly Detail[] {
  return onePerPlace(findings(draft, features));
}

/** What keeps a patch from being taken: only what lies in the components that it sends, in the light of the whole. */
export function patchErrors(
  merged: DraftCampaign,
  patch: { readonly components: JsonObject; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  const sent = ({ target }: Detail): boolean =>
    Object.hasOwn(patch.components, target.split('.', 1)[0] ?? '');
  return onePerPlace(findings(merged, patch.features), sent);
}

/** One by one, so that nobody has to make more of them than are told. */
function* findings(draft: DraftCampaign, features: ReadonlySet<string>): Iterable<Detail> {
  const { channel, campaign_delivery_type, components } = draft;
  const { fit, errors } = bySize(components);
  const campaign = { channel, campaign_delivery_type, ...fit };
  yield* errors;
  yield* featureErrors(fit, features);
  yield* schemaErrors(campaign);
  yield* ruleErrors(campaign);
}

/** The first detail of each place, and one more than are told, so that it is known that there are more. */
function onePerPlace(
  details: Iterable<Detail>,
  counts: (detail: Detail) => boolean = () => true,
): readonly Detail[] {
  const byPlace = new Map<string, Detail>();
  for (const detail of details) {
    if (byPlace.size > DETAILS_TOLD) break;
    if (counts(detail) && !byPlace.has(detail.target)) byPlace.set(detail.target, detail);
  }
  return [...byPlace.values()];
}
