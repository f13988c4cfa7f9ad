import type { State } from '../model/state.ts';
import type { Git } from '../git/git.ts';
import { replay, type KeptCommit } from './replay.ts';
import { readFiles, type NewCommit } from '../git/tree.ts';

/** Outcomes that origin had not accepted before another run moved its branch. */
export interface LocalOutcomes {
  /** The tip of the branch in this clone. */
  readonly tip: string;
  /** The same outcomes as commits on top of origin's; empty if origin knows all of them. */
  readonly commits: readonly NewCommit[];
}

const FIELD = '\x1f';
const RECORD = '\x1e';

/** What only this clone has, rebuilt on top of what origin has; undefined if the two can't be combined. */
export async function localOutcomes(
  git: Git,
  local: string,
  remote: string,
): Promise<{ outcomes: LocalOutcomes; state: Omit<State, 'lastCommit'> } | undefined> {
  const base = (await git.ask('merge-base', local, remote))?.trim();
  if (!base) return undefined;
  const ours: KeptCommit[] = [];
  for (const { id, ...commit } of await commitsBetween(git, base, local))
    ours.push({ ...commit, files: await readFiles(git, id) });
  const theirs = {
    files: await readFiles(git, remote),
    messages: (await commitsBetween(git, base, remote)).map(({ message }) => message),
  };
  const merged = replay({ base: await readFiles(git, base), ours, theirs });
  return merged && { outcomes: { tip: local, commits: merged.commits }, state: merged.state };
}

/** The commits of `tip` that `base` doesn't have, oldest first. */
async function commitsBetween(
  git: Git,
  base: string,
  tip: string,
): Promise<readonly (Omit<KeptCommit, 'files'> & { readonly id: string })[]> {
  const format = ['%H', '%an', '%ae', '%at', '%B'].join('%x1f');
  const options = ['--reverse', '--topo-order', '--no-show-signature', '--no-mailmap'];
  const listed = await git.run('log', ...options, `--format=${format}%x1e`, `${base}..${tip}`);
  return listed.split(RECORD).flatMap((record) => {
    const [id = '', name = '', email = '', seconds = '', message = ''] = record.trimStart().split(FIELD);
    if (id === '') return [];
    return [{ id, author: { name, email }, at: Number(seconds) * 1000, message: `${message.trimEnd()}\n` }];
  });
}
