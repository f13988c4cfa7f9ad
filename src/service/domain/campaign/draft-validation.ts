import type { DraftChannel } from './campaign-record.ts';
import { ruleErrors, filtersOf } from './component-rules.ts';
import { schemaErrors } from './component-schema.ts';
import { detail, type Detail } from '../failure.ts';
import { type JsonObject, valueAt } from '../json.ts';
import type { Feature } from '../service-options.ts';

/** A campaign as the schema sees it: its components and the two fields that select their schemas. */
export interface DraftCampaign {
  readonly channel: string;
  readonly campaign_delivery_type: string;
  readonly components: JsonObject;
}

/** The errors that prevent a draft from being created (open point V1), at most one for each path. */
export function draftErrors(draft: DraftCampaign, features: ReadonlySet<string>): readonly Detail[] {
  return [...findings(draft, features)];
}

/** The errors that prevent a patch: those of the merged campaign that are in the components of the patch. */
export function patchErrors(
  merged: DraftCampaign,
  patch: { readonly components: JsonObject; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  return [...findings(merged, patch.features)].filter(({ target }) =>
    Object.hasOwn(patch.components, target.split('.', 1)[0] ?? ''),
  );
}

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

/** The first error of each path. */
function* findings(draft: DraftCampaign, features: ReadonlySet<string>): Iterable<Detail> {
  const { channel, campaign_delivery_type, components } = draft;
  const campaign = { channel, campaign_delivery_type, ...components };
  const seen = new Set<string>();
  for (const found of [
    ...featureErrors(components, features),
    ...schemaErrors(campaign),
    ...ruleErrors(campaign),
  ]) {
    if (!seen.has(found.target)) yield found;
    seen.add(found.target);
  }
}

interface GatedField {
  readonly feature: Feature;
  readonly path: readonly string[];
}

/** Fields that need a feature. Specification, Push delivery_controls and campaign_audience_limit. */
const GATED_FIELDS: readonly GatedField[] = [
  { feature: 'queuing', path: ['delivery_controls', 'queuing_enabled'] },
  { feature: 'queuing', path: ['delivery_controls', 'queue_duration'] },
  { feature: 'audience_limit', path: ['campaign_audience_limit'] },
];

/** The errors for fields that need a feature that is off, and for fields that an enabled feature requires. */
function featureErrors(components: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const gated = GATED_FIELDS.filter(
    ({ feature, path }) => !features.has(feature) && valueAt(components, ...path) !== undefined,
  ).map(({ feature, path }) =>
    detail(path.join('.'), `can't be used: the ${feature} feature is not enabled for this workspace`),
  );
  return features.has('portfolio') ? [...gated, ...unnamedProjects(components)] : gated;
}

/** Specification, Filters: with the Portfolio feature, each user attribute names its project. */
function unnamedProjects(components: JsonObject): readonly Detail[] {
  return filtersOf(components)
    .filter(({ filter }) => filter.filter_type === 'user_attributes' && filter.project_name === undefined)
    .map(({ target }) =>
      detail(`${target}.project_name`, 'is required: the portfolio feature is enabled for this workspace'),
    );
}
