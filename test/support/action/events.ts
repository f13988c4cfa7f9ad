import { pullResource, repositoryResource, userResource } from '../github/resources.ts';
import type { Pull } from '../github/state.ts';
import { atSite, part, realEvent, type JsonObject, type Site } from '../github/templates.ts';

/** What started a workflow, as in `GITHUB_EVENT_NAME`, `GITHUB_EVENT_PATH`, `GITHUB_REF` and `GITHUB_SHA`. */
export interface WorkflowEvent {
  readonly name: string;
  readonly payload: JsonObject;
  readonly ref: string;
  readonly sha: string;
  readonly actor: string;
  /** The branches of a pull request. */
  readonly baseRef?: string;
  readonly headRef?: string;
}

const NOBODY = '0'.repeat(40);

/**
 * A pull request event, based on real examples. `mergeSha` is GitHub's test merge commit. The event of a merged pull
 * request runs on its base branch, at the merge commit.
 */
export function pullRequestEvent(
  pull: Pull,
  { site, action, mergeSha, before = NOBODY }: PullRequestDetails,
): WorkflowEvent {
  const { head, base, mergeCommitSha } = pull.pull;
  const isMerged = pull.pull.mergedAt !== null;
  const payload = {
    ...atSite(example('pull_request', action), site),
    ...common(site, pull.author),
    ...{ number: pull.number, pull_request: pullResource(pull, site) },
    ...(action === 'synchronize' && { before, after: head.sha }),
  };
  return {
    ...{ name: 'pull_request', payload, actor: pull.author, baseRef: base.ref, headRef: head.ref },
    ref: isMerged ? `refs/heads/${base.ref}` : `refs/pull/${pull.number}/merge`,
    sha: isMerged ? (mergeCommitSha ?? mergeSha) : mergeSha,
  };
}

export interface PullRequestDetails {
  readonly site: Site;
  readonly action: 'opened' | 'synchronize' | 'reopened' | 'closed';
  readonly mergeSha: string;
  /** The previous head, for a push. */
  readonly before?: string;
}

/** The event of a push to a branch; `before` is undefined for a new one. The action reads nothing of its commits. */
export function pushEvent({
  site,
  branch,
  before = NOBODY,
  sha,
}: {
  readonly site: Site;
  readonly branch: string;
  readonly before?: string | undefined;
  readonly sha: string;
}): WorkflowEvent {
  const ref = `refs/heads/${branch}`;
  const payload = { ...atSite(example('push'), site), ...common(site, 'ada'), ref, before, after: sha };
  return { name: 'push', payload, ref, sha, actor: 'ada' };
}

/** The event of a merge queue that tests a merge on its own branch. */
export function mergeGroupEvent(
  pull: Pull,
  { site, headSha }: { site: Site; headSha: string },
): WorkflowEvent {
  const { base } = pull.pull;
  const ref = `refs/heads/gh-readonly-queue/${base.ref}/pr-${pull.number}-${base.sha}`;
  const real = atSite(example('merge_group'), site);
  const group = {
    ...part(real, 'merge_group'),
    ...{ head_sha: headSha, head_ref: ref, base_sha: base.sha, base_ref: `refs/heads/${base.ref}` },
    head_commit: { ...part(real, 'merge_group', 'head_commit'), id: headSha },
  };
  const payload = { ...real, ...common(site, pull.author), merge_group: group };
  return { name: 'merge_group', payload, ref, sha: headSha, actor: pull.author };
}

/** The event of a manual start. */
export function workflowDispatchEvent({
  site,
  branch,
  sha,
  actor,
  inputs = {},
}: DispatchDetails): WorkflowEvent {
  const ref = `refs/heads/${branch}`;
  const payload = {
    ...atSite(example('workflow_dispatch'), site),
    ...common(site, actor),
    ...{ inputs, ref, workflow: '.github/workflows/campaigns.yml' },
  };
  return { name: 'workflow_dispatch', payload, ref, sha, actor };
}

export interface DispatchDetails {
  readonly site: Site;
  readonly branch: string;
  readonly sha: string;
  readonly actor: string;
  readonly inputs?: Readonly<Record<string, string>>;
}

/** The event of a schedule. There is no webhook for it, so its payload is almost empty. */
export function scheduleEvent({
  branch,
  sha,
}: {
  readonly branch: string;
  readonly sha: string;
}): WorkflowEvent {
  return {
    name: 'schedule',
    payload: { schedule: '17 6 * * *' },
    ref: `refs/heads/${branch}`,
    sha,
    actor: 'ada',
  };
}

/** A real event, without fields that only Apps and organizations have. */
function example(name: string, action?: string): JsonObject {
  const event = realEvent(name, action);
  for (const field of ['installation', 'organization']) Reflect.deleteProperty(event, field);
  return event;
}

function common(site: Site, sender: string): JsonObject {
  return { repository: repositoryResource(site.repository, site), sender: userResource(sender, site) };
}
