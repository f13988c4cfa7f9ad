import { isJsonObject, isList, parseJson, textAt, valueAt, type JsonValue } from '../../domain/json.ts';
import { MANAGE_SCOPE, PUBLISH_SCOPE } from '../operations/operation.ts';
import { FEATURES, type WorkspaceOptions } from '../../domain/service-options.ts';
import { unknownName, type Mistake, type SettingRead } from '../../domain/setting.ts';

/** The environment with the secrets, and the identifiers that are already used. */
export interface WorkspaceContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly taken: readonly string[];
}

const FIELDS = ['app_key', 'api_key_env', 'features', 'scopes'];

/** The same rule as in `workspaces.yaml`. A secret that is written here by mistake usually breaks it. */
const VARIABLE = /^[A-Z_][A-Z0-9_]*$/;

/** The scopes of the workspace that every service has: its key may do everything. */
export const ALL_SCOPES: readonly string[] = [MANAGE_SCOPE, PUBLISH_SCOPE];

/** The scopes of an entry that names none. Publishing belongs to the earlier version and has a scope of its own. */
const USUAL_SCOPES: readonly string[] = [MANAGE_SCOPE];

/** Reads workspaces as JSON: `[{"app_key", "api_key_env", "features", "scopes"}]`, the last two optional. */
export function readWorkspaces(
  text: string,
  context: WorkspaceContext,
): SettingRead<readonly WorkspaceOptions[]> {
  const parsed = parseJson(text);
  if (parsed.kind === 'malformed') return refused([{ place: '', message: 'it is not JSON' }]);
  if (!isList(parsed.value)) return refused([{ place: '', message: 'it is not a list of workspaces' }]);
  const entries = parsed.value;
  const mistakes = [
    ...entries.flatMap((entry, at) => entryMistakes(entry, `entry ${at + 1}`, context)),
    ...duplicates(entries, context.taken),
  ];
  if (mistakes.length > 0) return refused(mistakes);
  return { kind: 'read', value: entries.map((entry) => workspaceFrom(entry, context)) };
}

/** The mistake in a workspace identifier, which must be usable as the user name of HTTP Basic, or `null`. */
export function appKeyMistake(appKey: string): string | null {
  if (appKey === '') return 'it must not be empty';
  return /[:\p{Cc}]/u.test(appKey) ? 'it must have no colon and no control character' : null;
}

/** The mistakes in the names of features. */
export function featureMistakes(names: readonly string[], place: string): readonly Mistake[] {
  return names
    .filter((name) => !FEATURES.some((feature) => feature === name))
    .map((name) => unknownName(place, 'a feature', { name, known: FEATURES }));
}

function entryMistakes(entry: JsonValue, place: string, { env }: WorkspaceContext): readonly Mistake[] {
  if (!isJsonObject(entry)) return [{ place, message: 'a workspace is an object' }];
  const { app_key: appKey, api_key_env: variable, features, scopes } = entry;
  const at = (field: string): string => `${place}, ${field}`;
  const mistakes: Mistake[] = Object.keys(entry)
    .filter((name) => !FIELDS.includes(name))
    .map((name) => unknownName(place, 'a field of a workspace', { name, known: FIELDS }));
  const unfit = typeof appKey === 'string' ? appKeyMistake(appKey) : 'it must be a text';
  if (unfit !== null) mistakes.push({ place: at('app_key'), message: unfit });
  if (typeof variable !== 'string' || !VARIABLE.test(variable))
    mistakes.push({ place: at('api_key_env'), message: 'it must be the name of an environment variable' });
  else if (!env[variable])
    mistakes.push({ place: at('api_key_env'), message: `the variable ${variable} is not set` });
  for (const [field, value] of Object.entries({ features, scopes }) as [string, JsonValue | undefined][]) {
    if (value !== undefined && textsIn(value) === null)
      mistakes.push({ place: at(field), message: 'it must be a list of texts' });
  }
  return [...mistakes, ...featureMistakes(textsIn(features) ?? [], at('features'))];
}

function duplicates(entries: readonly JsonValue[], taken: readonly string[]): readonly Mistake[] {
  const seen = new Set(taken);
  return entries.flatMap((entry, at): readonly Mistake[] => {
    const appKey = isJsonObject(entry) ? entry.app_key : undefined;
    if (typeof appKey !== 'string') return [];
    if (seen.has(appKey))
      return [{ place: `entry ${at + 1}, app_key`, message: `there is a workspace "${appKey}" already` }];
    seen.add(appKey);
    return [];
  });
}

/** Called only for valid entries. */
function workspaceFrom(entry: JsonValue, { env }: WorkspaceContext): WorkspaceOptions {
  return {
    appKey: textAt(entry, 'app_key') ?? '',
    apiKey: env[textAt(entry, 'api_key_env') ?? ''] ?? '',
    features: textsIn(valueAt(entry, 'features')) ?? [],
    scopes: textsIn(valueAt(entry, 'scopes')) ?? USUAL_SCOPES,
  };
}

function textsIn(value: JsonValue | undefined): readonly string[] | null {
  if (!isList(value)) return null;
  const texts = value.filter((one) => typeof one === 'string');
  return texts.length === value.length ? texts : null;
}

function refused(mistakes: readonly Mistake[]): SettingRead<readonly WorkspaceOptions[]> {
  return { kind: 'refused', mistakes };
}
