import type { Git } from '../../src/git/git.ts';
import { Repository } from '../../src/git/repository.ts';

/** The repository that contains git's folder. There must be one. */
export async function openedRepository(git: Git): Promise<Repository> {
  const opened = await Repository.open(git);
  if ('code' in opened) throw new Error(opened.code);
  return opened;
}
