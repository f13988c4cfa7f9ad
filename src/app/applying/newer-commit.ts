import type { State } from '../../model/state.ts';
import type { History } from '../../git/history.ts';

/**
 * What a run is told whose lease others had meanwhile, where they applied a newer commit than its own; undefined where
 * they did not. Of a commit that nobody here knows it is taken for granted: run again is all it costs.
 */
export async function overtakenBy(
  commit: string | null,
  history: History,
  { lastCommit }: Pick<State, 'lastCommit'>,
): Promise<string | undefined> {
  if (commit === null || lastCommit === undefined || lastCommit === commit) return undefined;
  const name = lastCommit.slice(0, 7);
  switch (await history.unchanged(commit, lastCommit)) {
    case 'behind':
      return `A newer commit, ${name}, was applied meanwhile.`;
    case 'unknown':
      return `Another commit, ${name}, was applied meanwhile, and whether it is newer can't be known here.`;
    case 'contains':
    case 'apart':
      return undefined;
  }
}
