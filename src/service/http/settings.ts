import { Ajv2020, type ErrorObject, type Schema } from 'ajv/dist/2020.js';
import { schemaDetails } from '../domain/campaign/component-schema.ts';
import { isJsonObject, isList, objectAt, parseJson, textAt, type JsonValue } from '../domain/json.ts';
import type { OperationName } from '../domain/operation-name.ts';
import { CREATIONS, type Limits, type Window } from '../domain/rate-limits.ts';
import { FEATURES, type WorkspaceOptions } from '../domain/service-options.ts';
import { unknownName, type SettingRead } from '../domain/setting.ts';
import { MANAGE_SCOPE, PUBLISH_SCOPE } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';

/** A setting in JSON, if its shape is right. */
function readShape(text: string, schema: Schema): SettingRead<JsonValue> {
  const parsed = parseJson(text);
  if (parsed.kind === 'malformed') return { kind: 'refused', mistakes: ['it is not JSON'] };
  const validate = new Ajv2020({ allErrors: true, verbose: true }).compile(schema);
  if (validate(parsed.value)) return { kind: 'read', value: parsed.value };
  return { kind: 'refused', mistakes: (validate.errors ?? []).flatMap(mistakesOf) };
}

function mistakesOf(error: ErrorObject): readonly string[] {
  const { additionalProperty: name } = error.params as { readonly additionalProperty?: string };
  if (name === undefined) return [...schemaDetails([error])].map(({ message }) => message.trim());
  const known = Object.keys((error.parentSchema as { readonly properties: object }).properties);
  return [unknownName(name, `a name at ${error.instancePath || 'the top'}`, known)];
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

/**
 * Reads limits as JSON, `{"create": {"per_second": 5, …}, "search": "off"}`, in the form of `limits` in
 * `workspaces.yaml`. Operations and fields that are left out keep their real limits.
 */
export function readLimits(text: string): SettingRead<Limits> {
  const read = readShape(text, LIMITS_SCHEMA);
  if (read.kind === 'refused') return read;
  const limits: Partial<Record<OperationName | 'creations', readonly Window[]>> = {};
  for (const { name, limits: real } of OPERATIONS) {
    const own = objectAt(read.value)[name];
    if (own === undefined) continue;
    limits[name] = windowsOf(own, CALL_SPANS, real);
    if (name === 'create') limits.creations = windowsOf(own, CREATION_SPANS, CREATIONS);
  }
  return { kind: 'read', value: limits };
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
      app_key: { type: 'string' },
      // The same rule as in `workspaces.yaml`. A secret that is written here by mistake usually breaks it.
      api_key_env: { type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' },
      features: { type: 'array', items: { enum: FEATURES } },
      scopes: { type: 'array', items: { type: 'string' } },
    },
    required: ['app_key', 'api_key_env'],
    additionalProperties: false,
  },
};

/**
 * Reads workspaces as JSON: `[{"app_key", "api_key_env", "features", "scopes"}]`, the last two optional. The context is
 * the environment with the secrets, and the identifiers that are already used.
 */
export function readWorkspaces(
  text: string,
  {
    env,
    taken,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly taken: readonly string[] },
): SettingRead<readonly WorkspaceOptions[]> {
  const read = readShape(text, WORKSPACES_SCHEMA);
  if (read.kind === 'refused') return read;
  const workspaces = (isList(read.value) ? read.value : []).map((entry) => workspaceIn(entry, env));
  const used = new Set(taken);
  const mistakes = workspaces.flatMap(({ appKey, apiKey, variable }) => {
    const unfit = appKeyMistake(appKey);
    const isTaken = used.has(appKey);
    used.add(appKey);
    return [
      ...(unfit === null ? [] : [`app_key: ${unfit}`]),
      ...(isTaken ? [`there is a workspace "${appKey}" already`] : []),
      ...(apiKey === '' ? [`${appKey}, api_key_env: the variable ${variable} is not set`] : []),
    ];
  });
  return mistakes.length > 0 ? { kind: 'refused', mistakes } : { kind: 'read', value: workspaces };
}

/** A workspace, and the variable of its key. Publishing belongs to the earlier version and has a scope of its own. */
function workspaceIn(
  entry: JsonValue,
  env: Readonly<Record<string, string | undefined>>,
): WorkspaceOptions & { readonly variable: string } {
  const { features = [], scopes = [MANAGE_SCOPE] } = objectAt(entry) as Partial<WorkspaceOptions>;
  const variable = textAt(entry, 'api_key_env') ?? '';
  return { appKey: textAt(entry, 'app_key') ?? '', apiKey: env[variable] ?? '', features, scopes, variable };
}

/** The mistake in a workspace identifier, which must be usable as the user name of HTTP Basic, or `null`. */
export function appKeyMistake(appKey: string): string | null {
  if (appKey === '') return 'it must not be empty';
  return /[:\p{Cc}]/u.test(appKey) ? 'it must have no colon and no control character' : null;
}

/** The mistakes in the names of features. */
export function featureMistakes(names: readonly string[]): readonly string[] {
  const known: readonly string[] = FEATURES;
  return names.filter((name) => !known.includes(name)).map((name) => unknownName(name, 'a feature', known));
}
