import type { Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { State } from '../../model/state.ts';
import type { StateBranch } from '../../record/state-branch.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../telling/user-failure.ts';
import { newerThan, type Newer } from './newer-commit.ts';

interface Checked {
  readonly desired: readonly Desired[];
  readonly branch: StateBranch;
  readonly state: State;
  readonly allowDirty: boolean;
}

/** An apply is of a commit: its files must be in it, and it must not be older than what was applied before. */
export async function checkRepository(
  { repository, folder, terminal }: Context,
  checked: Checked,
): Promise<void> {
  const { desired, branch, state, allowDirty } = checked;
  const sources = new Set([folder.path, ...desired.flatMap((one) => one.sources)]);
  const dirty = allowDirty ? [] : await repository.uncommitted([...sources]);
  if (dirty.length > 0) {
    throw new UserFailure(
      EXIT.INVALID,
      `Not committed yet: ${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ', …' : ''}.`,
      {
        hint: 'Commit first, so that the history says what was sent; or consent with --allow dirty.',
      },
    );
  }
  const head = await repository.head();
  const newer = await newerThan(head, branch, state);
  if (newer?.kind === 'unknown') terminal.err(warningOf(newer));
  if (newer?.kind !== 'newer') return;
  throw new UserFailure(
    EXIT.STALE,
    `${newer.than.slice(0, 7)} is older than ${newer.commit.slice(0, 7)}, which was applied already.`,
    {
      hint: 'Applying it would undo newer work: check out the newest commit. To go back on purpose, revert in a new commit.',
    },
  );
}

/** Not refused: an applied commit is gone for good where a branch was squashed or rewritten, and work must go on. */
function warningOf({ commit, than }: Newer): string {
  const [applied, ours] = [commit.slice(0, 7), than.slice(0, 7)];
  return `Warning: ${applied}, which was applied last, is neither here nor at origin, so nobody can tell whether ${ours} is older and undoes it. Was it never pushed?\n`;
}
