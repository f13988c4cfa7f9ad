import type { StepNoticeParams } from '../model/action-reasons.ts';
import { EXIT } from '../model/exit.ts';
import type { PullReport } from '../model/pull.ts';
import { pullRequestText } from '../render/markdown/pull-request.ts';
import { COMMENT_LIMIT } from '../render/markdown/blocks.ts';
import { preparePull, pullBranch, pushPull, withdrawPull } from '../app/pull.ts';
import type { InWorkspace } from '../app/context.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { driftPullTitle } from '../messages/drift-messages.ts';
import { stepNotice } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import { addressAt, type ActionContext } from './context.ts';
import { postToCodeHost } from './sticky-comment.ts';

/**
 * The job is the author of the commit. It has no address that the service would accept, so the service's own history
 * names the actor.
 */
const AUTHOR = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

interface Target extends InWorkspace {
  /** The branch that campaigns are applied from. */
  readonly base: string;
}

/**
 * Maintains one pull request that writes the drift of a workspace into the files: opened with the first drift, updated
 * in place, closed when there is nothing to pull. If any of that fails, the drift has already been reported.
 */
export async function proposePull(job: ActionContext, target: Target): Promise<void> {
  const warn = (notice: StepNoticeParams['no-drift-pull']) => {
    job.log.warn(stepNotice({ code: 'no-drift-pull', ...notice }));
  };
  const prepared = await preparePull({}, target).catch((error: unknown) => {
    // Files or a service that can't be read are reported with the drift.
    if (!(error instanceof UserFailure) || error.exit === EXIT.USAGE) throw error;
    warn({ why: 'refused', cause: error.cause });
    return undefined;
  });
  if (!prepared) return;
  if (prepared.report.pulled.length === 0) return closePull(job, target);
  const title = plainTextOnGitHub(driftPullTitle(prepared.report.workspace));
  const pushed = await pushPull(prepared, target, { title, author: AUTHOR });
  switch (pushed.kind) {
    case 'moved':
    case 'unchanged':
      return upsertPull(job, target, { title, report: prepared.report });
    case 'foreign':
      warn({ why: 'edited', said: '' });
      return;
    case 'failed':
      warn({ why: 'not-pushed', said: pushed.said });
      return;
    case 'unborn':
      return;
  }
}

async function upsertPull(
  job: ActionContext,
  { workspace, base }: Target,
  { title, report }: { readonly title: string; readonly report: PullReport },
): Promise<void> {
  const head = pullBranch(workspace);
  const text = pullRequestText(report, { addressOf: addressAt(job, base), limit: COMMENT_LIMIT });
  const wanted = { title, body: job.session.secrets.redact(text).trim() };
  await postToCodeHost(job, { what: 'drift-pull' }, async (api) => {
    const found = await api.openPullOf(head);
    if (!found) await api.createPull({ ...wanted, head, base });
    else if (found.title !== title || found.body.trim() !== wanted.body)
      await api.updatePull(found.number, wanted);
  });
}

/** Closes the open pull request; a branch with commits from other authors stays. */
async function closePull(job: ActionContext, target: Target): Promise<void> {
  const closed = await postToCodeHost(job, { what: 'old-drift-pull' }, async (api) => {
    const found = await api.openPullOf(pullBranch(target.workspace));
    if (found) await api.updatePull(found.number, { state: 'closed' });
    return found !== undefined;
  });
  if (closed === true) await withdrawPull(target, AUTHOR);
}
