import { Ajv2020, type Schema } from 'ajv/dist/2020.js';
import { schemaDetails } from '../domain/campaign/draft-validation.ts';
import { invalid, refuseInvalid, type Detail } from '../domain/failure.ts';
import { isJsonObject, isList, objectAt, parseJson, textAt, type JsonValue } from '../domain/json.ts';
import { CREATIONS, type Limits, type OperationName, type Window } from '../domain/rate-limits.ts';
import { FEATURES, type WorkspaceOptions } from '../domain/service-options.ts';
import { MANAGE_SCOPE, PUBLISH_SCOPE } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';

/** A setting in JSON. Throws a `Refusal` that lists what is wrong with its shape. */
function readShape(text: string, schema: Schema): JsonValue {
  const parsed = parseJson(text);
  if (parsed.kind === 'malformed') throw invalid('', 'it is not JSON');
  const validate = new Ajv2020({ allErrors: true }).compile(schema);
  validate(parsed.value);
  refuseInvalid(schemaDetails(validate.errors ?? []));
  return parsed.value;
}

/** The fields of an operation's limits, with the spans of their windows in milliseconds. */
const CALL_SPANS = { per_second: 1000, per_minute: 60_000, per_hour: 3_600_000 } as const;

/** The spans of the limits of successful creations, which only `create` has. */
const CREATION_SPANS = {
  created_per_minute: 60_000,
  created_per_hour: 3_600_000,
  created_per_day: 86_400_000,
} as const;

const LIMITS_SCHEMA = closed(
  OPERATIONS.map(({ name }) => name),
  (operation) => ({
    if: { type: 'object' },
    then: closed(Object.keys({ ...CALL_SPANS, ...(operation === 'create' && CREATION_SPANS) }), () => ({
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    })),
    else: { const: 'off' },
  }),
);

function closed(names: readonly string[], schemaOf: (name: string) => object): Schema {
  const properties = Object.fromEntries(names.map((name) => [name, schemaOf(name)]));
  return { type: 'object', properties, additionalProperties: false };
}

/** Reads limits as JSON, in the form of `limits` in `workspaces.yaml`. Throws a `Refusal`. */
export function readLimits(text: string): Limits {
  const read = objectAt(readShape(text, LIMITS_SCHEMA));
  const limits: Partial<Record<OperationName | 'creations', readonly Window[]>> = {};
  for (const { name, limits: real } of OPERATIONS) {
    const own = read[name];
    if (own === undefined) continue;
    limits[name] = windowsOf(own, CALL_SPANS, real);
    if (name === 'create') limits.creations = windowsOf(own, CREATION_SPANS, CREATIONS);
  }
  return limits;
}

function windowsOf(
  own: JsonValue,
  spans: Readonly<Record<string, number>>,
  real: readonly Window[],
): readonly Window[] {
  if (!isJsonObject(own)) return [];
  return Object.entries(spans).flatMap(([field, spanMs]) => {
    const limit = own[field] ?? real.find((window) => window.spanMs === spanMs)?.limit;
    return typeof limit === 'number' ? [{ limit, spanMs }] : [];
  });
}

/** The scopes of the workspace that every service has: its key may do everything. */
export const ALL_SCOPES: readonly string[] = [MANAGE_SCOPE, PUBLISH_SCOPE];

const WORKSPACES_SCHEMA: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      // It is the user name of HTTP Basic.
      app_key: { type: 'string', pattern: '^[^:\\p{Cc}]+$' },
      // The same rule as in `workspaces.yaml`. A secret that is written here by mistake usually breaks it.
      api_key_env: { type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' },
      features: { type: 'array', items: { enum: FEATURES } },
      scopes: { type: 'array', items: { type: 'string' } },
    },
    required: ['app_key', 'api_key_env'],
    additionalProperties: false,
  },
};

/** Reads workspaces as JSON: `[{"app_key", "api_key_env", "features", "scopes"}]`. Throws a `Refusal`. */
export function readWorkspaces(
  text: string,
  given: { readonly env: Readonly<Record<string, string | undefined>>; readonly taken: readonly string[] },
): readonly WorkspaceOptions[] {
  const read = readShape(text, WORKSPACES_SCHEMA);
  const used = new Set(given.taken);
  const mistakes: Detail[] = [];
  const workspaces = (isList(read) ? read : []).map((entry) => {
    // Publishing belongs to the earlier version and has a scope of its own.
    const { features = [], scopes = [MANAGE_SCOPE] } = objectAt(entry) as Partial<WorkspaceOptions>;
    const [appKey, variable] = [textAt(entry, 'app_key') ?? '', textAt(entry, 'api_key_env') ?? ''];
    const apiKey = given.env[variable] ?? '';
    const refuse = (message: string) => void mistakes.push({ target: appKey, message });
    if (used.has(appKey)) refuse(`there is a workspace "${appKey}" already`);
    if (apiKey === '') refuse(`${appKey}, api_key_env: the variable ${variable} is not set`);
    used.add(appKey);
    return { appKey, apiKey, features, scopes };
  });
  refuseInvalid(mistakes);
  return workspaces;
}
