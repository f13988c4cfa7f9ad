import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../model/environment.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT } from '../model/exit.ts';
import { readQuirks } from '../service/domain/quirks/quirks.ts';
import type { LimitsInForce } from '../service/domain/rate-limits.ts';
import type { WorkspaceOptions } from '../service/domain/service-options.ts';
import type { SettingRead } from '../service/domain/setting.ts';
import {
  ALL_SCOPES,
  appKeyMistake,
  featureMistakes,
  readLimits,
  readWorkspaces,
} from '../service/http/settings.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly appKey: string;
  readonly apiKeyEnv: string;
  readonly workspaces?: string;
  readonly features: readonly string[];
  readonly readView: 'written' | 'normalized' | 'documented';
  readonly quirks: readonly string[];
  /** `real`, `off` or the path of a file. */
  readonly limits: string;
  readonly clock: 'real' | 'manual';
  readonly data?: string;
  readonly control?: boolean;
  readonly quiet?: boolean;
}

/** Where the settings of a service come from, besides its options. */
interface SettingSources {
  readonly environment: Environment;
  readonly cwd: string;
}

/** The workspace of the options, and those of the file that they name; throws UserFailure. */
export function workspacesOf(options: ServeOptions, sources: SettingSources): readonly WorkspaceOptions[] {
  return [firstWorkspace(options, sources.environment), ...moreWorkspaces(options, sources)];
}

function firstWorkspace(
  { appKey, apiKeyEnv, features }: ServeOptions,
  environment: Environment,
): WorkspaceOptions {
  const unfit = appKeyMistake(appKey);
  if (unfit !== null) throw badSetting('--app-key', [unfit]);
  const mistakes = featureMistakes(features);
  if (mistakes.length > 0) throw badSetting('--features', mistakes);
  // An empty variable contains no key either.
  return { appKey, apiKey: environment[apiKeyEnv] || 'local', features, scopes: ALL_SCOPES };
}

function moreWorkspaces(
  { workspaces: path, appKey }: ServeOptions,
  { environment, cwd }: SettingSources,
): readonly WorkspaceOptions[] {
  if (path === undefined) return [];
  return readSetting({ option: '--workspaces', path, cwd }, (text) =>
    readWorkspaces(text, { env: environment, taken: [appKey] }),
  );
}

/** Throws UserFailure if a quirk is unknown. The option `--read-view` is an earlier spelling of two of them. */
export function quirksOf({ quirks, readView }: ServeOptions): readonly string[] {
  const read = readQuirks([...(readView === 'written' ? [] : [readView]), ...quirks]);
  if (read.kind === 'read') return read.value.list;
  throw badSetting('--quirks', read.mistakes);
}

/** Throws UserFailure if the file of limits is invalid. */
export function limitsOf({ limits }: ServeOptions, cwd: string): LimitsInForce {
  if (limits === 'real' || limits === 'off') return limits;
  return readSetting({ option: '--limits', path: limits, cwd }, readLimits);
}

function readSetting<T>(
  { option, path, cwd }: { readonly option: string; readonly path: string; readonly cwd: string },
  read: (text: string) => SettingRead<T>,
): T {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'serve-cannot-start', option, value: path, said });
  }
  const found = read(text);
  if (found.kind === 'refused') throw badSetting(option, found.mistakes, path);
  return found.value;
}

/** An invalid setting on the command line or in a file, with all its mistakes. */
function badSetting(option: string, mistakes: readonly string[], value?: string): UserFailure {
  const fault = { code: 'bad-option', option, why: 'said', said: mistakes.join('; ') } as const;
  return new UserFailure(EXIT.USAGE, { ...fault, ...(value !== undefined && { value }) });
}
