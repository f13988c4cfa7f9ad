import { join } from 'node:path';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import type { Running } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

test('a missing origin stops an apply before the first write', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  repo.git('remote', 'set-url', 'origin', join(temporaryFolder(), 'nowhere.git'));
  const refused = await repo.campaigns('apply');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('origin');
  expectWords(refused);
  expect(await service.writes()).toEqual([]);
});

test('an origin that rejects pushes stops an apply before the first write, and nothing is left behind', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  repo.guardOrigin('echo "not today" >&2; exit 1');
  const before = repo.snapshot();
  const refused = await repo.campaigns('apply');
  expect(refused.status).toBe(1);
  expectWords(refused);
  expect(await service.writes()).toEqual([]);
  expect(repo.snapshot()).toEqual(before);

  repo.unguardOrigin();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
});

test('a record that origin rejects is reported once, with what was not sent', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  repo.guardOrigin('if grep -q campaigns-state/; then echo "not today" >&2; exit 1; fi');
  const { status, stdout, stderr } = await repo.campaigns('apply');
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`.split(/not\s+today/)).toHaveLength(2);
  expect(stdout).toMatch(/Applied 0 of 1 change in local; 1 failed\.\n$/);
  expect(await service.writes()).toEqual([]);
});

test('a colleague whose clone lacks an unclear creation resolves it from origin', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  await service.arm({ kind: 'reset-before', operation: 'create', times: 1000 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  await service.disarm();
  expect(await repo.clone().campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});

test.each([
  ['in two clones', { origin: true, clones: 2 }],
  ['in one clone', { origin: true, clones: 1 }],
  ['in a repository without an origin', { origin: false, clones: 1 }],
])('two concurrent applies %s create a campaign once', async (_, { origin, clones }) => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() }, origin });
  const other = clones === 2 ? repo.clone() : repo;
  const runs = [repo.start('apply'), other.start('apply')];
  const turn = worstOrder(runs);
  proxy.handler = async (request, pass) => {
    // What a run reads here is outdated by the time the answer arrives.
    const reply = await pass();
    if (request.path.endsWith('/search')) await turn();
    return reply;
  };
  const ends = await Promise.all(runs.map(({ ended }) => ended));
  for (const ended of ends) {
    expect([0, 1, 6]).toContain(ended.status);
    expectWords(ended);
  }
  expect(ends.some(({ status }) => status === 0)).toBe(true);
  await service.only('Welcome');
  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

/**
 * Releases each answer when it does the most harm: none before both runs have asked, so that neither knows what the
 * other is about to do. Then the first run acts on its answer before the second one gets its own.
 */
function worstOrder(runs: readonly Running[]): () => Promise<void> {
  let left = runs.length;
  let asking: (() => void)[] = [];
  let second: (() => void)[] = [];
  const letFirstGo = () => {
    if (asking.length < left) return;
    const [first, ...rest] = asking;
    [asking, second] = [[], rest];
    first?.();
  };
  const letSecondGo = () => {
    for (const go of second.splice(0)) go();
  };
  for (const { ended } of runs) {
    void ended.then(() => {
      left -= 1;
      letSecondGo();
      letFirstGo();
    });
  }
  return () =>
    new Promise((resolve) => {
      letSecondGo();
      asking.push(resolve);
      letFirstGo();
    });
}
