import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { several, welcome } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { CLI } from '../support/e2e/built-program.ts';
import { repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { spawnProgram } from '../support/e2e/processes.ts';

const LEASE = 'refs/campaigns/lease/local';
/** A terminal in which a user presses Ctrl-C as soon as the question appears. Prints what the terminal shows. */
const PERSON = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    if b"[y/N]" in shown + part and b"[y/N]" not in shown:
        os.write(terminal, b"\\x03")
    shown += part
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));

test.runIf(python)('Ctrl-C at the question exits 130, sends nothing and leaves no lease', async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': welcome() });
  const args = ['-c', PERSON, process.execPath, CLI, 'apply'];
  const env = { CAMPAIGNS_API_KEY: 'local', TERM: 'dumb' };
  const ended = await spawnProgram(python ?? '', args, { cwd: repo.directory, env }).ended;
  expect(ended.stdout).toContain('Apply these changes? [y/N]');
  expect(ended.stdout).not.toContain('Stopping after');
  expect(ended.status, ended.stdout + ended.stderr).toBe(130);
  expect(await service.writes()).toEqual([]);
  expect(repo.gitAtOrigin('for-each-ref', LEASE)).toBe('');
});

test('a second signal ends immediately, and the next run resolves what was in progress', async () => {
  const { service, proxy, repo } = await repoBehindProxy(several(2));
  const { kill, ended, says } = repo.spawn('apply');
  void says('Stopping after').then(() => {
    kill('SIGTERM');
  });
  proxy.handler = async ({ path }, pass) => {
    if (path !== '/v5/campaigns') return pass();
    const reply = await pass();
    kill('SIGTERM');
    await ended;
    return reply;
  };
  expect(await ended).toMatchObject({ status: 143 });
  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'create']);
  expect(repo.gitAtOrigin('for-each-ref', LEASE)).toBe('');
});

test('the first signal lets the request in progress finish, records it, and begins nothing new', async () => {
  const { service, proxy, repo } = await repoBehindProxy(several(3));
  const { kill, ended, says } = repo.spawn('apply', '--json');
  proxy.handler = async ({ path }, pass) => {
    if (path !== '/v5/campaigns') return pass();
    kill('SIGTERM');
    await says('Stopping after');
    return pass();
  };
  const interrupted = await ended;
  expect(interrupted.status).toBe(143);
  expect(resultOf(interrupted).applied.map(({ key }) => key)).toEqual(['c01']);
  expect(await service.writes()).toEqual(['create']);
  expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', 'campaigns-state/local')).not.toContain('journal/');
  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'create', 'create']);
});

test('a reader that stops early is not a failure', async () => {
  const { repo } = await repoWithService('examples');
  const script = `"$0" "$1" plan --json | head -c 1; exit "\${PIPESTATUS[0]}"`;
  const args = ['-c', script, process.execPath, CLI];
  const { status, stdout, stderr } = await spawnProgram('bash', args, {
    cwd: repo.directory,
    env: { CAMPAIGNS_API_KEY: 'local' },
  }).ended;
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{', stderr: '' });
});
