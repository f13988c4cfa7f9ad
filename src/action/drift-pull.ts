import { EXIT } from '../model/exit.ts';
import type { PullReport } from '../model/pull.ts';
import type { Workspace } from '../model/workspace.ts';
import { pullRequestText } from '../render/markdown/pull-request.ts';
import { COMMENT_LIMIT } from '../render/markdown/fit-blocks.ts';
import { ProposalBranch, type Proposed } from '../git/proposal-branch.ts';
import { preparePull, type PreparedPull } from '../app/pulling/prepare-pull.ts';
import type { Context } from '../app/context.ts';
import { UserFailure } from '../app/user-failure.ts';
import { refusalOnGitHub } from '../messages/refusal-messages.ts';
import { addressAt, postToGitHub, type ActionContext } from './context.ts';

/** Who makes the commit: the job. It has no address that the service would take, so its own history names the actor. */
const AUTHOR = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

/** The branch of the pull request about the drift of a workspace. */
function branchFor(workspace: string): string {
  return `campaigns-pull/${workspace}`;
}

interface Target {
  readonly context: Context;
  readonly workspace: Workspace;
  /** The branch that campaigns are applied from. */
  readonly base: string;
}

/**
 * Keeps one pull request that writes the drift of a workspace into the files: opened with the first drift, updated in
 * place, closed when there is nothing to pull. Whatever comes of it, the drift was reported already.
 */
export async function proposePull(step: ActionContext, target: Target): Promise<void> {
  const prepared = await prepareFor(step, target);
  if (!prepared) return;
  const branch = new ProposalBranch(target.context.git, branchFor(target.workspace.name));
  if (prepared.report.pulled.length === 0) return closePull(step, target, branch);
  const parent = await target.context.repository.head();
  if (parent === null) return;
  const proposed = await branch.propose({
    ...{ parent, author: AUTHOR },
    message: `${titleOf(prepared.report)}\n`,
    files: new Map(prepared.files.map(({ file, text }) => [file, text])),
  });
  if (!isPushed(step, proposed)) return;
  await upsertPull(step, target, prepared.report);
}

/** Undefined where the files or the service can't be read: that is reported with the drift. */
async function prepareFor(step: ActionContext, target: Target): Promise<PreparedPull | undefined> {
  try {
    return await preparePull({}, target);
  } catch (error) {
    if (!(error instanceof UserFailure) || error.exit === EXIT.USAGE) throw error;
    step.log.warn(`${NOT_WRITTEN}: ${refusalOnGitHub(error.cause)}`);
    return undefined;
  }
}

const NOT_WRITTEN = 'The pull request with the drift could not be written';

function isPushed({ log }: ActionContext, proposed: Proposed): boolean {
  switch (proposed.kind) {
    case 'pushed':
    case 'unchanged':
      return true;
    case 'edited':
      log.warn(
        `${NOT_WRITTEN}: its branch has commits of others. Merge or close it; the next run opens another.`,
      );
      return false;
    case 'failed':
      log.warn(`${NOT_WRITTEN}: ${proposed.said}. The job needs the permission \`contents: write\`.`);
      return false;
  }
}

async function upsertPull(
  step: ActionContext,
  { workspace, base }: Target,
  report: PullReport,
): Promise<void> {
  const head = branchFor(workspace.name);
  const text = pullRequestText(report, { addressOf: addressAt(step, base), limit: COMMENT_LIMIT });
  const wanted = { title: titleOf(report), body: step.session.secrets.redact(text).trim() };
  await postToGitHub(step, NOT_WRITTEN, async (api) => {
    const found = await api.openPullOf(head);
    if (!found) await api.createPull({ ...wanted, head, base });
    else if (found.title !== wanted.title || found.body.trim() !== wanted.body)
      await api.updatePull(found.number, wanted);
  });
}

function titleOf({ workspace }: PullReport): string {
  return `Keep what was changed in the service (${workspace})`;
}

/** Closes what is open; a branch with commits of others stays. */
async function closePull(step: ActionContext, { workspace }: Target, branch: ProposalBranch): Promise<void> {
  const closed = await postToGitHub(
    step,
    'The pull request without drift could not be closed',
    async (api) => {
      const found = await api.openPullOf(branchFor(workspace.name));
      if (found) await api.updatePull(found.number, { state: 'closed' });
      return found !== undefined;
    },
  );
  if (closed === true) await branch.remove(AUTHOR.email);
}
