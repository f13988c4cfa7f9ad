import { nulEntries, type Git } from './git.ts';

/** A commit as `git log --name-only` lists it. */
export interface ListedCommit {
  readonly id: string;
  /** The requested fields, in their order. */
  readonly fields: readonly string[];
  /** The files below the requested paths that it changed. */
  readonly files: readonly string[];
}

/**
 * The commits before HEAD that changed these paths, newest first; rejects with GitFailure if git fails. `fields` are
 * placeholders of `git log`, such as `%an`. In a shallow clone, the oldest commit lists every file as changed.
 */
export async function listedCommits(
  git: Pick<Git, 'run'>,
  paths: readonly string[],
  fields: readonly string[],
): Promise<readonly ListedCommit[]> {
  // Marks that no path has.
  const format = `--format=%x01${['%H', ...fields].join('%x02')}`;
  const asked = ['log', '-z', '--no-renames', '--name-only', format, 'HEAD', '--', ...paths];
  const commits: (ListedCommit & { readonly files: string[] })[] = [];
  for (const entry of nulEntries(await git.run(...asked))) {
    if (entry.startsWith('\x01')) {
      const [id = '', ...values] = entry.slice(1).split('\x02');
      commits.push({ id, fields: values, files: [] });
      // The first path after a commit is preceded by a line break.
    } else commits.at(-1)?.files.push(entry.replace(/^\n/, ''));
  }
  return commits;
}
