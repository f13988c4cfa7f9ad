import { Repository, type GitAt } from '../../src/git/repository.ts';

/** The repository that contains a folder. There must be one. */
export async function openedRepository(folder: string, at: GitAt): Promise<Repository> {
  const opened = await Repository.open(folder, at);
  if (opened.kind !== 'opened') throw new Error(opened.kind);
  return opened.repository;
}
