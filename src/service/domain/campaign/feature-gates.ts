import { filtersOf } from './component-rules.ts';
import type { Detail } from '../failure.ts';
import { valueAt, type JsonObject } from '../json.ts';
import type { Feature } from '../service-options.ts';

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
export function featureErrors(components: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const gated = GATED_FIELDS.filter(
    ({ feature, path }) => !features.has(feature) && valueAt(components, ...path) !== undefined,
  ).map(({ feature, path }) => ({
    target: path.join('.'),
    message: `${path.join('.')} can't be used: the ${feature} feature is not enabled for this workspace`,
  }));
  return features.has('portfolio') ? [...gated, ...unnamedProjects(components)] : gated;
}

/** Specification, Filters: with the Portfolio feature, each user attribute names its project. */
function unnamedProjects(components: JsonObject): readonly Detail[] {
  return filtersOf(components)
    .filter(({ filter }) => filter.filter_type === 'user_attributes' && filter.project_name === undefined)
    .map(({ target }) => ({
      target: `${target}.project_name`,
      message: `${target}.project_name is required: the portfolio feature is enabled for this workspace`,
    }));
}
