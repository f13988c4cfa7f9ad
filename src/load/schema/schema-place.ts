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

// What a schema says about a place, whatever its value is: all branches count.

/** A schema, and the root for its `$ref`s. */
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

/** The schemas that may apply to a value at `path`, each with everything that it refers to or combines. */
export function schemasAt({ schema, document }: Root, path: Path): readonly JsonObject[] {
  return path.reduce<readonly JsonObject[]>(
    (here, step) => schemasBelow(here, step, document),
    expand(schema, document),
  );
}

/** The schemas of one member or entry, by its name or index, given the schemas of its map or list. */
export function schemasBelow(
  schemas: readonly JsonObject[],
  step: string | number,
  document: JsonObject,
): JsonObject[] {
  return schemas
    .flatMap((schema) => (typeof step === 'number' ? (schema.items ?? []) : membersOf(schema, step)))
    .flatMap((schema) => (isJsonObject(schema) ? expand(schema, document) : []));
}

/** The names that schemas define, in schema order. */
export function namesIn(schemas: readonly JsonObject[]): string[] {
  return [...new Set(schemas.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))))];
}

/** The texts that schemas list, in schema order. */
export function valuesIn(schemas: readonly JsonObject[]): string[] {
  const listed = schemas.flatMap(({ enum: values }) => (isList(values) ? values : []));
  return [...new Set(listed.filter((one) => typeof one === 'string'))];
}

/** What schemas say about the format of a text. */
export function formatIn(schemas: readonly JsonObject[]): string | undefined {
  const formats = schemas.filter((schema) => schema.format !== undefined || schema.pattern !== undefined);
  return formats.map(({ description }) => description).find((text) => typeof text === 'string');
}

/** Whether a number or a truth value, as a text, may have the formats of schemas: no date, address or the like is one. */
export function fitsFormats(schemas: readonly JsonObject[], text: string): boolean {
  return schemas.every(
    ({ format, pattern }) =>
      format === undefined && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)),
  );
}

/** The expansion of schemas, which never change. */
const expanded = new WeakMap<JsonObject, readonly JsonObject[]>();

/** A schema with everything that it refers to or combines, whichever branch applies to a value at its place. */
function expand(schema: JsonObject, document: JsonObject): readonly JsonObject[] {
  const known = expanded.get(schema);
  if (known) return known;
  const { $ref: reference, then, else: otherwise, if: condition, allOf } = schema;
  const referred =
    typeof reference === 'string' ? valueAt(document, reference.slice(2).split('/')) : undefined;
  const parts = [referred, then, otherwise, condition, ...(isList(allOf) ? allOf : [])];
  const found = [schema, ...parts.filter(isJsonObject).flatMap((part) => expand(part, document))];
  expanded.set(schema, found);
  return found;
}

/** What a schema says about one member; empty if it says nothing. */
function membersOf(schema: JsonObject, name: string): readonly JsonValue[] {
  const named = valueAt(objectAt(schema, 'properties'), [name]);
  const patterned = Object.entries(objectAt(schema, 'patternProperties'))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, value]) => value);
  const found = [...(named === undefined ? [] : [named]), ...patterned];
  const { additionalProperties: rest } = schema;
  return found.length > 0 || rest === undefined || rest === false ? found : [rest];
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}
