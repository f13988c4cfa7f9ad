import type { ErrorObject } from 'ajv/dist/2020.js';
import { READ_ONLY_CHANNELS } from '../model/channel.ts';
import { pathOf } from '../model/component-leaves.ts';
import { groupBy } from '../model/grouping.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { sameButForCase } from '../model/nearest.ts';
import { bare } from '../model/show.ts';
import { as, type Coded } from './check.ts';
import { keyOfPath } from './path-set.ts';
import {
  campaignRoot,
  formatIn,
  schemasAt,
  valuesIn,
  WORKSPACES_ROOT,
  type Root,
} from './schema/schema-place.ts';
import { unknownName } from './schema/unknown-name.ts';
import { campaign, workspacesFile } from './schema/validators.ts';

/**
 * What the schema finds in a campaign's body, references resolved: one finding at each place. `workspaces` are the names
 * that a component can't have as a field.
 */
export function checkShape(body: JsonObject, workspaces: readonly string[] = []): Coded[] {
  campaign(body);
  return findingsOf(campaign.errors, { whole: body, root: campaignRoot(body.channel), workspaces });
}

/** The same for workspaces.yaml. */
export function checkSettings(value: JsonValue): Coded[] {
  workspacesFile(value);
  return findingsOf(workspacesFile.errors, { whole: value, root: WORKSPACES_ROOT, workspaces: [] });
}

/** What was checked. */
interface Whole {
  readonly whole: JsonValue;
  readonly root: Root;
  readonly workspaces: readonly string[];
}

/** An error of the schema. */
interface Refused extends Whole {
  readonly keyword: string;
  readonly path: Path;
  readonly params: Readonly<Record<string, unknown>>;
  /** The values that each schema of the place accepts, where schemas list them. */
  readonly lists: readonly (readonly JsonValue[])[];
}

/** Keywords that only repeat that a schema inside them failed. */
const COMPOSITES = new Set(['if', 'allOf']);

/** If several keywords fail at one place, the simplest one is reported. */
const RANKS = ['type', 'const', 'enum', 'format', 'pattern'];

function findingsOf(errors: readonly ErrorObject[] | null | undefined, checked: Whole): Coded[] {
  const refused = (errors ?? [])
    .filter(({ keyword, propertyName }) => !COMPOSITES.has(keyword) && propertyName === undefined)
    .map(({ keyword, instancePath, params }) => ({
      ...{ ...checked, keyword, path: pathOf(instancePath, checked.whole) },
      // Ajv types the parameters of each keyword as a union without a common index.
      params: params as Readonly<Record<string, unknown>>,
    }))
    .sort((left, right) => rank(left) - rank(right));
  const ofPlaces = groupBy(refused, ({ path }) => keyOfPath(path));
  const found = ofPlaces.flatMap((here) => {
    const lists = here.flatMap(listIn);
    return here.map((one) => findingOf({ ...one, lists }));
  });
  return groupBy(found, ({ path }) => keyOfPath(path)).flatMap(([first]) => first ?? []);
}

function rank({ keyword }: Pick<Refused, 'keyword'>): number {
  const place = RANKS.indexOf(keyword);
  return place === -1 ? RANKS.length : place;
}

function listIn({ keyword, params }: Pick<Refused, 'keyword' | 'params'>): (readonly JsonValue[])[] {
  if (keyword === 'const') return [[params.allowedValue as JsonValue]];
  return keyword === 'enum' ? [params.allowedValues as readonly JsonValue[]] : [];
}

function findingOf(refused: Refused): Coded {
  const { keyword, path, params, whole, root } = refused;
  const seen = valueAt(whole, path) ?? null;
  const field = fieldOf(path);
  switch (keyword) {
    case 'type':
      return as('TYPE', { field, seen, wanted: [params.type].flat().map(String) }, { path });
    case 'const':
    case 'enum':
      return outside(refused, seen);
    case 'required':
      return missing(path, String(params.missingProperty), root);
    case 'additionalProperties':
      return unknownName([...path, String(params.additionalProperty)], { ...refused, isStored: false });
    case 'propertyNames':
      return unknownName([...path, String(params.propertyName)], { ...refused, isStored: true });
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

/** A value that isn't one of those that all schemas of its place accept. */
function outside({ path, lists }: Refused, seen: JsonValue): Coded {
  const [first = [], ...others] = lists;
  const allowed = first.filter((one) => others.every((list) => list.includes(one)));
  const texts = allowed.filter((one) => typeof one === 'string');
  const put = typeof seen === 'string' ? sameButForCase(seen, texts) : undefined;
  const place = { path, ...(put !== undefined && { fix: { was: bare(seen), put } }) };
  const field = fieldOf(path);
  if (field === 'filter_operator') return as('FILTER_OPERATOR', { seen }, place);
  if (field === 'channel' && READ_ONLY_CHANNELS.includes(bare(seen).toUpperCase()))
    return as('VALUE', { why: 'read-only', kind: bare(seen) }, place);
  if (field === 'campaign_delivery_type' && seen === 'BROADCAST_LIVE_ACTIVITY')
    return as('VALUE', { why: 'read-only', kind: bare(seen) }, place);
  return as('VALUE', { why: 'enum', seen, allowed }, place);
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
