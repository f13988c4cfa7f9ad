import { readFileSync } from 'node:fs';
import { runUrl } from '../app/applying/hold-lease.ts';
import type { Host } from '../app/process/host.ts';
import type { Environment } from '../model/environment.ts';
import { isObject } from '../model/json.ts';
import { readEvent, unusable, type Trigger } from './trigger.ts';

/** What a runner says about a step of a workflow. */
export interface GitHubEnvironment {
  /** `owner/name`. */
  readonly repository: string;
  /**
   * The repository's numeric ID, which a rename doesn't change; undefined if neither the runner nor the event has it.
   */
  readonly repositoryId: number | undefined;
  /** Of github.com, or of a GitHub Enterprise server. */
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly trigger: Trigger;
  /** The address of this run; null outside of a workflow. */
  readonly page: string | null;
  /** Where the repository is checked out. */
  readonly workFolder: string;
  /** The folder for files that later steps may use. */
  readonly temporaryFolder: string;
}

/** Reads the runner's variables. Throws UserFailure. */
export function readGitHubEnvironment({
  environment,
  cwd,
}: Pick<Host, 'environment' | 'cwd'>): GitHubEnvironment {
  const needed = (name: string) => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    throw unusable({ why: 'no-variable', said: name });
  };
  const event = readPayload(environment);
  const ref = { name: environment.GITHUB_REF_NAME ?? '', isTag: environment.GITHUB_REF_TYPE === 'tag' };
  return {
    repository: needed('GITHUB_REPOSITORY'),
    repositoryId: repositoryIdIn(environment, event),
    apiUrl: environment.GITHUB_API_URL || 'https://api.github.com',
    serverUrl: environment.GITHUB_SERVER_URL || 'https://github.com',
    trigger: readEvent(needed('GITHUB_EVENT_NAME'), event, ref),
    page: runUrl(environment),
    workFolder: environment.GITHUB_WORKSPACE || cwd,
    temporaryFolder: environment.RUNNER_TEMP || environment.GITHUB_WORKSPACE || cwd,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The event lacks the ID on a schedule. */
function repositoryIdIn({ GITHUB_REPOSITORY_ID: text = '' }: Environment, event: Fields): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const { id } = isObject(event.repository) ? event.repository : {};
  return typeof id === 'number' ? id : undefined;
}

function readPayload({ GITHUB_EVENT_PATH: path }: Environment): Fields {
  try {
    const payload: unknown = path ? JSON.parse(readFileSync(path, 'utf8')) : {};
    return isObject(payload) ? payload : {};
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw unusable({ why: 'unreadable', said });
  }
}
