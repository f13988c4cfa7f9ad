import type { State } from '../../model/state.ts';
import type { History } from '../../record/history.ts';

/**
 * What a run is told whose lease others had meanwhile, where they applied a newer commit than its own; undefined where
 * they did not. Of a commit that nobody here knows it is taken for granted: run again is all it costs.
 */
export async function overtakenBy(
  commit: string | null,
  history: History,
  { lastCommit, upto }: Pick<State, 'lastCommit' | 'upto'>,
): Promise<string | undefined> {
  if (commit === null) return undefined;
  const others = [lastCommit, upto].filter((one) => one !== undefined && one !== commit) as string[];
  const standings = await Promise.all(
    others.map(async (one) => ({ name: one.slice(0, 7), standing: await history.standing(commit, one) })),
  );
  const newer = standings.find(({ standing }) => standing === 'behind');
  if (newer) return `A newer commit, ${newer.name}, was applied meanwhile.`;
  const unknown = standings.find(({ standing }) => standing === 'unknown');
  return (
    unknown &&
    `Another commit, ${unknown.name}, was applied meanwhile, and whether it is newer can't be known here.`
  );
}
