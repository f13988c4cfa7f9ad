import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { openRepo } from '../support/e2e/test-repository.ts';
import { ON_DISK } from '../support/hostile-disk.ts';

interface Reported {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly severity: string;
}

test('validate reports everything that is wrong with a work tree in one run, and accepts what is right', async () => {
  const repo = openRepo({ url: 'http://127.0.0.1:9/', campaigns: { 'good.yaml': welcome() } });
  for (const { make } of ON_DISK) make(repo.directory);
  const expected = ON_DISK.flatMap(({ reported }) => reported);

  const asJson = await repo.campaigns('validate', '--format', 'json');
  expectWords(asJson);
  expect(asJson.status).toBe(5);
  const { diagnostics } = JSON.parse(asJson.stdout) as { diagnostics: readonly Reported[] };
  const reported = diagnostics.filter(({ code }) => code !== 'W_PUBLISH');
  expect(reported.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`).sort()).toEqual(
    expected.sort(),
  );

  // One line each, whatever is in a name.
  const text = await repo.campaigns('validate');
  expectWords(text);
  // The last line counts them.
  const lines = text.stdout.trimEnd().split('\n').slice(0, -1);
  expect(lines.filter((line) => !/^campaigns\/.+:\d+:\d+ [EW]_[A-Z_]+ .+ — .+$/.test(line))).toEqual([]);
  expect(lines).toHaveLength(diagnostics.length);

  for (const format of ['github', 'sarif']) {
    const ended = await repo.campaigns('validate', '--format', format);
    expectWords(ended);
    expect(ended.status).toBe(5);
  }
});
