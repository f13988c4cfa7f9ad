import { ruleErrors } from './component-rules.ts';
import { schemaErrors } from './component-schema.ts';
import type { Detail } from '../exchange/envelope.ts';
import { featureErrors } from './feature-gates.ts';
import type { JsonObject } from '../json.ts';

/** A campaign as the schema sees it: its two discriminators and its components. */
export interface DraftCampaign {
  readonly channel: string;
  readonly campaign_delivery_type: string;
  readonly components: JsonObject;
}

/** What keeps a draft from being created as it is (open point V1); one message a place. */
export function draftErrors(draft: DraftCampaign, features: ReadonlySet<string>): readonly Detail[] {
  const { channel, campaign_delivery_type, components } = draft;
  const campaign = { channel, campaign_delivery_type, ...components };
  return onePerPlace([
    ...featureErrors(components, features),
    ...schemaErrors(campaign),
    ...ruleErrors(campaign),
  ]);
}

/** What keeps a patch from being taken: only what lies in the components that it sends, in the light of the whole. */
export function patchErrors(
  merged: DraftCampaign,
  patch: { readonly components: JsonObject; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  return draftErrors(merged, patch.features).filter(({ target }) =>
    Object.hasOwn(patch.components, target.split('.')[0] ?? ''),
  );
}

function onePerPlace(details: readonly Detail[]): readonly Detail[] {
  const byPlace = new Map<string, Detail>();
  for (const detail of details) if (!byPlace.has(detail.target)) byPlace.set(detail.target, detail);
  return [...byPlace.values()];
}
