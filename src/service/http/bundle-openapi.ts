import components from '../../../schemas/components.schema.json' with { type: 'json' };
import {
  isJsonObject,
  isList,
  objectAt,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '../domain/json.ts';
import { openApiSource } from './openapi-source.ts';

/** How `openapi.yaml` refers to a definition of the shared schema file. */
const SHARED = '../../schemas/components.schema.json#/$defs/';

/** Where an OpenAPI document keeps its schemas. */
const HERE = '#/components/schemas/';

/**
 * `openapi.yaml` as one self-contained document. The definitions of the shared schema file become schemas of the
 * document, with the same names.
 */
export function bundledOpenApi(): JsonObject {
  bundled ??= bundle(plainJson(openApiSource()), sharedSchemas());
  return bundled;
}

/** Built on first use, because most services never serve their document. */
let bundled: JsonObject | null = null;

/** The definitions of the shared schema file, with their references rewritten for the document. */
export function sharedSchemas(): JsonObject {
  return withReferences(objectAt(plainJson(components), '$defs'), (to) => to.replace('#/$defs/', HERE));
}

function bundle(source: JsonObject, shared: JsonObject): JsonObject {
  const own = withReferences(source, (to) => to.replace(SHARED, HERE));
  const ownComponents = objectAt(own, 'components');
  const schemas = { ...objectAt(ownComponents, 'schemas'), ...shared };
  return { ...own, components: { ...ownComponents, schemas } };
}

function withReferences(object: JsonObject, renamed: (to: string) => string): JsonObject {
  const inside = (value: JsonValue): JsonValue => {
    if (isList(value)) return value.map(inside);
    return isJsonObject(value) ? withReferences(value, renamed) : value;
  };
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? renamed(value) : inside(value),
    ]),
  );
}

/** The type that TypeScript infers for an imported file lists each of its literals. Plain JSON is enough here. */
function plainJson(value: unknown): JsonObject {
  const parsed = parseJson(JSON.stringify(value));
  if (parsed.kind === 'malformed' || !isJsonObject(parsed.value))
    throw new Error('a schema file must be a JSON object');
  return parsed.value;
}
