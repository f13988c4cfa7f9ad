import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo, workspacesText } from '../support/e2e/test-repository.ts';

// A branch can commit files that make a folder look like a bare repository. Its settings must not make us run programs.

const FOLDER = 'marketing';

/** A program that leaves a mark, as the setting of `core.fsmonitor`. */
function trap(): { readonly program: string; readonly isSprung: () => boolean } {
  const folder = temporaryFolder();
  const [program, mark] = [join(folder, 'program'), join(folder, 'mark')];
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  return { program, isSprung: () => existsSync(mark) };
}

/** The files of a folder with campaigns that git takes for a repository, if it may. */
function folderLikeARepository(url: string, program: string): Readonly<Record<string, string>> {
  const files = {
    HEAD: 'ref: refs/heads/main\n',
    config: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`,
    'objects/.keep': '',
    'refs/.keep': '',
    'campaigns/workspaces.yaml': workspacesText({ url }),
    'campaigns/welcome.yaml': welcome(),
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${FOLDER}/${path}`, text]));
}

test.each([['validate'], ['plan'], ['apply'], ['status'], ['log'], ['init']])(
  '%s refuses a committed folder that looks like a repository',
  async (command) => {
    const service = await startLiveService();
    const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const { program, isSprung } = trap();
    for (const [path, text] of Object.entries(folderLikeARepository(service.url, program)))
      repo.write(path, text);
    repo.commit('Move campaigns');
    const env = { CAMPAIGNS_API_KEY: 'local' };
    const places = [
      [[command, '-C', FOLDER], repo.directory],
      [[command], join(repo.directory, FOLDER)],
      [[command], join(repo.directory, FOLDER, 'campaigns')],
    ] as const;
    for (const [args, cwd] of places) {
      const refused = await campaigns(args, { cwd, env });
      expect(refused).toMatchObject({ status: 5, stdout: '' });
      expect(refused.stderr).toContain('a repository of its own');
    }
    expect(isSprung()).toBe(false);
    expect(await service.writes()).toEqual([]);
  },
);

test.each(['plan', 'validate', 'apply'] as const)('the action refuses it, too: %s', async (command) => {
  const world = await actionWorld({ campaigns: {} });
  const { program, isSprung } = trap();
  const files = folderLikeARepository(world.service.url, program);
  world.branch('main', Object.fromEntries(Object.entries(files).map(([path, text]) => [`../${path}`, text])));
  const inputs = { 'working-directory': FOLDER };
  const refused = await world.run(command, { inputs });
  expect(refused).toMatchObject({ exit: 1 });
  expect(refused.annotations.map(({ message }) => message).join()).toContain('a repository of its own');
  expect(isSprung()).toBe(false);
  expect(await world.service.writes()).toEqual([]);
});

test('no program is asked which files have changed, not even one of the own settings', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const { program, isSprung } = trap();
  repo.git('config', 'core.fsmonitor', program);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(isSprung()).toBe(false);
  repo.git('status');
  expect(isSprung()).toBe(true);
});
