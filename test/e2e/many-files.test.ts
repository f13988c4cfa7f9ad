import { expect, test } from 'vitest';
import { expectWords } from '../support/e2e/documents.ts';
import { openRepo } from '../support/e2e/test-repository.ts';
import { manyFiles, manyMistakes, type OneOfMany } from '../support/many-files.ts';

/** `LARGE_WORKSPACE=2000`: node scripts/test-at-length.mjs large. */
const COUNT = Number(process.env.LARGE_WORKSPACE ?? '60');

/** A repository with the examples and these files, none of them committed. */
function repoWith(files: readonly OneOfMany[]) {
  const repo = openRepo({ url: 'http://127.0.0.1:9/', campaigns: 'examples', origin: false });
  for (const { file, text } of files) repo.write(file, text);
  return repo;
}

test('reports hundreds of mistakes in as many files in one run, each at its line', async () => {
  const files = manyMistakes(COUNT);
  const ended = await repoWith(files).campaigns('validate', '--format', 'json');
  expectWords(ended);
  expect(ended.status).toBe(5);
  const { diagnostics } = JSON.parse(ended.stdout) as {
    diagnostics: readonly { file: string; line: number; code: string }[];
  };
  // A misspelled name is also missing.
  const reported = new Set(diagnostics.map(({ file, line, code }) => `${file}:${line} ${code}`));
  expect(files.filter((one) => !reported.has(one.reported ?? ''))).toEqual([]);
  expect(new Set(diagnostics.map(({ file }) => file)).size).toBe(COUNT);
});

test('accepts hundreds of valid files', async () => {
  const ended = await repoWith(manyFiles(COUNT)).campaigns('validate');
  expect(ended).toMatchObject({
    status: 0,
    stderr: '',
    stdout: `${COUNT + 21} campaign files checked for local, staging: no problems found.\n`,
  });
});
