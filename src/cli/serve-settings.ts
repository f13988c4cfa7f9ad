import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../model/environment.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT } from '../model/exit.ts';
import { readQuirks } from '../service/domain/quirks/quirks.ts';
import type { ServiceOptions } from '../service/domain/service-options.ts';
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

/** What a service is started with, besides its port and its clock; throws UserFailure. */
export function settingsOf(
  options: ServeOptions,
  { environment, cwd }: { readonly environment: Environment; readonly cwd: string },
): Pick<ServiceOptions, 'workspaces' | 'quirks' | 'limits'> {
  const { appKey, apiKeyEnv, features, limits, workspaces: path } = options;
  const unfit = appKeyMistake(appKey);
  if (unfit !== null) throw badSetting('--app-key', [unfit]);
  const mistakes = featureMistakes(features);
  if (mistakes.length > 0) throw badSetting('--features', mistakes);
  // `--read-view` is an earlier spelling of two quirks.
  const { readView } = options;
  const quirks = readQuirks([...(readView === 'written' ? [] : [readView]), ...options.quirks]);
  if (quirks.kind === 'refused') throw badSetting('--quirks', quirks.mistakes);
  const fromFile = <T>(option: string, file: string, read: (text: string) => SettingRead<T>): T => {
    const found = read(textOf(option, resolve(cwd, file)));
    if (found.kind === 'refused') throw badSetting(option, found.mistakes, file);
    return found.value;
  };
  // An empty variable contains no key either.
  const first = { appKey, apiKey: environment[apiKeyEnv] || 'local', features, scopes: ALL_SCOPES };
  const taken = { env: environment, taken: [appKey] };
  const others =
    path === undefined ? [] : fromFile('--workspaces', path, (text) => readWorkspaces(text, taken));
  return {
    workspaces: [first, ...others],
    quirks: quirks.value.list,
    limits: limits === 'real' || limits === 'off' ? limits : fromFile('--limits', limits, readLimits),
  };
}

function textOf(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'serve-cannot-start', option, value: path, said });
  }
}

/** An invalid setting on the command line or in a file, with all its mistakes. */
function badSetting(option: string, mistakes: readonly string[], value?: string): UserFailure {
  const fault = { code: 'bad-option', option, why: 'said', said: mistakes.join('; ') } as const;
  return new UserFailure(EXIT.USAGE, { ...fault, ...(value !== undefined && { value }) });
}
