import { expect, test } from 'vitest';
import { several } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  '%s lets the request in progress finish, records it, and begins nothing new',
  async (signal, exit) => {
    const service = await startLiveService();
    const proxy = await startServiceProxy(service.url);
    const repo = openRepo({ url: proxy.url, campaigns: several(3) });
    const { kill, ended, says } = repo.spawn('apply', '--json');
    proxy.handler = async ({ path }, pass) => {
      if (path !== '/v5/campaigns') return pass();
      kill(signal);
      await says('Stopping after');
      return pass();
    };
    const interrupted = await ended;
    expect(interrupted.status).toBe(exit);
    expect(resultOf(interrupted).applied.map(({ key }) => key)).toEqual(['c01']);
    expect(await service.writes()).toEqual(['create']);
    expect(repo.gitAtOrigin('log', '-1', '--format=%s', 'campaigns-state/local')).not.toContain('intent');
    expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', 'campaigns-state/local')).toContain(
      'campaigns/c01.json',
    );

    proxy.handler = (_request, pass) => pass();
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    expect(await service.writes()).toEqual(['create', 'create', 'create']);
  },
);
