import { inOrder, type Diagnostic } from '../model/diagnostic.ts';
import { grade, NOTHING_KNOWN } from './grade.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import {
  type Configuration,
  type LimitedOperation,
  type Limits,
  type Policy,
  type Window,
  type Workspace,
} from '../model/workspace.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { suggestion } from './suggestion.ts';
import { BASE_URL, judgeAddress, judgeDashboard } from './judge-address.ts';
import { judgeTeamRules, teamRulesFrom } from './read-team-rules.ts';
import { misreadValue } from './misread-value.ts';
import { keyOfPath } from './path-set.ts';
import { onePerPlace, onValue, type Problem } from './problem.ts';
import { workspacesProblems } from './schema/schema-errors.ts';
import { clip } from '../model/show.ts';
import { isSource, parseSource, type Source } from './yaml/source.ts';

/** Field names under which a user may try to store the secret itself. */
const SECRET_NAMES = /^(api_?key|key|secret|password|token|credential)$/i;

/** Fields that name the variable with a secret, each with an example. */
const NAMES_OF_VARIABLES: ReadonlyMap<string, string> = new Map([
  ['api_key_env', 'CAMPAIGNS_API_KEY'],
  ['publish_api_key_env', 'CAMPAIGNS_PUBLISH_API_KEY'],
]);

/** The shape that the schema accepts. */
const WORKSPACE_NAME = /^[a-z0-9-]{1,40}$/;

export function isWorkspaceName(name: string): boolean {
  return WORKSPACE_NAME.test(name);
}

/**
 * The defaults of the specification for limits that the file omits; passed in by the caller, since `quota` owns them.
 */
export interface Defaults {
  readonly limits: Limits;
}

/** The configuration, and its file for the positions of its values; either both or neither. */
export type LoadedConfiguration =
  | {
      readonly configuration: Configuration;
      readonly source: Source;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly configuration?: undefined;
      readonly source?: undefined;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Turns the text of `workspaces.yaml` into a configuration, or lists everything that is wrong with it. */
export function loadConfiguration(file: string, text: string, defaults: Defaults): LoadedConfiguration {
  const source = parseSource(file, text);
  if (!isSource(source)) return { diagnostics: grade(source, NOTHING_KNOWN) };
  const schema = withoutNamesOfSecrets(workspacesProblems(source).map(secretsFirst));
  // Rules come first: their messages about an address repeat no credential that it contains.
  const problems = onePerPlace([...rules(source.value), ...schema]);
  const diagnostics = inOrder(problems.map((problem) => diagnose(source, problem)));
  if (diagnostics.length > 0) return { diagnostics };
  return { configuration: configurationFrom(source, defaults), source, diagnostics };
}

/**
 * The workspace that is used if none is named, even if the file has errors elsewhere; undefined if it can't be read.
 */
export function defaultWorkspaceOf(file: string, text: string): string | undefined {
  const source = parseSource(file, text);
  if (!isSource(source) || !isJsonObject(source.value)) return undefined;
  const { default: chosen, workspaces } = source.value;
  const names = isJsonObject(workspaces) ? Object.keys(workspaces) : [];
  const name = chosen ?? (names.length === 1 ? names[0] : undefined);
  return typeof name === 'string' && isWorkspaceName(name) ? name : undefined;
}

function diagnose(source: Source, { path, on, code, ...problem }: Problem): Diagnostic {
  const { message, hint } = misreadValue(problem, { source, path });
  const span = on === 'key' ? source.keyAt(path) : source.at(path);
  return { file: source.file, ...span, code, message, hint };
}

/** A literal secret is worse than an unknown key or a wrong format: it is already in the history. */
function secretsFirst(problem: Problem): Problem {
  const name = String(problem.path.at(-1));
  const literal = problem.code === 'E_UNKNOWN_KEY' && SECRET_NAMES.test(name);
  const insteadOfName = NAMES_OF_VARIABLES.has(name) && problem.code === 'E_FORMAT';
  if (!literal && !insteadOfName) return problem;
  const field = insteadOfName ? name : 'api_key_env';
  const example = NAMES_OF_VARIABLES.get(field) ?? '';
  const beginning = example.startsWith('CAMPAIGNS_') ? ' that begins with CAMPAIGNS_' : '';
  return {
    ...problem,
    code: 'E_SECRET',
    message: literal
      ? `"${name}" looks like a secret in a file`
      : `${field} must be the name of an environment variable${beginning}`,
    hint: `write ${field}: ${example} and keep the secret in the environment; if it was committed, replace it`,
  };
}

/** Where a secret is written, the name of its variable isn't missing as well. */
function withoutNamesOfSecrets(problems: readonly Problem[]): Problem[] {
  const withSecret = new Set(
    problems.flatMap(({ code, path }) => (code === 'E_SECRET' ? [keyOfPath(path.slice(0, -1))] : [])),
  );
  return problems.filter(
    ({ missing, path }) => missing !== 'api_key_env' || !withSecret.has(keyOfPath(path)),
  );
}

function rules(value: JsonValue): Problem[] {
  if (!isJsonObject(value) || !isJsonObject(value.workspaces)) return [];
  const names = Object.keys(value.workspaces);
  const addresses = Object.entries(value.workspaces).flatMap(([name, entry]) =>
    isJsonObject(entry) && typeof entry.base_url === 'string'
      ? judgeAddress(['workspaces', name, 'base_url'], entry.base_url, BASE_URL)
      : [],
  );
  const dashboards = Object.entries(value.workspaces).flatMap(([name, entry]) =>
    isJsonObject(entry) && typeof entry.dashboard_url === 'string'
      ? judgeDashboard(['workspaces', name, 'dashboard_url'], entry.dashboard_url)
      : [],
  );
  const variables = Object.entries(value.workspaces).flatMap(([name, entry]) =>
    isJsonObject(entry)
      ? [
          ...judgeVariable(['workspaces', name, 'api_key_env'], entry.api_key_env),
          ...[...NAMES_OF_VARIABLES.keys()].flatMap((field) =>
            judgeDollar(['workspaces', name, field], entry[field]),
          ),
        ]
      : [],
  );
  const { default: chosen } = value;
  const found = [...addresses, ...dashboards, ...variables, ...judgeTeamRules(value.policy)];
  // The name of a workspace in capitals is a mistake of its own.
  if (typeof chosen !== 'string' || names.some((name) => name.toLowerCase() === chosen)) return found;
  return [
    ...found,
    onValue(
      ['default'],
      'E_WORKSPACE_UNKNOWN',
      `"${clip(chosen)}" is not a workspace of this file`,
      suggestion(chosen, names),
    ),
  ];
}

/** Otherwise, one edited line could send GITHUB_TOKEN, or any other secret of the environment, to the service. */
function judgeVariable(path: Path, name: JsonValue | undefined): Problem[] {
  if (typeof name !== 'string' || !/^[A-Z_][A-Z0-9_]*$/.test(name) || name.startsWith('CAMPAIGNS_'))
    return [];
  const [, rest] = /^CAMPAIGN_(.+)/.exec(name) ?? [];
  // A text without an underscore may be a secret that was pasted here by mistake.
  const renamed = name.includes('_') ? `CAMPAIGNS_${name.replace(/^_+/, '')}` : 'CAMPAIGNS_API_KEY';
  return [
    onValue(
      path,
      'E_FORMAT',
      'the name of the variable with the API key must begin with CAMPAIGNS_',
      rest === undefined
        ? `write api_key_env: ${renamed}, and rename the variable where it is set`
        : `did you mean CAMPAIGNS_${rest}?`,
    ),
  ];
}

/** As in a shell or a workflow: `$CAMPAIGNS_API_KEY` stands for the secret, and here is its name. */
function judgeDollar(path: Path, value: JsonValue | undefined): Problem[] {
  const [, name] = /^\$\{?(CAMPAIGNS_[A-Z0-9_]+)\}?$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (name === undefined) return [];
  const message = `${String(path.at(-1))} must be the name of an environment variable`;
  return [onValue(path, 'E_FORMAT', message, `write ${name}, without the $`)];
}

/** Names, defaults and units. The casts here and below are safe because the schema has accepted the value. */
function configurationFrom(source: Source, defaults: Defaults): Configuration {
  const value = source.value as JsonObject;
  const entries = Object.entries(value.workspaces as JsonObject);
  return {
    default: text(value.default) ?? (entries.length === 1 ? entries[0]?.[0] : undefined),
    workspaces: new Map(
      entries.map(([name, entry]) => {
        const { line, column } = source.at(['workspaces', name, 'base_url']);
        const baseUrlAt = { file: source.file, line, column };
        return [name, { ...workspaceFrom(name, entry as JsonObject, defaults), baseUrlAt }];
      }),
    ),
    policy: policyFrom((value.policy ?? {}) as JsonObject),
  };
}

function workspaceFrom(name: string, entry: JsonObject, defaults: Defaults): Workspace {
  const baseUrl = text(entry.base_url) ?? '';
  return {
    name,
    baseUrl: baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`,
    appKey: text(entry.app_key) ?? '',
    apiKeyEnv: text(entry.api_key_env) ?? '',
    publishApiKeyEnv: text(entry.publish_api_key_env),
    actor: text(entry.actor),
    actorFrom: entry.actor_from === 'fixed' ? 'fixed' : 'commit',
    features: (entry.features ?? []) as string[],
    publish: entry.publish === 'allowed' || entry.publish === 'earlier-api' ? 'allowed' : 'never',
    editLive: entry.edit_live === 'never' ? 'never' : 'allowed',
    dashboardUrl: text(entry.dashboard_url),
    headerPrefix: text(entry.header_prefix) ?? 'SVC',
    limits: limitsFrom(entry.limits, defaults.limits),
    vars: (entry.vars ?? {}) as JsonObject,
  };
}

/** By default, drift is reverted and a large plan is refused. */
function policyFrom(entry: JsonObject): Policy {
  const guard = (entry.guard ?? {}) as JsonObject;
  return {
    drift: entry.drift === 'hold' ? 'hold' : 'revert',
    guard: { share: number(guard.share) ?? 0.3, atLeast: number(guard.at_least) ?? 10 },
    ...(entry.rules !== undefined && { rules: teamRulesFrom(entry.rules) }),
  };
}

/** The fields of one operation's limits, and the windows that they set. */
const SPANS: readonly {
  readonly field: string;
  readonly spanMs: number;
  readonly counts: Window['counts'];
}[] = [
  { field: 'per_second', spanMs: SECOND_MS, counts: 'attempts' },
  { field: 'per_minute', spanMs: MINUTE_MS, counts: 'attempts' },
  { field: 'per_hour', spanMs: HOUR_MS, counts: 'attempts' },
  { field: 'created_per_minute', spanMs: MINUTE_MS, counts: 'successes' },
  { field: 'created_per_hour', spanMs: HOUR_MS, counts: 'successes' },
  { field: 'created_per_day', spanMs: DAY_MS, counts: 'successes' },
];

/**
 * `limits: off` turns off all limits, `off` for one operation turns off that one; a field that is omitted keeps its
 * default.
 */
function limitsFrom(value: JsonValue | undefined, defaults: Limits): Limits {
  const windows = (operation: LimitedOperation): Window[] => {
    const own = isJsonObject(value) ? value[operation] : value;
    return own === 'off' ? [] : windowsFrom(isJsonObject(own) ? own : {}, defaults[operation]);
  };
  return {
    create: windows('create'),
    search: windows('search'),
    get: windows('get'),
    update: windows('update'),
    status: windows('status'),
    validate: windows('validate'),
    meta: windows('meta'),
    test: windows('test'),
  };
}

function windowsFrom(own: JsonObject, defaults: readonly Window[]): Window[] {
  return SPANS.flatMap(({ field, spanMs, counts }) => {
    const usual = defaults.find((window) => window.spanMs === spanMs && window.counts === counts);
    const limit = number(own[field]) ?? usual?.limit;
    return limit === undefined ? [] : [{ limit, spanMs, counts }];
  });
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
