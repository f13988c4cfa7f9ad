import { isJsonObject, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { isSupported } from '../../model/transitions.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { mapsOfFilters } from './placed.ts';

const DETAILS = 'basic_details';
const NAME: Path = [DETAILS, 'name'];

export const FIELD_RULES: readonly Rule[] = [
  { stage: 'always', code: 'MISSING', check: ({ body }) => nameOf(body) },
  { stage: 'always', code: 'MISSING', check: projectsOf },
  { stage: 'always', code: 'FEATURE', check: featuresOf },
  { stage: 'advice', code: 'STATUS', check: impossibleStatus },
  { stage: 'advice', code: 'VALUE', check: unknownConnector },
];

/** Open point V21: recovery and the same-name rule depend on the name. */
function nameOf(body: JsonObject): Found<'MISSING'>[] {
  const details = body[DETAILS];
  if (details === undefined) return [{ path: [DETAILS], params: { field: DETAILS } }];
  const name = valueAt(body, NAME);
  const isMissing = name === undefined || (typeof name === 'string' && name.trim() === '');
  return isJsonObject(details) && isMissing ? [{ path: NAME, params: { field: 'name', of: DETAILS } }] : [];
}

/** Specification, Filters: with the feature `portfolio`, a user attribute belongs to a project; not that of an event (V13). */
function projectsOf({ body, workspace: { features } }: Checked): Found<'MISSING'>[] {
  const filters = features.includes('portfolio') ? mapsOfFilters(body) : [];
  return filters
    .filter(({ map, path }) => map.filter_type === 'user_attributes' && !path.includes('attributes'))
    .filter(({ map }) => map.project_name === undefined)
    .map(({ path }) => ({
      path: [...path, 'project_name'],
      params: { field: 'project_name', of: 'a filter while the feature portfolio is on' },
    }));
}

/**
 * Specification, Push delivery_controls and campaign_audience_limit: parts of a campaign that work only if a workspace
 * has the feature.
 */
const FEATURE_FIELDS: readonly { readonly path: readonly string[]; readonly feature: string }[] = [
  { path: ['delivery_controls', 'queuing_enabled'], feature: 'queuing' },
  { path: ['delivery_controls', 'queue_duration'], feature: 'queuing' },
  { path: ['campaign_audience_limit'], feature: 'audience_limit' },
];

function featuresOf({ body, workspace: { features } }: Checked): Found<'FEATURE'>[] {
  return FEATURE_FIELDS.filter(
    ({ path, feature }) => valueAt(body, path) !== undefined && !features.includes(feature),
  ).map(({ path, feature }) => ({ path, params: { field: String(path.at(-1)), feature } }));
}

/** Connector types that deployments document; the list is not complete (content fields, Email). */
const CONNECTOR_TYPES = [
  'SENDGRID',
  'AMAZON_SES',
  'SPARKPOST',
  'MANDRILL',
  'CUSTOM_SMTP',
  'CUSTOM_API',
  'NETCORE',
];

/** Open point V22: an undocumented connector type may be valid, but it is more often a misspelling. */
function unknownConnector({ body }: Checked): Found<'VALUE'>[] {
  const path: Path = ['connector', 'connector_type'];
  const seen = valueAt(body, path);
  if (typeof seen !== 'string' || seen.trim() === '' || CONNECTOR_TYPES.includes(seen)) return [];
  return [{ path, params: { why: 'connector', seen, near: nearest(seen, CONNECTOR_TYPES) } }];
}

/** A status that a campaign of this type can never get: the service pauses only some types and stops only others. */
function impossibleStatus({ body, status, sound }: Checked): Found<'STATUS'>[] {
  const { campaign_delivery_type: type } = body;
  if (typeof type !== 'string' || !sound(['campaign_delivery_type'])) return [];
  if (status !== 'PAUSED' && status !== 'STOPPED') return [];
  if (isSupported(status === 'PAUSED' ? 'PAUSE' : 'STOP', type)) return [];
  return [{ path: ['status'], params: { why: 'impossible', status, type } }];
}
