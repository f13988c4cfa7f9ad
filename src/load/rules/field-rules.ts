import { FEATURE_FIELDS } from '../../model/feature-fields.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { isSupported } from '../../model/transitions.ts';
import type { Found, Rule } from '../check.ts';
import { preferredSpelling } from '../preferred-spelling.ts';
import { mapsOfFilters } from './placed.ts';
import { textsInBody } from './rule.ts';

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
    return used
      .filter(({ feature }, index) => used.findIndex((one) => one.feature === feature) === index)
      .map(({ path, feature }) => ({
        path,
        params: { field: String(path.at(-1)), feature },
      }));
  },
};

/** Open point V25: the service accepts several spellings, but files are easier to search and compare with one. */
export const spellingsArePreferred: Rule = {
  code: 'SPELLING',
  check: ({ body }) =>
    textsInBody(body).flatMap(({ path, text }) => {
      const isHours = path.at(-1) === 'sherpa_campaign_duration';
      const preferred =
        preferredSpelling(path, text) ?? (isHours ? 'a whole number, such as 24, without quotes' : undefined);
      if (preferred === undefined) return [];
      const isText = typeof preferred === 'string' && !isHours;
      return [
        { path, params: { seen: text, preferred }, ...(isText && { fix: { was: text, put: preferred } }) },
      ];
    }),
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

/**
 * `<segment id>`, `TODO`, `xxx`: what people write until they know the ID. `12345` or `abc` may be one, because an ID is any
 * text (open point W3).
 */
const STAND_IN =
  /^(?:<.*>|\[.*\]|\.{3}|…|\?+|x{2,}|todo|tbd|tba|fixme|(?:(?:your|my|the|segment)[ _-]?)+id(?:[ _-]?here)?)$/i;

/** A segment is chosen by its ID alone: with an ID that isn't one, nobody is included or excluded. */
export const segmentsHaveIds: Rule = {
  code: 'PLACEHOLDER',
  check: ({ body, sound }) =>
    mapsOfFilters(body).flatMap(({ map: { filter_type: type, id }, path }) => {
      if (type !== 'custom_segments' || typeof id !== 'string' || !sound(path)) return [];
      if (!STAND_IN.test(id.trim())) return [];
      return [
        { path: [...path, 'id'], params: { why: 'literal', seen: id, put: 'the ID from the service' } },
      ];
    }),
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
