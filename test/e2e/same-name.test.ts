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

test('a campaign of another type, or whose name only contains it, is no obstacle', async () => {
  const service = await startLiveService();
  await service.seed(
    { ...WELCOME, campaign_delivery_type: 'PERIODIC' },
    { ...WELCOME, channel: 'PUSH' },
    { ...WELCOME, basic_details: { name: 'Welcome back' } },
  );
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
});

test('a name in capitals with blanks around it is the same name', async () => {
  const service = await startLiveService();
  await service.seed({ ...WELCOME, basic_details: { name: ' WELCOME ' } });
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const { stdout } = await repo.campaigns('plan');
  expect(stdout.replace(/\s+/g, ' ')).toContain('with the same name');
});

test('finds a rival with an unknown status', async () => {
  const service = await startLiveService();
  await service.seed({ ...WELCOME, status: 'RETIRED' });
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const { stdout } = await repo.campaigns('plan');
  expect(stdout.replace(/\s+/g, ' ')).toContain('with the same name');
});

test('finds a rival far down a long list of names', async () => {
  const service = await startLiveService();
  const crowd = Array.from({ length: 40 }, (_, index) => ({
    ...WELCOME,
    basic_details: { name: `Welcome ${index}` },
    created_at: '2026-02-01 10:00:00.000000',
  }));
  await service.seed({ ...WELCOME, created_at: '2026-01-01 10:00:00.000000' }, ...crowd);
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const held = await repo.campaigns('apply', '--json');
  expect(resultOf(held).held).toMatchObject([{ key: 'welcome', reason: 'ambiguous' }]);
  expect(await service.writes()).toEqual([]);
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
