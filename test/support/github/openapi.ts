import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import slice from './openapi.json' with { type: 'json' };

/** One operation as GitHub describes it. */
export interface Operation {
  /** Such as `issues/create-comment`. */
  readonly id: string;
  /** The path's parameters in this request, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** How the request violates GitHub's description; empty if it doesn't. Query values are converted to their types. */
  readonly check: (query: Record<string, unknown>, body: unknown) => string[];
  /** Fields of GitHub's answer that ours lacks. */
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

/** The definitions are compiled once for all references. */
const { operations: OPERATIONS, definitions } = JSON.parse(
  JSON.stringify(slice).replaceAll('"#/definitions/', '"github#/definitions/'),
) as { readonly operations: readonly Described[]; readonly definitions: JsonSchema };
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
/** Path and query are text in a request. */
const wireAjv = new Ajv2020({ strict: false, allErrors: true, logger: false, coerceTypes: true });
addFormats.default(ajv);
addFormats.default(wireAjv);
ajv.addSchema({ $id: 'github', definitions });

/** GitHub's operation for this method and path; `undefined` if the extract doesn't contain it. */
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

/** GitHub ignores unknown fields, so a misspelled name would go unnoticed. */
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
  return validate(value) ? [] : (validate.errors ?? []).map((error) => reported(place, error));
}

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

function reported(place: string, { instancePath, message = '', params }: ErrorObject): string {
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
