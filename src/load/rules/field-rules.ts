import { FEATURE_FIELDS } from '../../model/feature-fields.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { isSupported } from '../../model/transitions.ts';
import type { Found, Rule } from '../check.ts';
import { mapsOfFilters } from './placed.ts';

const DETAILS = 'basic_details';
const NAME: Path = [DETAILS, 'name'];

/**
 * Open point V21: recovery and the same-name rule depend on the name. Specification, Filters: with the feature
 * `portfolio`, a user attribute belongs to a project.
 */
export const fieldsAreThere: Rule = {
  code: 'MISSING',
  check: ({ body, workspace: { features } }) => [
    ...nameOf(body),
    ...(features.includes('portfolio') ? mapsOfFilters(body) : [])
      // The attributes of an event need no project (V13).
      .filter(({ map, path }) => map.filter_type === 'user_attributes' && !path.includes('attributes'))
      .filter(({ map }) => map.project_name === undefined)
      .map(({ path }) => ({
        path: [...path, 'project_name'],
        params: { field: 'project_name', of: 'a filter while the feature portfolio is on' },
      })),
  ],
};

function nameOf(body: JsonObject): Found<'MISSING'>[] {
  const details = body[DETAILS];
  if (details === undefined) return [{ path: [DETAILS], params: { field: DETAILS } }];
  const name = valueAt(body, NAME);
  const isMissing = name === undefined || (typeof name === 'string' && name.trim() === '');
  return isJsonObject(details) && isMissing ? [{ path: NAME, params: { field: 'name', of: DETAILS } }] : [];
}

export const featuresAreOn: Rule = {
  code: 'FEATURE',
  check: ({ body, workspace: { features } }) => {
    const used = FEATURE_FIELDS.filter(
      ({ path, feature }) => valueAt(body, path) !== undefined && !features.includes(feature),
    );
    const firstOfEach = new Map(used.map((one) => [one.feature, one] as const).reverse());
    return [...firstOfEach.values()].map(({ path, feature }) => ({
      path,
      params: { field: String(path.at(-1)), feature },
    }));
  },
};

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
export const connectorTypeIsKnown: Rule = {
  code: 'VALUE',
  check: ({ body }) => {
    const path: Path = ['connector', 'connector_type'];
    const seen = valueAt(body, path);
    if (typeof seen !== 'string' || seen.trim() === '' || CONNECTOR_TYPES.includes(seen)) return [];
    return [{ path, params: { why: 'connector', seen, near: nearest(seen, CONNECTOR_TYPES) } }];
  },
};

/** `<segment id>`, `TODO`, `xxx`: what people write until they know a value. An ID is any text (open point W3). */
const STAND_IN = /^\s*(?:<.*>|\[.*\]|\{\w+\}|\.{3}|x{3,}|todo|tbd)\s*$/i;

/** With an ID that isn't one, nobody is included or excluded; a tracking parameter is reported as it is written. */
export const valuesAreFinal: Rule = {
  code: 'PLACEHOLDER',
  check: ({ body, sound }) => {
    const segments = mapsOfFilters(body)
      .filter(({ map, path }) => map.filter_type === 'custom_segments' && sound(path))
      .map(({ path }) => [...path, 'id']);
    const parameters = isJsonObject(body.utm_params) ? Object.keys(body.utm_params) : [];
    return [...segments, ...parameters.map((name) => ['utm_params', name])].flatMap((path) => {
      const seen = valueAt(body, path);
      const isFinal = typeof seen !== 'string' || !STAND_IN.test(seen);
      return isFinal ? [] : [{ path, params: { why: 'literal', seen } }];
    });
  },
};

/** A status that a campaign of this type can never get: the service pauses only some types and stops only others. */
export const statusIsPossible: Rule = {
  code: 'STATUS',
  check: ({ body: { campaign_delivery_type: type }, status, sound }) => {
    if (typeof type !== 'string' || !sound(['campaign_delivery_type'])) return [];
    if (status !== 'PAUSED' && status !== 'STOPPED') return [];
    if (isSupported(status === 'PAUSED' ? 'PAUSE' : 'STOP', type)) return [];
    return [{ path: ['status'], params: { why: 'impossible', status, type } }];
  },
};
