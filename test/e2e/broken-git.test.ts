import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo, STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

// A git that doesn't work isn't our bug: its own message is reported, and everything works again once it is fixed.

/** The lock that is left by a git process that died while it moved the state branch. */
function staleLock(repo: TestRepository): string {
  const lock = join(repo.directory, `.git/refs/heads/${STATE_BRANCH}.lock`);
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, '');
  return lock;
}

test("a stale lock on the state branch stops an apply before the first write, and git's message names it", async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() }, origin: false });
  const lock = staleLock(repo);
  const stopped = await repo.campaigns('apply', '--json');
  expect(stopped.status).toBe(1);
  expectWords(stopped);
  expect(resultOf(stopped)).toMatchObject({ outcome: 'failed', failed: [{ code: 'state-branch' }] });
  expect(stopped.stdout).toContain(`${STATE_BRANCH}.lock`);
  expect(await service.writes()).toEqual([]);

  rmSync(lock);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
});

test("reports what was sent although git can't write anymore, and the next run records it", async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
  const pack = join(repo.directory, '.git/objects/pack');
  proxy.handler = (request, pass) => {
    if (request.path === '/v5/campaigns') {
      renameSync(pack, `${pack}-aside`);
      writeFileSync(pack, '');
    }
    return pass();
  };
  const first = await repo.campaigns('apply', '--json');
  expect(first.status).toBe(1);
  expectWords(first);
  expect(resultOf(first)).toMatchObject({
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

test.each(['remote', 'hash-object', 'status', 'fast-import'])(
  "reports git's own message when git %s fails",
  async (command) => {
    const service = await startLiveService();
    const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
    const bin = temporaryFolder();
    const { PATH = '' } = process.env;
    const script = `#!/bin/sh
for word in "$@"; do
  [ "$word" = ${command} ] && echo 'fatal: write error: No space left on device' >&2 && exit 128
done
PATH='${PATH}' exec git "$@"
`;
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
    const env = { CAMPAIGNS_API_KEY: 'local', PATH: `${bin}:${PATH}` };
    const failed = await campaigns(['apply', '--json'], { cwd: repo.directory, env });
    expect(failed.status).toBe(1);
    expectWords(failed);
    expect(resultOf(failed).outcome).toBe('failed');
    expect(failed.stdout + failed.stderr).toContain('No space left on device');
    expect(await service.writes()).toEqual(['create']);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    expect(await service.writes()).toEqual(['create', 'update']);
  },
);
