import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import slice from './openapi.json' with { type: 'json' };

/** One operation as GitHub describes it. */
export interface Operation {
  /** Such as `issues/create-comment`. */
  readonly id: string;
  /** The path's parameters in this request, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** What GitHub's description forbids about the request; empty when it is fine. Query values become their types. */
  readonly check: (query: Record<string, unknown>, body: unknown) => string[];
  /** What an answer of ours lacks that GitHub's has. */
  readonly checkAnswer: (status: number, body: unknown) => string[];
}

interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | null;
  readonly answers: Readonly<Record<string, JsonSchema | null>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly slashes: boolean;
  readonly schema: JsonSchema;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** The definitions are compiled once, whoever refers to them. */
const { operations: OPERATIONS, definitions } = JSON.parse(
  JSON.stringify(slice).replaceAll('"#/definitions/', '"github#/definitions/'),
) as { readonly operations: readonly Described[]; readonly definitions: JsonSchema };
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
/** Path and query are text on the wire. */
const wireAjv = new Ajv2020({ strict: false, allErrors: true, logger: false, coerceTypes: true });
addFormats.default(ajv);
addFormats.default(wireAjv);
ajv.addSchema({ $id: 'github', definitions });

/** The operation that GitHub has for this method and path; undefined where the slice has none. */
export function findOperation(method: string, pathname: string): Operation | undefined {
  for (const described of OPERATIONS) {
    if (described.method !== method) continue;
    const match = patternOf(described).exec(pathname);
    if (match) return operation(described, decoded(match.groups));
  }
  return undefined;
}

function operation(described: Described, path: Record<string, string>): Operation {
  return {
    id: described.id,
    path,
    check: (query, body) => [
      ...problems(parameterSchema(described, 'path'), { ...path }, 'path', wireAjv),
      ...problems(parameterSchema(described, 'query'), query, 'query', wireAjv),
      ...bodyProblems(described, body),
    ],
    checkAnswer: (status, body) => {
      const schema = described.answers[String(status)];
      if (schema === undefined) return status < 400 ? [`answer ${status} is not described`] : [];
      if (schema === null) return body === undefined ? [] : ['answer has a body'];
      return problems(schema, body, 'answer', ajv);
    },
  };
}

function bodyProblems({ body: described }: Described, body: unknown): string[] {
  if (described === null) return body === undefined ? [] : ['body: none is described'];
  if (body === undefined) return described.required ? ['body is missing'] : [];
  return problems(closed(described.schema), body, 'body', ajv);
}

/** GitHub ignores what it does not know, so a mistyped name would never be noticed. */
function closed(schema: JsonSchema): JsonSchema {
  return 'properties' in schema ? { ...schema, additionalProperties: false } : schema;
}

function parameterSchema({ parameters }: Described, place: 'path' | 'query'): JsonSchema {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function problems(schema: JsonSchema, value: unknown, place: string, checker: Ajv2020): string[] {
  const key = checker === ajv ? JSON.stringify(schema) : `wire ${JSON.stringify(schema)}`;
  const validate = compiled.get(key) ?? checker.compile(schema);
  compiled.set(key, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => told(place, error));
}

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

function told(place: string, { instancePath, message = '', params }: ErrorObject): string {
  return `${place}${instancePath} ${message} ${JSON.stringify(params)}`;
}

function patternOf({ path, parameters }: Described): RegExp {
  const slashes = new Set(parameters.filter((parameter) => parameter.slashes).map(({ name }) => name));
  const pattern = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `(?<${name}>${slashes.has(name) ? '.+' : '[^/]+'})`,
  );
  return new RegExp(`^${pattern}$`);
}

function decoded(groups: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
}
