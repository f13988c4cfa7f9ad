import type { Desired } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import { EXIT } from '../model/exit.ts';
import type { State } from '../model/state.ts';
import type { ApplyConsent } from '../model/workspace.ts';
import type { CodeHistory } from '../git/history.ts';
import type { Context } from './context.ts';
import { UserFailure } from './process/user-failure.ts';

// An apply makes the content of one commit live, so the commit must be the right one. Two questions decide that. Is it
// on the branch that campaigns are applied from? On the command line, that is origin's default branch; in a workflow,
// the branch that the workflow runs on. And does it contain the commit that was applied last? If not, applying it would
// undo that commit's changes. Neither answer is ever guessed: a shallow clone is deepened, and a commit that can't be
// found is a reason to refuse.

/** Which commits may be applied. */
export type CommitRule =
  | { readonly kind: 'of-default-branch' }
  /** In a workflow: those of the branch that it runs on. */
  | { readonly kind: 'of-branch'; readonly branch: string };

interface RepositoryCheck {
  readonly desired: readonly Desired[];
  readonly state: State;
  readonly rule: CommitRule;
  readonly allow: readonly ApplyConsent[];
}

/** An apply needs a commit that contains its files and that may be applied. Throws UserFailure. */
export async function checkRepository(context: Context, checked: RepositoryCheck): Promise<CommitCheck> {
  const { desired, allow } = checked;
  const dirty = allow.includes('dirty') ? [] : await uncommittedSources(context, desired);
  if (dirty.length > 0) {
    throw new UserFailure(EXIT.INVALID, { code: 'uncommitted', files: dirty, dirty: 'applies' });
  }
  return checkCommit(context, { ...checked, isAllowed: allow.includes('branch') });
}

/** Campaign files, and files that they refer to, whose content the commit doesn't have. */
export async function uncommittedSources(
  { repository, folder }: Context,
  desired: readonly Desired[],
): Promise<string[]> {
  return repository.uncommitted([...new Set([folder.path, ...desired.flatMap((one) => one.sources)])]);
}

interface Checked {
  readonly state: State;
  readonly rule: CommitRule;
  /** Whether the user accepts a commit that is on another branch, or that does not contain the last applied one. */
  readonly isAllowed: boolean;
}

/** What to record before anything is sent. */
export type CommitCheck =
  | 'continues'
  /** The commit that was applied last is not part of this history: from now on it no longer counts. */
  | 'starts-anew';

/** Throws UserFailure if the checked-out commit may not be applied. */
async function checkCommit(context: Context, checked: Checked): Promise<CommitCheck> {
  const head = context.repository.head;
  if (head === null) return 'continues';
  const { history } = context;
  const { rule } = checked;
  if (rule.kind === 'of-branch') return checkOnBranch(history, { ...checked, head, branch: rule.branch });
  if (!checked.isAllowed) await requireOnDefault(context, history, head);
  return checkAgainstLast(history, { ...checked, head });
}

/** A commit on origin's default branch could be reviewed and is visible to everyone. */
async function requireOnDefault(context: Context, history: CodeHistory, head: string): Promise<void> {
  const found = await context.originDefault();
  if (found.kind === 'no-origin') return;
  if (found.kind === 'unreachable') {
    const cause = { code: 'origin-unreachable', said: found.said } as const;
    throw new UserFailure(EXIT.FAILED, cause);
  }
  const commit = head.slice(0, 7);
  if (found.kind === 'none')
    throw new UserFailure(EXIT.STALE, { code: 'wrong-commit', commit, branch: null });
  const relation = await history
    .ensureTipFetched(found.name, found.tip)
    .then(() => history.relationTo(found.tip, head));
  if (relation === 'contains') return;
  throw new UserFailure(EXIT.STALE, { code: 'wrong-commit', commit, branch: found.name });
}

async function checkAgainstLast(
  history: CodeHistory,
  { head, state: { lastCommit }, isAllowed }: Checked & { readonly head: string },
): Promise<CommitCheck> {
  if (lastCommit === undefined) return 'continues';
  const relation = await history.relationTo(head, lastCommit);
  const [commit, last] = [head.slice(0, 7), lastCommit.slice(0, 7)];
  if (relation !== 'behind' && relation !== 'unknown') return 'continues';
  if (relation === 'unknown' && isAllowed) return 'starts-anew';
  throw new UserFailure(EXIT.STALE, { code: 'older-commit', commit, last });
}

/**
 * In a workflow, being superseded by a newer commit of the branch is fine; anything else needs a decision by the user.
 */
async function checkOnBranch(
  history: CodeHistory,
  { head, branch, state, isAllowed }: Checked & { readonly head: string; readonly branch: string },
): Promise<CommitCheck> {
  const { lastCommit } = state;
  if (lastCommit === undefined || (await history.relationTo(head, lastCommit)) === 'contains')
    return 'continues';
  const tip = await history.tipOf(branch);
  if (tip !== undefined && tip !== head && (await history.relationTo(tip, lastCommit)) === 'contains') {
    throw new UserFailure(EXIT.STALE, { code: 'superseded', last: lastCommit.slice(0, 7), branch });
  }
  if (isAllowed) return 'starts-anew';
  const last = lastCommit.slice(0, 7);
  throw new UserFailure(EXIT.STALE, { code: 'other-branch', commit: head.slice(0, 7), last, branch });
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
