import { readFileSync } from 'node:fs';
import { EXIT } from '../model/exit.ts';
import { MalformedEvent, readEvent, repositoryIdIn } from './github/event.ts';
import type { Trigger } from './trigger.ts';
import { runUrl } from '../app/applying/run-url.ts';
import type { Host } from '../app/process/host.ts';
import type { Environment } from '../model/environment.ts';
import { UserFailure } from '../app/process/user-failure.ts';

/** The folder of workflows in a repository. */
export const WORKFLOWS = '.github/workflows';

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
  /** What the run was started for; nothing is merged into a tag, so a tag doesn't count as a branch. */
  readonly refType: 'branch' | 'tag';
  /** The address of this run; null outside of a workflow. */
  readonly page: string | null;
  /** The name of the workflow's file in the repository; undefined if the workflow belongs to another one. */
  readonly workflowFile: string | undefined;
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
    throw new UserFailure(EXIT.USAGE, { code: 'event-unusable', why: 'no-variable', said: name });
  };
  const payload = readPayload(environment);
  return {
    repository: needed('GITHUB_REPOSITORY'),
    repositoryId: numberIn(environment.GITHUB_REPOSITORY_ID) ?? repositoryIdIn(payload),
    apiUrl: environment.GITHUB_API_URL || 'https://api.github.com',
    serverUrl: environment.GITHUB_SERVER_URL || 'https://github.com',
    trigger: triggerFrom(needed('GITHUB_EVENT_NAME'), payload, environment),
    refType: environment.GITHUB_REF_TYPE === 'tag' ? 'tag' : 'branch',
    page: runUrl(environment),
    workflowFile: workflowFileIn(environment),
    workFolder: environment.GITHUB_WORKSPACE || cwd,
    temporaryFolder: environment.RUNNER_TEMP || environment.GITHUB_WORKSPACE || cwd,
  };
}

/** From `owner/name/.github/workflows/file.yml@refs/heads/main`. */
function workflowFileIn({ GITHUB_REPOSITORY, GITHUB_WORKFLOW_REF = '' }: Environment): string | undefined {
  const folder = `${GITHUB_REPOSITORY}/${WORKFLOWS}/`;
  const [path = ''] = GITHUB_WORKFLOW_REF.split('@');
  return path.startsWith(folder) ? path.slice(folder.length) : undefined;
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function readPayload({ GITHUB_EVENT_PATH: path }: Environment): unknown {
  try {
    return path ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : {};
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'event-unusable', why: 'unreadable', said });
  }
}

function triggerFrom(
  name: string,
  payload: unknown,
  { GITHUB_REF_NAME: ref = '', GITHUB_REF_TYPE: type }: Environment,
): Trigger {
  try {
    return readEvent(name, payload, { name: ref, isTag: type === 'tag' });
  } catch (error) {
    if (error instanceof MalformedEvent) throw new UserFailure(EXIT.USAGE, error.cause);
    throw error;
  }
}
