import type { State } from '../../model/state.ts';
import type { StateBranch } from '../../record/state-branch.ts';

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
export interface Newer {
  readonly kind: 'newer' | 'unknown';
  readonly commit: string;
  readonly than: string;
}

/** Looks at what a state names as applied; a commit that is surely newer is told before one that may be. */
export async function newerThan(
  than: string | null,
  branch: StateBranch,
  { lastCommit }: State,
): Promise<Newer | undefined> {
  if (than === null) return undefined;
  if (lastCommit === undefined) return undefined;
  const isBehind = await branch.isBehind(than, lastCommit);
  if (isBehind) return { kind: 'newer', commit: lastCommit, than };
  return isBehind === undefined ? { kind: 'unknown', commit: lastCommit, than } : undefined;
}
