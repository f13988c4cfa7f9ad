import type { ErrorObject } from 'ajv/dist/2020.js';
import { isComponentName } from '../model/campaign.ts';
import { CHANNEL_RULES, isChannel, READ_ONLY_CHANNELS } from '../model/channel.ts';
import { pathOf } from '../model/component-leaves.ts';
import type { RuleCode, RuleParams } from '../model/findings.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { nearest, sameButForCase } from '../model/nearest.ts';
import type { Coded, Found } from './check.ts';
import { mayBeKept } from './grade.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { campaignRoot, placesOf, WORKSPACES_ROOT, type Places, type Root } from './schema/schema-place.ts';
import { unknownName } from './schema/unknown-name.ts';
import { campaign, workspacesFile } from './schema/validators.ts';

/** What the schema finds in a campaign's body, references resolved: one finding at each place. */
export function checkShape(body: JsonObject): Coded[] {
  campaign(body);
  return withContentWhole(findingsOf(campaign.errors, body, campaignRoot(body.channel)), body);
}

/** The same for workspaces.yaml. */
export function checkSettings(value: JsonValue): Coded[] {
  workspacesFile(value);
  return findingsOf(workspacesFile.errors, value, WORKSPACES_ROOT);
}

/** An error of the schema, and what was checked. */
interface Refused {
  readonly keyword: string;
  readonly path: Path;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name and the kind of place in the schema. */
  readonly schemaPath: string;
  readonly whole: JsonValue;
  readonly places: Places;
  readonly root: Root;
}

/** Keywords that only repeat that a schema inside them failed. */
const COMPOSITES = new Set(['if', 'allOf']);

/** If several keywords fail at one place, the simplest one is reported. */
const RANKS = ['type', 'const', 'enum', 'format', 'pattern'];
const UNKNOWN = new Set(['unevaluatedProperties', 'additionalProperties', 'propertyNames']);

function findingsOf(
  errors: readonly ErrorObject[] | null | undefined,
  whole: JsonValue,
  root: Root,
): Coded[] {
  const places = placesOf(root);
  const refused = (errors ?? [])
    .filter(({ keyword }) => !COMPOSITES.has(keyword))
    .map(({ keyword, instancePath, params, schemaPath }): Refused => ({
      ...{ keyword, schemaPath, whole, places, root, path: pathOf(instancePath, whole) },
      // Ajv types the parameters of each keyword as a union without a common index.
      params: params as Readonly<Record<string, unknown>>,
    }))
    .sort((left, right) => rank(left) - rank(right));
  const consequences = new Set(refused.flatMap(brokenBy));
  const found = new Map<string, Coded>();
  for (const one of refused) {
    if (isConsequence(one, consequences)) continue;
    const finding = findingOf(one);
    const key = keyOfPath(finding.path);
    if (!found.has(key)) found.set(key, finding);
  }
  return oncePerMap(oncePerName([...found.values()]));
}

function rank({ keyword }: Refused): number {
  const place = RANKS.indexOf(keyword);
  return place !== -1 ? place : UNKNOWN.has(keyword) ? RANKS.length + 1 : RANKS.length;
}

/** Where a branch failed: Ajv then takes the fields that only this branch lists for unknown ones. */
function brokenBy({ keyword, path }: Refused): string[] {
  return keysUpwards(path).slice(UNKNOWN.has(keyword) ? 1 : 0);
}

function isConsequence({ keyword, path, params, places }: Refused, broken: ReadonlySet<string>): boolean {
  return (
    keyword === 'unevaluatedProperties' &&
    broken.has(keyOfPath(path)) &&
    // Locales have names of their own.
    (path.at(-1) === 'content' || places.names(path).includes(String(params.unevaluatedProperty)))
  );
}

/** One finding, with the code of its parameters. */
function as<Code extends RuleCode>(
  code: Code,
  params: RuleParams[Code],
  found: Omit<Found, 'params'>,
): Coded {
  return { ...found, code, params } as unknown as Coded;
}

function findingOf(refused: Refused): Coded {
  const { keyword, path, params, schemaPath, whole, root } = refused;
  const seen = valueAt(whole, path) ?? null;
  const field = fieldOf(path);
  switch (keyword) {
    case 'type':
      return as('TYPE', { field, seen, wanted: [params.type].flat().map(String) }, { path });
    case 'const':
    case 'enum':
      return outside(refused, seen);
    case 'required':
      return missing(refused, String(params.missingProperty));
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName);
      return unknownName([...path, name], { ...refused, isListed: keyword === 'unevaluatedProperties' });
    }
    case 'format':
    case 'pattern': {
      const place = valueAt(root.document, schemaPath.slice(2).split('/').slice(0, -1).map(unescaped));
      const wanted = isJsonObject(place) && typeof place.description === 'string' ? place.description : '';
      return as('FORMAT', { seen, wanted }, { path });
    }
    case 'maxProperties':
      return tooManyParameters(path, seen, Number(params.limit));
    case 'uniqueItems':
      return as('VALUE', { why: 'twice', field }, { path });
    case 'not':
    case 'false schema':
      return as('NOT_ALLOWED', { field }, { path, on: 'key' });
    default:
      return as('RANGE', { field, seen, keyword, limit: Number(params.limit) }, { path });
  }
}

/** The name of a place in a sentence; for an entry of a list, the name of the list. */
function fieldOf(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function unescaped(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A value that isn't one of those that its place accepts. */
function outside({ path, params }: Refused, seen: JsonValue): Coded {
  const allowed = (params.allowedValues ?? [params.allowedValue]) as JsonValue[];
  const field = fieldOf(path);
  const put =
    typeof seen === 'string'
      ? sameButForCase(
          seen,
          allowed.filter((one) => typeof one === 'string'),
        )
      : undefined;
  const place = { path, ...(put !== undefined && typeof seen === 'string' && { fix: { was: seen, put } }) };
  if (field === 'filter_operator') return as('FILTER_OPERATOR', { seen }, place);
  if (field === 'channel' && READ_ONLY_CHANNELS.includes(String(seen).toUpperCase()))
    return as('VALUE', { why: 'read-only-channel', channel: String(seen) }, place);
  if (field === 'campaign_delivery_type' && seen === 'BROADCAST_LIVE_ACTIVITY')
    return as('VALUE', { why: 'live-activity' }, place);
  return as('VALUE', { why: 'enum', seen, allowed }, place);
}

function missing({ path, places }: Refused, field: string): Coded {
  const place = [...path, field];
  const of = path.length === 0 ? undefined : fieldOf(path);
  const values = places.values(place);
  return as('MISSING', { fields: [field], of, ...(values.length > 0 && { values }) }, { path: place });
}

/** Specification, utm_params: the schema counts all parameters; a person counts their own. */
function tooManyParameters(path: Path, seen: JsonValue, limit: number): Coded {
  const standard = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
  const own = Object.keys(seen ?? {}).filter((name) => !standard.includes(name));
  const sixth = own[5];
  return sixth === undefined
    ? as('RANGE', { field: fieldOf(path), seen, keyword: 'maxProperties', limit }, { path })
    : as('UTM', { why: 'too-many', atMost: 5 }, { path: [...path, sixth], on: 'key' });
}

/** A name that is missing because it is misspelled is one mistake, reported at the misspelled name. */
function oncePerName(found: readonly Coded[]): Coded[] {
  const unknown = found.filter(({ code }) => code === 'UNKNOWN_KEY' || code === 'UNKNOWN_FIELD');
  const meant = new Map<Coded, Coded>();
  for (const one of found) {
    if (one.code !== 'MISSING') continue;
    const name = String(one.path.at(-1));
    const parent = keyOfPath(one.path.slice(0, -1));
    const spelled = unknown.find(
      ({ path, params }) =>
        keyOfPath(path.slice(0, -1)) === parent &&
        (('near' in params && params.near === name) || nearest(String(path.at(-1)), [name]) === name),
    );
    if (spelled && !meant.has(spelled)) meant.set(spelled, one);
  }
  const explained = new Set(meant.values());
  return found.flatMap((one) => {
    if (explained.has(one)) return [];
    const name = meant.get(one)?.path.at(-1);
    if (name === undefined) return [one];
    const { path, on, fix } = one;
    return as(
      'UNKNOWN_KEY',
      { name: String(path.at(-1)), near: String(name) },
      { path, ...(on && { on }), ...(fix && { fix }) },
    );
  });
}

/** What one map lacks is one finding. What a managed campaign may lack (open point V24) doesn't decide on the others. */
function oncePerMap(found: readonly Coded[]): Coded[] {
  const first = new Map<string, Coded & { readonly code: 'MISSING' }>();
  const others = found.flatMap((one): Coded[] => {
    if (one.code !== 'MISSING') return [one];
    const key = keyOfPath(one.path.slice(0, -1));
    const known = first.get(key);
    const fields = [...(known?.params.fields ?? []), ...one.params.fields];
    const decides = known && !mayBeKept('MISSING', known.path) ? known : one;
    const { of } = one.params;
    first.set(key, known ? { ...decides, params: { fields, of } } : one);
    return [];
  });
  return [...others, ...first.values()];
}

const CONTENT: Path = ['campaign_content', 'content'];

/**
 * Content is flat, below the key of the channel, or keyed by locale and variation. If it has neither shape, what its
 * other shape lacks is only a consequence.
 */
function withContentWhole(found: Coded[], body: JsonObject): Coded[] {
  const content = valueAt(body, CONTENT);
  if (!isChannel(body.channel) || !isJsonObject(content)) return found;
  const { contentKey: near } = CHANNEL_RULES[body.channel];
  if (Object.hasOwn(content, near)) return found;
  const name = Object.keys(content).find((one) => !isLocale(content[one]));
  if (name === undefined) return found;
  const others = found.filter(({ path }) => !CONTENT.every((step, index) => path[index] === step));
  return [
    ...others,
    as('UNKNOWN_KEY', { name, of: 'content', near }, { path: [...CONTENT, name], on: 'key' }),
  ];
}

/** Whether a value has variations, or nothing yet. */
function isLocale(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return true;
  const names = Object.keys(value);
  return names.length === 0 || names.some((name) => /^variation/.test(name) || isComponentName(name));
}
