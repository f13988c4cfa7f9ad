import { inOrder, type Diagnostic } from '../model/diagnostic.ts';
import { grade } from './grade.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path, keyOfPath } from '../model/json.ts';
import {
  isLoopback,
  type Configuration,
  type Limits,
  type Policy,
  type Window,
  type Workspace,
} from '../model/workspace.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { as, type Coded } from './check.ts';
import { placedIn, textsIn, unknownWorkspace } from './read-head.ts';
import { judgeTeamRules, teamRulesFrom } from './read-team-rules.ts';
import { checkSettings } from './shape.ts';
import { isSource, parseSource, type Source } from './yaml/source.ts';

/** Field names under which a user may try to store the secret itself. */
const SECRET_NAMES = /^(api_?key|key|secret|password|token|credential)$/i;

const NAMES_OF_VARIABLES = ['api_key_env', 'publish_api_key_env'];

/** Whether a name has the shape that the schema accepts. */
export function isWorkspaceName(name: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(name);
}

/** The configuration, and its file for the positions of its values; either both or neither. */
export type LoadedConfiguration = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly configuration: Configuration; readonly source: Source }
  | { readonly configuration?: undefined; readonly source?: undefined }
);

/**
 * Turns the text of `workspaces.yaml` into a configuration, or lists everything that is wrong with it. The defaults for
 * limits that the file omits come from the caller, since `quota` owns them.
 */
export function loadConfiguration(
  file: string,
  text: string,
  defaults: Pick<Workspace, 'limits'>,
): LoadedConfiguration {
  const source = parseSource(file, text);
  if (!isSource(source)) return { diagnostics: grade(source) };
  const shape = checkSettings(source.value).map(secretsFirst);
  // Rules come first: what they say about an address repeats no credential that it contains.
  const found = new Map([...shape, ...rules(source.value)].map((one) => [keyOfPath(one.path), one]));
  const diagnostics = inOrder(grade(placedIn(source, [...found.values()])));
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

/**
 * A literal secret is worse than an unknown key or a wrong format: it is already in the history. And if the name of a
 * variable could begin with anything, one edited line could send GITHUB_TOKEN to the service.
 */
function secretsFirst(found: Coded): Coded {
  const { code, path, on } = found;
  const name = String(path.at(-1));
  const literal = code === 'UNKNOWN_KEY' && SECRET_NAMES.test(name);
  const insteadOfName = NAMES_OF_VARIABLES.includes(name) && ['FORMAT', 'TYPE'].includes(code);
  if (!literal && !insteadOfName) return found;
  return { path, ...(on && { on }), code: 'SECRET', params: { why: 'literal', name } };
}

function rules(value: JsonValue): Coded[] {
  if (!isJsonObject(value) || !isJsonObject(value.workspaces)) return [];
  const names = Object.keys(value.workspaces);
  const { default: chosen } = value;
  // The name of a workspace in capitals is a mistake of its own.
  const isChosen = typeof chosen !== 'string' || names.some((name) => name.toLowerCase() === chosen);
  return [
    ...Object.entries(value.workspaces).flatMap(([name, entry]) =>
      isJsonObject(entry) ? judgeEntry(entry, ['workspaces', name]) : [],
    ),
    ...judgeTeamRules(value.policy),
    ...(isChosen ? [] : [unknownWorkspace(chosen, names, { path: ['default'] })]),
  ];
}

function judgeEntry({ base_url: address, dashboard_url: dashboard }: JsonObject, path: Path): Coded[] {
  return [
    ...(typeof address === 'string'
      ? judgeAddress([...path, 'base_url'], address, addressFor(address) ?? plainAddress(address))
      : []),
    ...(typeof dashboard === 'string' ? judgeDashboard([...path, 'dashboard_url'], dashboard) : []),
  ];
}

/** An address to which the API key is sent, or that people open. No finding repeats a credential that it contains. */
function judgeAddress(path: Path, text: string, wanted = addressFor(text)): Coded[] {
  const { username, password } = URL.canParse(text) ? new URL(text) : { username: '', password: '' };
  if (username || password) return [as('SECRET', { why: 'literal', name: String(path.at(-1)) }, { path })];
  // Even an address that can't be parsed may contain a credential.
  const seen = text.includes('@') ? null : text;
  return wanted === undefined ? [] : [as('FORMAT', { seen, wanted }, { path })];
}

/** A link must lead to the configured host, so only the part behind the host may differ from campaign to campaign. */
function judgeDashboard(path: Path, text: string): Coded[] {
  const withId = (id: string) => text.replaceAll('{campaign_id}', id);
  const found = judgeAddress(path, withId('id'));
  if (found.length > 0) return found;
  if (text !== withId('') && new URL(withId('a')).host === new URL(withId('b')).host) return [];
  const wanted = 'an address with {campaign_id} after its host: https://host/campaigns/{campaign_id}';
  return [as('FORMAT', { seen: text, wanted }, { path })];
}

/** What to write in place of a text that is no address we accept. */
function addressFor(text: string): string | undefined {
  if (text.trim() !== text && !text.includes('@')) return `it without the blanks around it: ${text.trim()}`;
  // What looks like one host may be another one: the name sent to the network is in ASCII.
  if (!URL.canParse(text) || !/^https?:\/\/[!-$&-.0-~]+(?:\/[!-~]*)?$/i.test(text))
    return 'an address that begins with https:// and has only ASCII characters, such as https://host/';
  const { protocol, hostname } = new URL(text);
  const isSafe = protocol === 'https:' || isLoopback(hostname);
  return isSafe ? undefined : 'https: in place of http:, which is allowed only for 127.0.0.1 and localhost';
}

/** What to write in place of an address that has all it needs, but in another form. */
function plainAddress(text: string): string | undefined {
  const [origin = ''] = /^[^/]*\/\/[^/?#]*/.exec(text) ?? [];
  const small = origin.toLowerCase();
  if (small !== origin && !text.startsWith('https:'))
    return `its scheme and its host in small letters: ${small}${text.slice(origin.length)}`;
  const [mark] = /[?#]/.exec(text) ?? [];
  return mark && `only what is before ${mark}: ${text.slice(0, text.indexOf(mark))}`;
}

/** Names, defaults and units. The casts here and below are safe because the schema has accepted the value. */
function configurationFrom(source: Source, defaults: Pick<Workspace, 'limits'>): Configuration {
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

function workspaceFrom(name: string, entry: JsonObject, defaults: Pick<Workspace, 'limits'>): Workspace {
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
    previewUsers: ((entry.preview_users ?? []) as { id: string; label?: string }[]).map(
      ({ id, label = id }) => ({ id, label }),
    ),
    ...(entry.test_recipients !== undefined && {
      testRecipients: entry.test_recipients as unknown as Workspace['testRecipients'] & object,
    }),
    headerPrefix: text(entry.header_prefix) ?? 'SVC',
    ...(entry.attributes !== undefined && { attributes: textsIn(entry.attributes) }),
    limits: limitsFrom(entry.limits, defaults.limits),
    vars: (entry.vars ?? {}) as JsonObject,
  };
}

/** By default, drift is reverted and a large plan is refused. */
function policyFrom(entry: JsonObject): Policy {
  const guard = (entry.guard ?? {}) as JsonObject;
  return {
    drift: entry.drift === 'hold' ? 'hold' : 'revert',
    guard: {
      share: number(guard.share) ?? 0.3,
      atLeast: number(guard.at_least) ?? 10,
      people: number(guard.people),
    },
    ...((entry.rules ?? entry.mail_clients) !== undefined && { rules: teamRulesFrom(entry) }),
  };
}

/** The fields of one operation's limits, and the windows that they set. */
const SPANS = [
  { field: 'per_second', spanMs: SECOND_MS, counts: 'attempts' },
  { field: 'per_minute', spanMs: MINUTE_MS, counts: 'attempts' },
  { field: 'per_hour', spanMs: HOUR_MS, counts: 'attempts' },
  { field: 'created_per_minute', spanMs: MINUTE_MS, counts: 'successes' },
  { field: 'created_per_hour', spanMs: HOUR_MS, counts: 'successes' },
  { field: 'created_per_day', spanMs: DAY_MS, counts: 'successes' },
] as const;

/**
 * `limits: off` turns off all limits, `off` for one operation turns off that one; a field that is omitted keeps its
 * default.
 */
function limitsFrom(value: JsonValue | undefined, defaults: Limits): Limits {
  const all = Object.entries(defaults).map(([operation, usual]) => {
    const own = isJsonObject(value) ? value[operation] : value;
    return [operation, own === 'off' ? [] : windowsFrom(isJsonObject(own) ? own : {}, usual)];
  });
  return Object.fromEntries(all) as Limits;
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
