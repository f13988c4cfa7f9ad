import type { ErrorObject } from 'ajv/dist/2020.js';
import { isComponentName } from '../model/campaign.ts';
import { READ_ONLY_CHANNELS } from '../model/channel.ts';
import { pathOf } from '../model/component-leaves.ts';
import { groupBy } from '../model/grouping.ts';
import {
  isJsonObject,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
  keyOfPath,
} from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { bare } from '../model/show.ts';
import { as, fixOf, type Coded } from './check.ts';
import { preferredSpelling } from './preferred-spelling.ts';
import {
  campaignRoot,
  fitsFormats,
  formatIn,
  namesIn,
  schemasAt,
  valuesIn,
  WORKSPACES_ROOT,
  type Root,
} from './schema/schema-place.ts';
import { campaign, workspacesFile } from './schema/validators.ts';

/** What the schema finds in a campaign's body, references resolved: one finding at each place. */
export function checkShape(body: JsonObject): Coded[] {
  campaign(body);
  return findingsOf(campaign.errors, body, campaignRoot(body.channel));
}

/** The same for workspaces.yaml. */
export function checkSettings(value: JsonValue): Coded[] {
  workspacesFile(value);
  return findingsOf(workspacesFile.errors, value, WORKSPACES_ROOT);
}

interface Refused {
  readonly keyword: string;
  readonly path: Path;
  readonly params: Readonly<Record<string, unknown>>;
  readonly whole: JsonValue;
  readonly root: Root;
}

/** Keywords that only repeat that a schema inside them failed. */
const COMPOSITES = new Set(['if', 'allOf']);

/** If several keywords fail at one place, the simplest one is reported. */
const RANKS = ['type', 'const', 'enum', 'format', 'pattern'];

function findingsOf(
  errors: readonly ErrorObject[] | null | undefined,
  whole: JsonValue,
  root: Root,
): Coded[] {
  const found = (errors ?? [])
    .filter(({ keyword, propertyName }) => !COMPOSITES.has(keyword) && propertyName === undefined)
    .sort((left, right) => rank(left) - rank(right) || allowedBy(left).length - allowedBy(right).length)
    .map(({ keyword, instancePath, params }) =>
      // Ajv types the parameters of each keyword as a union without a common index.
      findingOf({
        ...{ keyword, whole, root },
        path: pathOf(instancePath, whole),
        params: params as Refused['params'],
      }),
    );
  return groupBy(found, ({ path }) => keyOfPath(path)).flatMap(([first]) => first ?? []);
}

function rank({ keyword }: ErrorObject): number {
  const place = RANKS.indexOf(keyword);
  return place === -1 ? RANKS.length : place;
}

/** The values that a place may have; empty if the keyword lists none. */
function allowedBy({ params }: { readonly params: Refused['params'] }): readonly JsonValue[] {
  const listed = params.allowedValue ?? params.allowedValues;
  return listed === undefined ? [] : ([listed].flat() as readonly JsonValue[]);
}

function findingOf(refused: Refused): Coded {
  const { keyword, path, params, whole, root } = refused;
  const seen = valueAt(whole, path) ?? null;
  const field = fieldOf(path);
  switch (keyword) {
    case 'type':
      return ofWrongType(refused, seen, [params.type].flat().map(String));
    case 'const':
    case 'enum':
      return outside(path, seen, allowedBy(refused));
    case 'required':
      return missing(path, String(params.missingProperty), root);
    case 'additionalProperties':
      return unknownName(refused, String(params.additionalProperty));
    case 'propertyNames':
      return unknownName(refused, String(params.propertyName));
    case 'format':
    case 'pattern':
      return as('FORMAT', { seen, wanted: formatIn(schemasAt(root, path)) ?? '' }, { path });
    case 'maxProperties':
      return tooManyParameters(path, seen, Number(params.limit));
    case 'uniqueItems':
      return as('VALUE', { why: 'twice', field }, { path });
    case 'not':
      return as('NOT_ALLOWED', { field: bare(seen) }, { path });
    case 'false schema':
      return as('NOT_ALLOWED', { field }, { path, on: 'key' });
    default:
      return as('RANGE', { field, seen, keyword, limit: Number(params.limit) }, { path });
  }
}

/** The name of a place in a sentence; for an entry of a list, the name of the list. */
function fieldOf(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? 'the file';
}

/** Quotes make a number a text, but not an address or a time. */
function ofWrongType({ path, root }: Refused, seen: JsonValue, wanted: readonly string[]): Coded {
  const schemas = schemasAt(root, path);
  const isPlain = typeof seen === 'number' || typeof seen === 'boolean';
  return isPlain && wanted.includes('string') && !fitsFormats(schemas, String(seen))
    ? as('FORMAT', { seen, wanted: formatIn(schemas) ?? '' }, { path })
    : as('TYPE', { field: fieldOf(path), seen, wanted }, { path });
}

function outside(path: Path, seen: JsonValue, all: readonly JsonValue[]): Coded {
  const allowed = all.filter((one) => typeof one !== 'string' || preferredSpelling(path, one) === undefined);
  const texts = allowed.filter((one) => typeof one === 'string');
  const place = { path, ...fixOf(seen, texts) };
  const field = fieldOf(path);
  if (field === 'filter_operator') return as('FILTER_OPERATOR', { seen }, place);
  const isReadOnly =
    (field === 'channel' && READ_ONLY_CHANNELS.includes(bare(seen).toUpperCase())) ||
    (field === 'campaign_delivery_type' && seen === 'BROADCAST_LIVE_ACTIVITY');
  return as(
    'VALUE',
    isReadOnly ? { why: 'read-only', kind: bare(seen) } : { why: 'enum', seen, allowed },
    place,
  );
}

function missing(path: Path, field: string, root: Root): Coded {
  const place = [...path, field];
  const values = valuesIn(schemasAt(root, place));
  const of = path.length === 0 ? undefined : fieldOf(path);
  return as('MISSING', { field, of, ...(values.length > 0 && { values }) }, { path: place });
}

/** Specification, utm_params: the schema counts all parameters; a person counts their own. */
function tooManyParameters(path: Path, seen: JsonValue, limit: number): Coded {
  const standard = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
  const own = isJsonObject(seen) ? Object.keys(seen).filter((name) => !standard.includes(name)) : [];
  const sixth = own[5];
  return sixth === undefined
    ? as('RANGE', { field: fieldOf(path), seen, keyword: 'maxProperties', limit }, { path })
    : as('UTM', { atMost: 5 }, { path: [...path, sixth], on: 'key' });
}

/** Our own names that people put into a component by mistake. */
const OF_FILES = ['status', 'workspaces', 'overrides', 'with'];

/** Components that decide who gets a message, and when. */
const DECIDING = ['segmentation_details', 'trigger_condition', 'scheduling_details'];

/**
 * A field that the schema doesn't list. The service stores most of them without an error and ignores them (open point V6),
 * so that they are warnings. If one was meant to decide who gets a message or when, the message would go to others.
 */
function unknownName({ path: parent, keyword, whole, root }: Refused, name: string): Coded {
  const path = [...parent, name];
  const map = valueAt(whole, parent);
  const free = namesIn(schemasAt(root, parent)).filter(
    (one) => !isJsonObject(map) || !Object.hasOwn(map, one),
  );
  const [component] = path;
  const near = nearest(name, free) ?? (component === 'utm_params' ? `utm_${name}` : undefined);
  const of = parent.findLast((step) => typeof step === 'string');
  const place = { path, on: 'key' as const, ...fixOf(name, free) };
  const isRefused = keyword === 'additionalProperties' || parent.length === 0;
  const isCertain = isRefused || isComponentName(name) || OF_FILES.includes(name);
  if (!isCertain && !DECIDING.includes(String(component)))
    return as('UNKNOWN_FIELD', { why: 'unknown', name, of: of ?? '', near }, place);
  return as('UNKNOWN_KEY', { name, near, of }, { ...place, ...(!isCertain && { only: 'new' }) });
}
