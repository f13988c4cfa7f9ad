import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { appliedRepo, repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { campaigns } from '../support/e2e/program.ts';
import { STATE_BRANCH, workspacesText } from '../support/e2e/test-repository.ts';
import { FakeClock } from '../support/fake-clock.ts';

// A git that doesn't work isn't our bug: its own message is reported, and everything works again once it is fixed.

test('a stale lock on the state branch stops an apply before the first write', async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': welcome() }, { origin: false });
  const lock = join(repo.directory, `.git/refs/heads/${STATE_BRANCH}.lock`);
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, '');
  const stopped = await repo.exits(1, 'apply', '--json');
  expect(resultOf(stopped)).toMatchObject({ outcome: 'failed', failed: [{ code: 'state-branch' }] });
  expect(stopped.stdout).toContain(`${STATE_BRANCH}.lock`);
  expect(await service.writes()).toEqual([]);
  rmSync(lock);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  // The state stays in this repository.
  expect(repo.git('ls-tree', '-r', '--name-only', STATE_BRANCH)).toContain('campaigns/welcome.json');
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

test("reports what was sent although git can't write anymore, and the next run records it", async () => {
  const { service, proxy, repo } = await repoBehindProxy({ 'welcome.yaml': welcome() });
  const pack = join(repo.directory, '.git/objects/pack');
  proxy.handler = (request, pass) => {
    if (request.path === '/v5/campaigns') {
      renameSync(pack, `${pack}-aside`);
      writeFileSync(pack, '');
    }
    return pass();
  };
  expect(resultOf(await repo.exits(1, 'apply', '--json'))).toMatchObject({
    applied: [{ key: 'welcome', change: 'create' }],
    failed: [{ key: 'welcome', code: 'state-branch' }],
  });
  proxy.handler = (_request, pass) => pass();
  rmSync(pack);
  renameSync(`${pack}-aside`, pack);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
  expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', STATE_BRANCH)).not.toContain('journal/');
});

const { PATH = '' } = process.env;

/** A folder with a git that runs this before the real one. */
function gitThat(script: string): string {
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\nPATH='${PATH}' exec git "$@"\n`, { mode: 0o755 });
  return bin;
}

test("reports git's own message when a command fails, and git inherits neither a secret nor a repository", async () => {
  const other =
    'other: { base_url: http://127.0.0.1:9/, app_key: other, api_key_env: CAMPAIGNS_OTHER_KEY, actor: a@example.com }';
  const { service, repo } = await appliedRepo(
    { 'welcome.yaml': welcome() },
    { workspace: `limits: off\n  ${other}` },
  );
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  const told = join(temporaryFolder(), 'told');
  const full = "echo 'fatal: write error: No space left on device' >&2; exit 128";
  const bin = gitThat(`env >> '${told}'\nfor word in "$@"; do [ "$word" = "$BREAKS" ] && { ${full}; }; done`);
  const env = {
    PATH: `${bin}:${PATH}`,
    ...{ CAMPAIGNS_OTHER_KEY: 'also secret', GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere/index' },
    ...{ GIT_SSH_COMMAND: 'ssh -o BatchMode=yes', EDITOR: 'vi' },
  };
  for (const BREAKS of ['remote', 'status', 'fast-import']) {
    const failed = await repo.startWith({ env: { ...env, BREAKS } }, 'apply', '--json').ended;
    expect(failed.status, BREAKS).toBe(1);
    expectWords(failed);
    expect(resultOf(failed).outcome).toBe('failed');
    expect(failed.stdout + failed.stderr).toContain('No space left on device');
    expect(await service.writes()).toEqual(['create']);
  }
  expect(await repo.startWith({ env }, 'apply').ended).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'update']);
  const inherited = readFileSync(told, 'utf8');
  expect(inherited).toMatch(/^GIT_SSH_COMMAND=ssh/m);
  expect(inherited).not.toMatch(/^(?:CAMPAIGNS_API_KEY|CAMPAIGNS_OTHER_KEY|GIT_DIR|GIT_INDEX_FILE)=/m);
});

test('never pushes what the next run could not read, and sends nothing after it', async () => {
  const files = { 'welcome.yaml': welcome({ status: 'ACTIVE' }) };
  const { service, repo } = await repoWithService(files);
  // In the year 10000, instants don't fit the ledger's format: the attempt can't be recorded, but its intent can.
  const clock = new FakeClock(Date.parse('+010000-01-01T00:00:00Z'));
  expect(await repo.startWith({ clock }, 'apply').ended).toMatchObject({ status: 1 });
  expect(await service.writes()).toEqual(['create']);
  expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', STATE_BRANCH)).toContain('journal/');
  expect(await repo.campaigns('state', 'list')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
});

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

test('every command refuses a committed folder that looks like a repository, and git asks no program', async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': welcome() });
  const { program, isSprung } = trap();
  for (const [path, text] of Object.entries(folderLikeARepository(service.url, program)))
    repo.write(path, text);
  repo.commit('Move campaigns');
  for (const command of ['validate', 'plan', 'apply', 'status', 'log', 'init'])
    for (const below of ['', '/campaigns']) {
      const cwd = join(repo.directory, FOLDER + below);
      const refused = await campaigns([command], { cwd, env: { CAMPAIGNS_API_KEY: 'local' } });
      expect(refused, command).toMatchObject({ status: 5, stdout: '' });
    }
  expect(await repo.campaigns('apply', '-C', FOLDER)).toMatchObject({ status: 5 });
  expect(await service.writes()).toEqual([]);
  repo.git('config', 'core.fsmonitor', program);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(isSprung()).toBe(false);
  repo.git('status');
  expect(isSprung()).toBe(true);
});

test('the action refuses it, too', async () => {
  const world = await actionWorld({ campaigns: {} });
  const { program, isSprung } = trap();
  const files = folderLikeARepository(world.service.url, program);
  world.branch('main', Object.fromEntries(Object.entries(files).map(([path, text]) => [`../${path}`, text])));
  for (const command of ['plan', 'validate', 'apply'] as const)
    expect(await world.run(command, { inputs: { 'working-directory': FOLDER } })).toMatchObject({ exit: 1 });
  expect(isSprung()).toBe(false);
  expect(await world.service.writes()).toEqual([]);
});
