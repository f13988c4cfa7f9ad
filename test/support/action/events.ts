import { pullResource, REPOSITORY_ID, type Pull, type Site } from '../github/state.ts';

// Events with what the action reads of them. test/action/trigger.test.ts reads GitHub's own examples.

/** What started a workflow, as in `GITHUB_EVENT_NAME`, `GITHUB_EVENT_PATH`, `GITHUB_REF` and `GITHUB_SHA`. */
export interface WorkflowEvent {
  readonly name: string;
  readonly payload: object;
  readonly ref: string;
  readonly sha: string;
}

/** The event of a merged pull request runs on its base branch; `mergeSha` is otherwise GitHub's test merge commit. */
export function pullRequestEvent(
  pull: Pull,
  { site, action, mergeSha }: { readonly site: Site; readonly action: string; readonly mergeSha: string },
): WorkflowEvent {
  const { base, mergeCommitSha, mergedAt } = pull.pull;
  const isMerged = mergedAt !== null;
  return {
    name: 'pull_request',
    payload: { ...common(site), action, number: pull.number, pull_request: pullResource(pull) },
    ref: isMerged ? `refs/heads/${base.ref}` : `refs/pull/${pull.number}/merge`,
    sha: isMerged ? (mergeCommitSha ?? mergeSha) : mergeSha,
  };
}

/** The event of a push to main; `before` is undefined for a new branch. */
export function pushEvent(site: Site, sha: string, before = '0'.repeat(40)): WorkflowEvent {
  const ref = 'refs/heads/main';
  return { name: 'push', payload: { ...common(site), ref, before, after: sha }, ref, sha };
}

/** The event of a merge queue that tests a merge on its own branch. */
export function mergeGroupEvent(pull: Pull, site: Site, headSha: string): WorkflowEvent {
  const { base } = pull.pull;
  const ref = `refs/heads/gh-readonly-queue/${base.ref}/pr-${pull.number}-${base.sha}`;
  const branches = { head_ref: ref, base_ref: `refs/heads/${base.ref}` };
  const group = { ...branches, head_sha: headSha, base_sha: base.sha };
  return { name: 'merge_group', payload: { ...common(site), merge_group: group }, ref, sha: headSha };
}

/** The event of a manual start on main. */
export function workflowDispatchEvent(site: Site, sha: string): WorkflowEvent {
  const ref = 'refs/heads/main';
  return { name: 'workflow_dispatch', payload: { ...common(site), inputs: {}, ref }, ref, sha };
}

/** The event of a schedule on main. There is no webhook for it, so its payload is almost empty. */
export function scheduleEvent(sha: string): WorkflowEvent {
  return { name: 'schedule', payload: { schedule: '17 6 * * *' }, ref: 'refs/heads/main', sha };
}

function common({ repository: full_name }: Site): object {
  return { repository: { id: REPOSITORY_ID, full_name, default_branch: 'main' } };
}
