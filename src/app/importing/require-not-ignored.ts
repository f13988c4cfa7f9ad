import { dirname, join, relative, sep } from 'node:path';
import { follow } from '../../files/follow-path.ts';
import { ignoreRules } from '../../git/ignore-rules.ts';
import { EXIT } from '../../model/exit.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../user-failure.ts';
import type { PreparedImport } from './prepare-import.ts';

/**
 * Throws UserFailure if git ignores files of an import: they would get into no commit, and the campaigns would look as
 * if their files had been deleted.
 */
export async function requireNotIgnored(
  { files, edits, report }: Pick<PreparedImport, 'files' | 'edits' | 'report'>,
  { repository, git }: Pick<Context, 'repository' | 'git'>,
): Promise<void> {
  const paths = new Set([
    ...[...files, ...edits].map(({ path }) => path),
    // These may exist already.
    ...[...report.campaigns, ...report.texts].map(({ file }) => file),
  ]);
  // Below a link, git has no rules. A folder outside of the repository is refused when files are written.
  const real = [...paths].map((path) => realPath(repository.root, path)).filter(isInside);
  const ignored = await ignoreRules(git, real);
  if (ignored.length > 0) throw new UserFailure(EXIT.INVALID, { code: 'import-ignored', ignored });
}

function realPath(root: string, path: string): string {
  const folder = follow(join(root, dirname(path))).path;
  return [...relative(root, folder).split(sep), path.slice(path.lastIndexOf('/') + 1)]
    .filter((name) => name !== '')
    .join('/');
}

function isInside(path: string): boolean {
  return !path.startsWith('../');
}
