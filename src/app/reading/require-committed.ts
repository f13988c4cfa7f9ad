import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../../files/write-files.ts';
import { EXIT } from '../../model/exit.ts';
import type { RefusalOf } from '../../model/reasons.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';

/** Throws UserFailure if a file that is about to change has uncommitted edits, which would be lost. */
export async function requireCommitted(
  { repository }: Pick<Context, 'repository'>,
  changes: readonly FileChange[],
  dirty: RefusalOf<'uncommitted'>['dirty'],
): Promise<void> {
  const files = await uncommittedAmong(
    repository,
    changes.map(({ path }) => path),
  );
  if (files.length > 0) throw new UserFailure(EXIT.INVALID, { code: 'uncommitted', files, dirty });
}

/** Which of these files have uncommitted content: edited, not added, or ignored. */
async function uncommittedAmong(
  repository: Context['repository'],
  paths: readonly string[],
): Promise<readonly string[]> {
  const there = paths.filter((path) => existsSync(join(repository.root, path)));
  if (there.length === 0) return [];
  const edited = new Set(await repository.uncommitted(there));
  const tracked = await repository.tracked();
  return there.filter((path) => edited.has(path) || !tracked.has(path));
}
