import type { Desired } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import { EXIT } from '../model/exit.ts';
import type { State } from '../model/state.ts';
import type { ApplyConsent } from '../model/workspace.ts';
import type { CodeHistory } from '../git/history.ts';
import type { Context } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import type { World } from './reading/load-files.ts';

// An apply makes the content of one commit live, so the commit must be the right one. Two questions decide that. Is it
// on the branch that campaigns are applied from? On the command line, that is origin's default branch; in a workflow,
// the branch that the workflow runs on. And does it contain the commit that was applied last? If not, applying it would
// undo that commit's changes. Neither answer is ever guessed: a shallow clone is deepened, and a commit that can't be
// found is a reason to refuse.

/** What a run may do. */
interface Permitted {
  /** In a workflow, the branch that it runs on, whose commits may be applied; otherwise those of origin's default branch. */
  readonly branch?: string | undefined;
  readonly allow: readonly ApplyConsent[];
}

/** What to record before anything is sent. */
export type CommitCheck =
  | 'continues'
  /** The commit that was applied last is not part of this history: from now on it no longer counts. */
  | 'starts-anew';

/** An apply needs a commit that contains its files and that may be applied. Throws UserFailure. */
export async function checkRepository(
  { context, desired, state }: World,
  permitted: Permitted,
): Promise<CommitCheck> {
  const { allow, branch } = permitted;
  const files = allow.includes('dirty') ? [] : await uncommittedSources(context, desired);
  if (files.length > 0) throw new UserFailure(EXIT.INVALID, { code: 'uncommitted', files, dirty: 'applies' });
  const { head } = context.repository;
  if (head === null) return 'continues';
  if (branch === undefined && !allow.includes('branch')) await requireOnDefault(context, head);
  return checkAgainstLast(context, head, { ...permitted, lastCommit: state.lastCommit });
}

/** Campaign files, and files that they refer to, whose content the commit doesn't have. */
export async function uncommittedSources(
  { repository, folder }: Context,
  desired: readonly Desired[],
): Promise<string[]> {
  const outside = desired.flatMap(({ sources }) => sources.filter((file) => !folder.contains(file)));
  return repository.uncommitted([folder.path, ...new Set(outside)]);
}

/** A commit on origin's default branch could be reviewed and is visible to everyone. */
async function requireOnDefault({ history }: Context, head: string): Promise<void> {
  const found = await history.originDefault();
  if (found.kind === 'no-origin') return;
  if (found.kind === 'unreachable')
    throw new UserFailure(EXIT.FAILED, { code: 'origin-unreachable', said: found.said });
  const branch = found.kind === 'branch' ? found.name : null;
  if (found.kind === 'branch') {
    await history.ensureTipFetched(found.name, found.tip);
    if ((await history.relationTo(found.tip, head)) === 'contains') return;
  }
  throw new UserFailure(EXIT.STALE, { code: 'wrong-commit', commit: head.slice(0, 7), branch });
}

/**
 * In a workflow, being superseded by a newer commit of the branch is fine; anything else needs a decision by the user.
 */
async function checkAgainstLast(
  { history }: Context,
  head: string,
  { branch, lastCommit, allow }: Permitted & Pick<State, 'lastCommit'>,
): Promise<CommitCheck> {
  const relation = lastCommit === undefined ? 'contains' : await history.relationTo(head, lastCommit);
  if (lastCommit === undefined || relation === 'contains') return 'continues';
  const [commit, last] = [head.slice(0, 7), lastCommit.slice(0, 7)];
  if (branch === undefined) {
    if (relation === 'apart') return 'continues';
    if (relation === 'unknown' && allow.includes('branch')) return 'starts-anew';
    throw new UserFailure(EXIT.STALE, { code: 'older-commit', commit, last });
  }
  const tip = await history.tipOf(branch);
  if (tip !== undefined && tip !== head && (await history.relationTo(tip, lastCommit)) === 'contains')
    throw new UserFailure(EXIT.STALE, { code: 'superseded', last, branch });
  if (allow.includes('branch')) return 'starts-anew';
  throw new UserFailure(EXIT.STALE, { code: 'other-branch', commit, last, branch });
}

/**
 * Whether other runs that held the lease in between applied a newer commit than this run's; undefined if they did not.
 * A commit that this clone doesn't know counts as newer: at worst, apply has to be run again.
 */
export async function overtakenBy(
  commit: string | null,
  history: CodeHistory,
  { lastCommit }: Pick<State, 'lastCommit'>,
): Promise<Overtaken | undefined> {
  if (commit === null || lastCommit === undefined || lastCommit === commit) return undefined;
  const relation = await history.relationTo(commit, lastCommit);
  if (relation === 'contains' || relation === 'apart') return undefined;
  return { code: 'overtaken', commit: lastCommit, isNewer: relation === 'behind' ? true : null };
}
