import components from '../../../schemas/components.schema.json' with { type: 'json' };
import workspaces from '../../../schemas/workspaces.schema.json' with { type: 'json' };
import { CHANNEL_RULES, isChannel } from '../../model/channel.ts';
import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';

// What a schema says about a place. If the value is given, branches whose condition it doesn't meet are ignored;
// otherwise all branches count.

/** A schema, the path from which it was reached, and the root for its `$ref`s. */
export interface Root {
  readonly schema: JsonObject;
  readonly document: JsonObject;
}

// The compiler's type of an imported JSON file names every key; a schema is walked like any other JSON value.
const COMPONENTS = components as unknown as JsonObject;

/** The schema of a campaign of a channel; of all campaigns if the channel is unknown. */
export function campaignRoot(channel: JsonValue | undefined): Root {
  const schema = isChannel(channel)
    ? valueAt(COMPONENTS, ['$defs', CHANNEL_RULES[channel].schema])
    : COMPONENTS;
  return { schema: isJsonObject(schema) ? schema : COMPONENTS, document: COMPONENTS };
}

const WORKSPACES = workspaces as unknown as JsonObject;
export const WORKSPACES_ROOT: Root = { schema: WORKSPACES, document: WORKSPACES };

/** The schemas that apply to a value at `path`, each with everything that it refers to or combines. */
export function schemasAt({ schema, document }: Root, path: Path): readonly JsonObject[] {
  return path.reduce<readonly JsonObject[]>(
    (here, step) => schemasBelow(here, { step, document }),
    expand(schema, { document }),
  );
}

/** A member or an entry, by its name or index. */
interface Below {
  readonly step: string | number;
  readonly document: JsonObject;
  /** The value at the place; if omitted, any value. */
  readonly value?: JsonValue;
}

/** The schemas of one member or entry, given the schemas of its map or list. */
export function schemasBelow(schemas: readonly JsonObject[], { step, ...place }: Below): JsonObject[] {
  return schemas
    .flatMap((schema) => (typeof step === 'number' ? itemsOf(schema) : membersOf(schema, step)))
    .flatMap((schema) => (isJsonObject(schema) ? expand(schema, place) : []));
}

/** The names that schemas define, in schema order. */
export function namesIn(schemas: readonly JsonObject[]): string[] {
  return [...new Set(schemas.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))))];
}

/** The texts that schemas list, in schema order. */
function valuesIn(schemas: readonly JsonObject[]): string[] {
  const listed = schemas.flatMap(({ enum: values }) => (isList(values) ? values : []));
  return [...new Set(listed.filter((one) => typeof one === 'string'))];
}

/** What a schema says about places; places that differ only by an index are looked up once. */
export interface Places {
  /** The purpose of a place; undefined if no schema describes it. */
  words(path: Path): string | undefined;
  /** The section of the specification that defines a place, or its siblings. */
  section(path: Path): string | undefined;
  /** The known names below a place. */
  names(path: Path): string[];
  /** All possible values of a place, if a schema lists them. */
  values(path: Path): string[];
  /** The type of a place, and the pattern of a text. */
  type(path: Path): string | undefined;
  pattern(path: Path): string | undefined;
  /** Whether a schema may ask for a place. */
  mayBeRequired(path: Path): boolean;
}

export function placesOf(root: Root): Places {
  const seen = new Map<string, readonly JsonObject[]>();
  const at = (path: Path): readonly JsonObject[] => {
    const step = path.at(-1);
    if (step === undefined) return schemasAt(root, []);
    const key = JSON.stringify(path.map((one) => (typeof one === 'number' ? 0 : one)));
    const known = seen.get(key);
    if (known) return known;
    const found = schemasBelow(at(path.slice(0, -1)), { step, document: root.document });
    // There is no end to the names that no schema knows.
    if (found.length > 0) seen.set(key, found);
    return found;
  };
  return {
    words: (path) => firstText(at(path), 'description')?.replace(/\.$/, ''),
    section: (path) => {
      for (let here = path; here.length > 0; here = here.slice(0, -1)) {
        const section = firstText(at(here), 'x-section') ?? sectionInside(at(here.slice(0, -1)));
        if (section !== undefined) return section;
      }
      return undefined;
    },
    names: (path) => namesIn(at(path)),
    values: (path) => valuesIn(at(path)),
    type: (path) => firstText(at(path), 'type'),
    pattern: (path) => firstText(at(path), 'pattern'),
    mayBeRequired: (path) =>
      at(path.slice(0, -1)).some(
        ({ required }) => isList(required) && required.some((name) => name === path.at(-1)),
      ),
  };
}

/** The section of the first field that schemas define. */
function sectionInside(schemas: readonly JsonObject[]): string | undefined {
  const fields = schemas
    .flatMap((schema) => Object.values(objectAt(schema, 'properties')))
    .filter(isJsonObject);
  return firstText(fields, 'x-section');
}

/** The first text that schemas have for a keyword. */
function firstText(
  schemas: readonly JsonObject[],
  keyword: 'description' | 'x-section' | 'type' | 'pattern',
): string | undefined {
  return schemas.map((schema) => schema[keyword]).find((text) => typeof text === 'string');
}

/** The expansion of schemas for any value, and whether it is the same for every value; schemas never change. */
const expanded = new WeakMap<
  JsonObject,
  { readonly schemas: readonly JsonObject[]; readonly always: boolean }
>();

/** A schema with everything that it refers to or combines, at the same place of the value. */
function expand(schema: JsonObject, place: Omit<Below, 'step'>): readonly JsonObject[] {
  const known = expanded.get(schema) ?? expandForAny(schema, place.document);
  expanded.set(schema, known);
  return known.always || place.value === undefined ? known.schemas : expandFor(schema, place);
}

function expandForAny(schema: JsonObject, document: JsonObject) {
  const schemas = expandFor(schema, { document });
  return { schemas, always: schemas.every((one) => one.if === undefined) };
}

function expandFor(schema: JsonObject, place: Omit<Below, 'step'>): JsonObject[] {
  const { $ref: reference } = schema;
  const referred =
    typeof reference === 'string' ? valueAt(place.document, reference.slice(2).split('/')) : undefined;
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return isList(list) ? list : [];
  });
  const parts = [referred, ...branchesOf(schema, place.value), ...combined];
  return [schema, ...parts.filter(isJsonObject).flatMap((part) => expand(part, place))];
}

/** The branches of a condition that may apply to a value. */
function branchesOf(schema: JsonObject, value: JsonValue | undefined): (JsonValue | undefined)[] {
  const { if: condition, then, else: otherwise } = schema;
  if (condition === undefined || value === undefined) return [then, otherwise, condition];
  return [meets(value, condition) ? then : otherwise];
}

/** Whether a value meets a condition, for the kinds of conditions that our schemas use. */
function meets(value: JsonValue | undefined, condition: JsonValue): boolean {
  if (typeof condition === 'boolean') return condition;
  if (!isJsonObject(condition)) return true;
  const { type, const: constant, enum: values, properties, required, anyOf, not } = condition;
  if (type === 'object' && !isJsonObject(value)) return false;
  if (type === 'array' && !isList(value)) return false;
  if (type === 'string' && typeof value !== 'string') return false;
  if (constant !== undefined && value !== constant) return false;
  if (isList(values) && !values.some((one) => one === value)) return false;
  if (
    isList(required) &&
    required.some((name) => typeof name === 'string' && valueAt(value, [name]) === undefined)
  )
    return false;
  if (isList(anyOf) && !anyOf.some((one) => meets(value, one))) return false;
  if (not !== undefined && meets(value, not)) return false;
  return Object.entries(isJsonObject(properties) ? properties : {}).every(([name, inner]) => {
    const member = valueAt(value, [name]);
    return member === undefined || meets(member, inner);
  });
}

/** What schemas say about the members that they name. Schemas never change. */
const membersByName = new WeakMap<JsonObject, Map<string, readonly JsonValue[]>>();

/** What a schema says about one member; empty if it says nothing. */
function membersOf(schema: JsonObject, name: string): readonly JsonValue[] {
  const byName = membersByName.get(schema) ?? new Map<string, readonly JsonValue[]>();
  membersByName.set(schema, byName);
  const known = byName.get(name);
  if (known) return known;
  const named = valueAt(schema, ['properties', name]);
  const patterned = Object.entries(objectAt(schema, 'patternProperties'))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, value]) => value);
  const found = [...(named === undefined ? [] : [named]), ...patterned];
  // There is no limit to names that no schema knows.
  if (found.length > 0) byName.set(name, found);
  const { additionalProperties: rest } = schema;
  return found.length > 0 || rest === undefined || rest === false ? found : [rest];
}

/** Whether any schema mentions a member, even if only to allow anything. */
export function isNamed(schemas: readonly JsonObject[], name: string): boolean {
  return schemas.some((schema) => membersOf(schema, name).length > 0);
}

function itemsOf({ items }: JsonObject): JsonValue[] {
  return items === undefined ? [] : [items];
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}
