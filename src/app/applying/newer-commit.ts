import type { Overtaken } from '../../model/result.ts';
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
): Promise<Overtaken | undefined> {
  if (commit === null || lastCommit === undefined || lastCommit === commit) return undefined;
  const by = lastCommit.slice(0, 7);
  switch (await history.unchanged(commit, lastCommit)) {
    case 'behind':
      return { by, isNewer: true };
    case 'unknown':
      return { by, isNewer: false };
    case 'contains':
    case 'apart':
      return undefined;
  }
}
