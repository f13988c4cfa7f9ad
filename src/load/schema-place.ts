import components from '../../schemas/components.schema.json' with { type: 'json' };
import workspaces from '../../schemas/workspaces.schema.json' with { type: 'json' };
import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';

// What a schema says of a place. Conditions are not evaluated: what any branch says of the place counts.

/** A schema, from where to read it, and what its `$ref`s count from. */
export interface Root {
  readonly schema: JsonObject;
  readonly document: JsonObject;
}

const COMPONENTS = components as unknown as JsonObject;

/** The schema of a campaign of a channel; of both where the channel is not known. */
export function campaignRoot(channel: JsonValue | undefined): Root {
  const body = channel === 'EMAIL' ? 'email_campaign' : channel === 'PUSH' ? 'push_campaign' : undefined;
  const schema = body === undefined ? COMPONENTS : valueAt(COMPONENTS, ['$defs', body]);
  return { schema: isJsonObject(schema) ? schema : COMPONENTS, document: COMPONENTS };
}

const WORKSPACES = workspaces as unknown as JsonObject;
export const WORKSPACES_ROOT: Root = { schema: WORKSPACES, document: WORKSPACES };

/** The schemas that speak of the value at `path`, each with all that it refers to or combines. */
export function schemasAt({ schema, document }: Root, path: Path): JsonObject[] {
  return path.reduce<JsonObject[]>(
    (here, step) => schemasBelow(here, step, document),
    expand(schema, document),
  );
}

/** The schemas of one member or entry, given those of its map or list. */
export function schemasBelow(
  schemas: readonly JsonObject[],
  step: string | number,
  document: JsonObject,
): JsonObject[] {
  return schemas
    .flatMap((schema) => (typeof step === 'number' ? itemsOf(schema) : membersOf(schema, step)))
    .flatMap((schema) => (isJsonObject(schema) ? expand(schema, document) : []));
}

/** The names that schemas know, in their order. */
export function namesIn(schemas: readonly JsonObject[]): string[] {
  return [...new Set(schemas.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))))];
}

/** What a place is for, in words, and the section of the specification that defines it. */
export function describedAt(
  root: Root,
  path: Path,
): { readonly words: string | undefined; readonly section: string | undefined } {
  const [text] = schemasAt(root, path).flatMap(({ description }) =>
    typeof description === 'string' ? [description] : [],
  );
  const [, words, section] = /^(.*?)\s*(?:\(Specification, (.*?)\))?$/s.exec(text ?? '') ?? [];
  return { words: words?.replace(/ \(open point \w+\)/, '').replace(/\.$/, '') || undefined, section };
}

/** A schema with all that it refers to or combines, at the same place of the value. */
function expand(schema: JsonObject, document: JsonObject): JsonObject[] {
  const { $ref: reference } = schema;
  const referred =
    typeof reference === 'string' ? valueAt(document, reference.slice(2).split('/')) : undefined;
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return isList(list) ? list : [];
  });
  const parts = [referred, schema.then, schema.else, schema.if, ...combined];
  return [schema, ...parts.filter(isJsonObject).flatMap((part) => expand(part, document))];
}

/** What a schema says of one member; empty when it says nothing. */
function membersOf(schema: JsonObject, name: string): JsonValue[] {
  const named = valueAt(schema, ['properties', name]);
  const patterned = Object.entries(objectAt(schema, 'patternProperties'))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, value]) => value);
  const { additionalProperties: rest } = schema;
  const found = [...(named === undefined ? [] : [named]), ...patterned];
  return found.length > 0 || rest === undefined || rest === false ? found : [rest];
}

/** Whether any schema says something of a member, and be it that all is well. */
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
