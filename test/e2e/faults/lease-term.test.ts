import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { decodeLease, encodeLease, LEASE_TERM_MS } from '../../../src/state/lease-ref.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { EXTENT } from '../../support/e2e/faults/exercise.ts';
import { startServiceProxy } from '../../support/e2e/service-proxy.ts';
import { startLiveService } from '../../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../../support/e2e/test-repository.ts';

// From here it is unknown whether a process on another machine is dead, so its lease lasts until it expires, by the
// real clock.

const REF = 'refs/campaigns/lease/local';
/** The time between two tries of a waiting run. */
const ASK_AGAIN_AFTER_MS = 5_000;

/** Changes the lease of a run on this machine into one of another machine, with the same times. Returns its expiry. */
function moveFarAway(repo: TestRepository): number {
  const record = decodeLease(repo.gitAtOrigin('log', '-1', '--format=%B', REF));
  if (!record) throw new Error('nobody has the lease');
  // Encrypted on another machine, so it can't be decrypted here.
  const far = { ...record, process: 'bm90IG9wZW5lZCBoZXJlLCBidXQgbG9uZyBlbm91Z2g=' };
  const commit = repo.git(
    'commit-tree',
    repo.git('mktree', '--missing', '-z'),
    '-m',
    encodeLease('local', far),
  );
  repo.git('push', '--quiet', '--force', 'origin', `${commit}:${REF}`);
  return record.until;
}

test.runIf(EXTENT === 'all')(
  'the lease of a run killed on another machine is free after its two minutes, and not before',
  { timeout: 10 * 60_000 },
  async () => {
    const service = await startLiveService();
    const proxy = await startServiceProxy(service.url);
    const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
    const { kill, ended } = repo.spawn('apply');
    proxy.handler = async (request, pass) => {
      const reply = await pass();
      if (request.path === '/v5/campaigns') kill('SIGKILL');
      return reply;
    };
    await ended;
    proxy.handler = (_request, pass) => pass();
    const until = moveFarAway(repo);
    expect(until - Date.now()).toBeGreaterThan(LEASE_TERM_MS / 2);

    const rival = repo.clone();
    let refusals = 0;
    for (;;) {
      const began = Date.now();
      const { status, stderr } = await rival.campaigns('apply');
      if (status === 0) {
        expect(Date.now()).toBeGreaterThanOrEqual(until);
        expect(stderr).toContain('its term is over');
        break;
      }
      expect(status, stderr).toBe(6);
      expect(began).toBeLessThan(until);
      refusals += 1;
      await sleep(ASK_AGAIN_AFTER_MS);
    }
    expect(refusals).toBeGreaterThan(1);
    await service.only('Welcome');
    expect(await service.writes()).toEqual(['create']);
  },
);
