import type { DraftChannel } from './campaign-record.ts';
import { ruleErrors, filtersOf } from './component-rules.ts';
import { schemaErrors } from './component-schema.ts';
import { detail, MAX_DETAILS, type Detail } from '../failure.ts';
import { type JsonObject, valueAt, isList, without, type JsonValue } from '../json.ts';
import type { Feature } from '../service-options.ts';

/** A campaign as the schema sees it: its components and the two fields that select their schemas. */
export interface DraftCampaign {
  readonly channel: string;
  readonly campaign_delivery_type: string;
  readonly components: JsonObject;
}

/** The errors that prevent a draft from being created (open point V1), at most one for each path. */
export function draftErrors(draft: DraftCampaign, features: ReadonlySet<string>): readonly Detail[] {
  return onePerPlace(findings(draft, features));
}

/** The errors that prevent a patch: those of the merged campaign that are in the components of the patch. */
export function patchErrors(
  merged: DraftCampaign,
  patch: { readonly components: JsonObject; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  const sent = ({ target }: Detail): boolean =>
    Object.hasOwn(patch.components, target.split('.', 1)[0] ?? '');
  return onePerPlace(findings(merged, patch.features), sent);
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

/** This is a generator, so that only as many errors are computed as an answer lists. */
function* findings(draft: DraftCampaign, features: ReadonlySet<string>): Iterable<Detail> {
  const { channel, campaign_delivery_type, components } = draft;
  const { fit, errors } = bySize(components);
  const campaign = { channel, campaign_delivery_type, ...fit };
  yield* errors;
  yield* featureErrors(fit, features);
  yield* schemaErrors(campaign);
  yield* ruleErrors(campaign);
}

/**
 * The first error of each path. Returns one more than an answer lists, so that the answer can say that there are more.
 */
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

/**
 * The most fields and list entries that a component may have at all levels together. A thousand filters have about ten
 * thousand; a hundred locales with ten variations on three platforms have about fifty thousand. With more, the schema
 * check would take longer than a second if every value is invalid, because it collects all errors.
 */
const COMPONENT_VALUES = 100_000;

/** Separates the components that are small enough to be checked from the others, and returns errors for these. */
export function bySize(components: JsonObject): {
  readonly fit: JsonObject;
  readonly errors: readonly Detail[];
} {
  const large = Object.keys(components).filter((name) => isLarge(components[name]));
  const problem = `contains more than ${COMPONENT_VALUES.toLocaleString('en-US')} values`;
  return { fit: without(components, large), errors: large.map((name) => detail(name, problem)) };
}

/** Stops counting at the limit, and doesn't use recursion. */
function isLarge(component: JsonValue | undefined): boolean {
  const open = [component];
  let count = 0;
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here !== 'object' || here === null) continue;
    const members: [string, JsonValue][] = Object.entries(here);
    count += members.length;
    if (count > COMPONENT_VALUES) return true;
    for (const member of members) if (!isComparedWith(member)) open.push(member[1]);
  }
  return false;
}

/** The list of values that a filter compares with may be long, and the schema doesn't check its entries. */
function isComparedWith([name, member]: [string, JsonValue]): boolean {
  return name === 'value' && isList(member) && !member.some((entry) => typeof entry === 'object');
}
