import { GitFailure, type Git } from './git.ts';

/** `check-ignore` refuses literal paths. With this in front, no path is mistaken for a pattern such as `:(top)x`. */
const HERE = './';

/** `git check-ignore` ends with this code if it ignores none of the paths. */
const NONE_IGNORED = 1;

/** Those of these paths, which need not exist, that git ignores; not those that it tracks. */
export async function ignoredPaths(git: Git, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const asked = paths.map((path) => `${HERE}${path}\0`).join('');
  const listing = await git
    .feed(asked, '--no-literal-pathspecs', 'check-ignore', '--verbose', '-z', '--stdin')
    .catch((error: unknown) => {
      if (error instanceof GitFailure && error.exitCode === NONE_IGNORED) return '';
      throw error;
    });
  const fields = listing.toString().split('\0');
  return paths.flatMap((_, index) => {
    const [, , pattern = '', path = ''] = fields.slice(index * 4, index * 4 + 4);
    // The last rule that matches a path may be an exception.
    return path === '' || pattern.startsWith('!') ? [] : [path.slice(HERE.length)];
  });
}
