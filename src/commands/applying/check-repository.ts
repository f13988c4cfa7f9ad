import type { Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { State } from '../../model/state.ts';
import type { StateBranch } from '../../record/state-branch.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../telling/user-failure.ts';

interface Checked {
  readonly desired: readonly Desired[];
  readonly branch: StateBranch;
  readonly state: State;
  readonly allowDirty: boolean;
}

/** An apply is of a commit: its files must be in it, and it must not be older than what was applied before. */
export async function checkRepository({ repository, folder }: Context, checked: Checked): Promise<void> {
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
  if (newer?.kind !== 'newer') return;
  throw new UserFailure(
    EXIT.STALE,
    `${newer.than.slice(0, 7)} is older than ${newer.commit.slice(0, 7)}, which was applied already.`,
    {
      hint: 'Applying it would undo newer work: check out the newest commit. To go back on purpose, revert in a new commit.',
    },
  );
}

/**
 * What a run is told whose lease others had meanwhile, where they applied a newer commit than its own; undefined where
 * they did not. Of a commit that nobody here knows it is taken for granted: run again is all it costs.
 */
export async function overtakenBy(
  commit: string | null,
  branch: StateBranch,
  state: State,
): Promise<string | undefined> {
  const newer = await newerThan(commit, branch, state);
  if (!newer) return undefined;
  const name = newer.commit.slice(0, 7);
  return newer.kind === 'newer'
    ? `A newer commit, ${name}, was applied meanwhile.`
    : `Another commit, ${name}, was applied meanwhile, and whether it is newer can't be known here.`;
}

/** A commit that was applied and that another one is behind, or of which nobody here can tell. */
interface Newer {
  readonly kind: 'newer' | 'unknown';
  readonly commit: string;
  readonly than: string;
}

async function newerThan(
  than: string | null,
  branch: StateBranch,
  { lastCommit, upto }: State,
): Promise<Newer | undefined> {
  if (than === null) return undefined;
  let unknown: Newer | undefined;
  for (const commit of [lastCommit, upto]) {
    if (commit === undefined) continue;
    const isBehind = await branch.isBehind(than, commit);
    if (isBehind) return { kind: 'newer', commit, than };
    if (isBehind === undefined) unknown ??= { kind: 'unknown', commit, than };
  }
  return unknown;
}
