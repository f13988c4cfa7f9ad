import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// What pull and revert write, as files. Each case has a folder with `campaigns`, which are applied; `live.json`,
// what is then changed in the service; `then`, campaign files that are edited and committed; and `command.txt`. The
// result is `changes.diff`: the exit code, and what was written.

const CASES = join(ROOT, 'test/pull-cases');

const cases = readdirSync(CASES).map((name) => ({
  name,
  about: readFileSync(join(CASES, name, 'about.md'), 'utf8').trim(),
}));

test.each(cases)('case $name: $about', async ({ name }) => {
  const read = (file: string) => readFileSync(join(CASES, name, file), 'utf8');
  const service = await startLiveService();
  const filesIn = (folder: string): Record<string, string> => {
    const path = join(CASES, name, folder);
    const files = existsSync(path)
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(extname)
      : [];
    const text = (file: string) => read(`${folder}/${file}`).replace('http://127.0.0.1:4010/', service.url);
    return Object.fromEntries(files.map((file) => [file, text(file)]));
  };
  const repo = openRepo({
    url: service.url,
    campaigns: filesIn('campaigns'),
    workspace: 'limits: off\n    vars: { sender: Northtrail }',
  });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const edits = Object.entries(JSON.parse(read('live.json')) as Record<string, JsonMap>);
  for (const [campaign, edit] of edits) await service.editByHand((await service.only(campaign)).id, edit);
  const edited = filesIn('then');
  if (Object.keys(edited).length > 0) repo.change(edited);

  const { status } = await repo.campaigns(...read('command.txt').trim().split(' '));
  repo.git('add', '--all');
  const diff = repo.git('diff', '--cached', '--no-color', '--no-renames').replaceAll(/^index .*\n/gm, '');
  const result = `exit ${String(status)}\n${diff}\n`;
  await expect(result).toMatchFileSnapshot(join(CASES, name, 'changes.diff'));
});
