import { expect, it } from 'vitest';
import { openRepository } from '../../src/app/context.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { runGit } from '../../src/git/run-git.ts';

const PATH = process.env.PATH;

it('a folder outside of a repository is not taken for a missing git', async () => {
  const opened = openRepository({}, { cwd: temporaryFolder(), environment: { PATH }, runGit });
  await expect(opened).rejects.toMatchObject({
    cause: { code: 'no-repository', why: 'no-repository' },
    exit: 5,
  });
});

it('a missing git is not taken for a missing repository', async () => {
  const opened = openRepository({}, { cwd: temporaryFolder(), environment: { PATH: '/nowhere' }, runGit });
  await expect(opened).rejects.toMatchObject({ cause: { code: 'no-repository', why: 'no-git' }, exit: 5 });
});
