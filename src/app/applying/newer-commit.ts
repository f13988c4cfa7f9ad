import type { Overtaken } from '../../model/failure.ts';
import type { State } from '../../model/state.ts';
import type { History } from '../../git/history.ts';

/**
 * Whether other runs that held the lease in between applied a newer commit than this run's; undefined if they did not.
 * A commit that this clone doesn't know counts as newer: at worst, apply has to be run again.
 */
export async function overtakenBy(
  commit: string | null,
  history: History,
  { lastCommit }: Pick<State, 'lastCommit'>,
): Promise<Overtaken | undefined> {
  if (commit === null || lastCommit === undefined || lastCommit === commit) return undefined;
  switch (await history.relationTo(commit, lastCommit)) {
    case 'behind':
      return { code: 'overtaken', commit: lastCommit, isNewer: true };
    case 'unknown':
      return { code: 'overtaken', commit: lastCommit, isNewer: null };
    case 'contains':
    case 'apart':
      return undefined;
  }
}
