import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT } from '../model/exit.ts';
import { isObject } from '../model/json.ts';
import type { RefusalParams } from '../model/reasons.ts';
import { readFileSync } from 'node:fs';
import { runUrl } from '../app/record.ts';
import type { Host } from '../app/process/session.ts';
import type { Environment } from '../model/clock.ts';

/** The event that started the workflow, as far as it matters here. */
export type Trigger = PullRequest | MergeGroup | BranchRun;

export interface PullRequest {
  readonly kind: 'pull-request';
  readonly number: number;
  /** The newest commit of the pull request. */
  readonly head: string;
  /** `owner/name`; null if the repository was deleted. */
  readonly headRepository: string | null;
  readonly base: BranchTip;
  readonly defaultBranch: string | undefined;
  readonly merged: boolean;
  /** The label that it just got, if that is the event. */
  readonly label?: string;
}

interface MergeGroup {
  readonly kind: 'merge-group';
  readonly head: string;
  readonly base: BranchTip;
  readonly defaultBranch: string | undefined;
}

/** A push, a schedule, a run by hand or by another program: of a branch, or a tag. */
interface BranchRun {
  readonly kind: 'branch';
  readonly branch: string;
  /** A tag may have the same name as a branch. */
  readonly isTag: boolean;
  /** Set if the event contains it. */
  readonly defaultBranch: string | undefined;
  /** The branch's commit before a push; undefined for other events, and for a new branch. */
  readonly before?: string;
}

/** A branch and its commit. */
export interface BranchTip {
  readonly ref: string;
  readonly sha: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads an event; `ref` is what the run is about. Throws UserFailure. */
export function readEvent(
  name: string,
  event: Fields,
  ref: { readonly name: string; readonly isTag: boolean },
): Trigger {
  const { default_branch: found } = objectIn(event, 'repository');
  const defaultBranch = typeof found === 'string' && found !== '' ? found : undefined;
  switch (name) {
    // Reviews run on the same test merge, with the same secrets.
    case 'pull_request':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return { ...pullRequest(event), defaultBranch };
    case 'pull_request_target':
      throw new UserFailure(EXIT.USAGE, {
        code: 'event-unusable',
        why: 'pull_request_target-gives-secrets-to-forks',
      });
    case 'merge_group': {
      const group = objectIn(event, 'merge_group');
      const ref = textIn(group, 'base_ref', 'merge_group').replace(/^refs\/heads\//, '');
      const base = { ref, sha: textIn(group, 'base_sha', 'merge_group') };
      return { kind: 'merge-group', base, head: textIn(group, 'head_sha', 'merge_group'), defaultBranch };
    }
    // Only users with write access can trigger these, and they check out what is already in the repository.
    case 'push':
    case 'schedule':
    case 'workflow_dispatch':
    case 'repository_dispatch': {
      const { before } = event;
      const isKnown = typeof before === 'string' && /^(?!0+$)[0-9a-f]{40,64}$/.test(before);
      const { name: branch, isTag } = ref;
      return { kind: 'branch', branch, isTag, defaultBranch, ...(isKnown && { before }) };
    }
    default:
      throw unusable({ why: 'unknown', said: name });
  }
}

function pullRequest(event: Fields): Omit<PullRequest, 'defaultBranch'> {
  const pull = objectIn(event, 'pull_request');
  const [head, base] = [objectIn(pull, 'head'), objectIn(pull, 'base')];
  const { full_name: repository } = objectIn(head, 'repo');
  const { name: label } = event.action === 'labeled' ? objectIn(event, 'label') : {};
  if (typeof pull.number !== 'number') throw unusable({ why: 'incomplete', said: 'pull_request.number' });
  return {
    kind: 'pull-request',
    number: pull.number,
    head: textIn(head, 'sha', 'pull_request.head'),
    headRepository: typeof repository === 'string' ? repository : null,
    base: {
      ref: textIn(base, 'ref', 'pull_request.base'),
      sha: textIn(base, 'sha', 'pull_request.base'),
    },
    merged: pull.merged === true,
    ...(typeof label === 'string' && { label }),
  };
}

function objectIn(event: Fields, name: string): Fields {
  const value = event[name];
  return isObject(value) ? value : {};
}

function textIn(object: Fields, name: string, path: string): string {
  const value = object[name];
  if (typeof value === 'string' && value !== '') return value;
  throw unusable({ why: 'incomplete', said: `${path}.${name}` });
}

/** An event that a step can't work with. */
export function unusable(fault: RefusalParams['event-unusable']): UserFailure {
  return new UserFailure(EXIT.USAGE, { code: 'event-unusable', ...fault });
}

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
