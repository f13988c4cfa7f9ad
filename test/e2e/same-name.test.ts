import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/test-repository.ts';

const WELCOME = {
  channel: 'EMAIL',
  campaign_delivery_type: 'EVENT_TRIGGERED',
  basic_details: { name: 'Welcome' },
};

test('a live campaign with the same name, channel and type blocks the creation until a second one is allowed', async () => {
  const service = await startLiveService();
  const [rival = ''] = await service.seed({ ...WELCOME, status: 'ARCHIVED' });
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const held = await repo.campaigns('apply', '--json', '--exit-code');
  expect(held.status).toBe(2);
  expect(resultOf(held).held).toMatchObject([{ key: 'welcome', reason: 'ambiguous' }]);
  expect(held.stdout).toContain(rival);
  expect(await service.writes()).toEqual([]);

  expect(await repo.campaigns('apply', '--allow', 'same-name')).toMatchObject({ status: 0 });
  expect(await service.named('Welcome')).toHaveLength(2);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
});

test('after the state is lost, creates nothing a second time, and adopting binds each campaign again', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome(), 'sale.yaml': sale() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.git('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  repo.gitAtOrigin('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);

  const held = await repo.campaigns('apply', '--json', '--exit-code');
  expect(held.status).toBe(2);
  expect(resultOf(held).held).toMatchObject([
    { key: 'sale', reason: 'ambiguous' },
    { key: 'welcome', reason: 'ambiguous' },
  ]);
  expect(await service.writes()).toEqual(['create', 'create']);
  const reported = (await repo.campaigns('plan')).stdout.replace(/\s+/g, ' ');
  expect(reported).toContain('No record of local was found.');
  expect(reported).toContain('campaigns adopt --all -w local');
  expect(reported).not.toMatch(/--allow same-name|no file manages/);

  for (const [key, name] of [
    ['sale', 'Sale'],
    ['welcome', 'Welcome'],
  ] as const) {
    const { id } = await service.only(name);
    expect(await repo.campaigns('adopt', key, '--id', id)).toMatchObject({ status: 0 });
  }
  expect(planOf(await repo.campaigns('plan', '--json')).summary).toMatchObject({ in_sync: 2 });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'create']);
});

test('one allow for all campaigns sends nothing again whose record was lost', async () => {
  const service = await startLiveService();
  const campaigns = {
    'welcome.yaml': welcome({ status: 'ACTIVE' }),
    'hello.yaml': welcome({ name: 'Hello', subject: 'Hello!', status: 'ACTIVE' }),
  };
  const repo = openRepo({ url: service.url, campaigns });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.git('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  repo.gitAtOrigin('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  expect(await repo.campaigns('apply', '--allow', 'same-name', '--exit-code')).toMatchObject({ status: 2 });
  expect(await service.named('Hello')).toHaveLength(1);
  const allowed = await repo.campaigns('apply', '--allow', 'same-name', '--only', 'hello');
  expect(allowed).toMatchObject({ status: 0 });
  expect(await service.named('Hello')).toMatchObject([{ status: 'ACTIVE' }, { status: 'ACTIVE' }]);
  expect(await service.named('Welcome')).toHaveLength(1);
});
