import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { driftOf, expectWords } from '../support/e2e/documents.ts';
import { testClock } from '../support/e2e/program.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository, type TestRepositoryOptions } from '../support/e2e/test-repository.ts';

const BY_HAND = { utm_params: utmParams('by hand') };
const CAMPAIGNS = {
  'digest.yaml': digest({ status: 'ACTIVE' }),
  'sale.yaml': sale({ status: 'ACTIVE' }),
  'welcome.yaml': welcome({ utm: 'file' }),
};

interface Applied {
  readonly repo: TestRepository;
  readonly service: LiveService;
  readonly idOf: (name: string) => Promise<string>;
}

/** A test repository whose campaigns were applied. */
async function applied(more: Partial<TestRepositoryOptions> = {}, service?: LiveService): Promise<Applied> {
  const live = service ?? (await startLiveService());
  const repo = openRepo({ url: live.url, campaigns: CAMPAIGNS, ...more });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  return { repo, service: live, idOf: async (name) => (await live.only(name)).id };
}

test('does not report what we applied ourselves as drift, and writes nothing', async () => {
  const { repo, service } = await applied();
  const [before, sent] = [repo.snapshot(), await service.writes()];
  const reported = await repo.campaigns('drift');
  expect(reported).toMatchObject({ status: 0, stderr: '' });
  expect(reported.stdout).toMatch(/^Drift in local · [0-9a-f]{7} — No drift in 3 campaigns\.\n$/);
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const after = await repo.campaigns('drift', '--json');
  expect(after.status).toBe(0);
  expect(driftOf(after)).toMatchObject({ drifted: [], unknown: [], orphaned: [], checked: 3, files: 'read' });
  expect((await service.writes()).slice(0, sent.length)).toEqual(sent);
  expect(repo.snapshot().hasFetchHead).toBe(before.hasFetchHead);
});

test('reports a component that was edited by hand, from the observed to the live value', async () => {
  const { repo, service, idOf } = await applied();
  // The edit comes in a later minute than the apply.
  await testClock.sleep(60_000);
  await service.editByHand(await idOf('Welcome'), { ...BY_HAND, updated_by: 'bob@example.com' });
  const [before, sent] = [repo.snapshot(), await service.writes()];
  const reported = await repo.campaigns('drift');
  expect(reported).toMatchObject({ status: 2, stderr: '' });
  const text = reported.stdout.replace(/[0-9a-f]{7}/, 'COMMIT').replaceAll(/on \d[^a-z]* UTC/g, 'on DAY');
  expect(text).toBe(`Drift in local · COMMIT

  ! welcome  DRAFT      UTM source
      last edited by bob@example.com on DAY; last seen
      unchanged on DAY
      campaigns/welcome.yaml
      utm_params
        utm_source  file  →  by hand
      To keep it, run:
      campaigns pull welcome -w local
      Otherwise, the next apply restores the file's values.

1 of 3 campaigns was changed outside of this repository.
`);
  const { drifted, checked } = driftOf(await repo.campaigns('drift', '--json'));
  expect(checked).toBe(3);
  expect(drifted).toMatchObject([
    {
      key: 'welcome',
      file: 'campaigns/welcome.yaml',
      live_status: 'DRAFT',
      missing: false,
      status: null,
      updated_by: 'bob@example.com',
      components: [
        {
          name: 'utm_params',
          operations: [{ op: 'replace', path: '/utm_source', value: 'by hand', was: 'file' }],
        },
      ],
      remedy: 'put-back',
      held: [],
    },
  ]);
  expect(repo.snapshot()).toEqual(before);
  expect(await service.writes()).toEqual(sent);
});

test('reports a status that was changed by hand, but not one that advanced by itself', async () => {
  const { repo, service, idOf } = await applied();
  await service.editByHand(await idOf('Digest'), { status: 'PAUSED' });
  await service.editByHand(await idOf('Sale'), { status: 'SENT' });
  // Its file says no status, so the status stays, and is reported anyway.
  await service.editByHand(await idOf('Welcome'), { status: 'ACTIVE' });
  const reported = await repo.campaigns('drift');
  expect(reported.status).toBe(2);
  expect(reported.stdout).toContain('\n      status  SCHEDULED  →  PAUSED\n');
  expect(driftOf(await repo.campaigns('drift', '--json')).drifted).toMatchObject([
    { key: 'digest', live_status: 'PAUSED', status: { from: 'SCHEDULED', to: 'PAUSED' }, components: [] },
    { key: 'welcome', live_status: 'ACTIVE', status: { from: 'DRAFT', to: 'ACTIVE' }, remedy: 'noted' },
  ]);
});

test('reports a campaign that is gone from the service as drift', async () => {
  const { repo, service } = await applied();
  await service.reset();
  const reported = await repo.campaigns('drift', '--only', 'sale');
  expect(reported.status).toBe(2);
  expect(reported.stdout).toMatch(/! sale {2}– {10}missing/);
  expect(reported.stdout).toContain('campaigns state forget sale');
  const { drifted } = driftOf(await repo.campaigns('drift', '--json'));
  expect(drifted.map(({ key, missing, live_status: status }) => [key, missing, status])).toEqual([
    ['digest', true, null],
    ['sale', true, null],
    ['welcome', true, null],
  ]);
});

test("never claims that campaigns that can't be read did not drift", async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const { repo, idOf } = await applied({ url: proxy.url }, service);
  const sick = await idOf('Sale');
  await service.editByHand(await idOf('Welcome'), BY_HAND);
  proxy.handler = async ({ path }, pass) =>
    path.endsWith('/search')
      ? { status: 200, body: '{"data": {"campaigns": []}}' }
      : path.endsWith(sick)
        ? { status: 200, type: 'text/html', body: '<!doctype html>' }
        : pass();
  const reported = await repo.campaigns('drift');
  expect(reported.status).toBe(1);
  expectWords(reported);
  expect(reported.stdout).toMatch(/\? sale {5}– {10}unknown/);
  expect(reported.stdout).toContain(
    '1 of 2 campaigns was changed outside of this repository. 1 campaign could not',
  );
  expect(driftOf(await repo.campaigns('drift', '--json'))).toMatchObject({
    drifted: [{ key: 'welcome' }],
    unknown: [{ key: 'sale' }],
    checked: 2,
  });
});

test('exits with 7 for a refused credential, 1 for closed connections and 5 for a missing secret', async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const { repo } = await applied({ url: proxy.url }, service);
  proxy.handler = () => ({ status: 401, body: '{"error": {"code": "UNAUTHORIZED", "message": "no"}}' });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 7, stdout: '' });
  proxy.handler = () => {
    throw new Error('down');
  };
  const down = await repo.campaigns('drift');
  expect(down.status).toBe(1);
  expect(down.stderr).toContain("isn't the campaign service");
  expectWords(down);
  repo.edit('campaigns/workspaces.yaml', /CAMPAIGNS_API_KEY/, 'SOMETHING_ELSE');
  expect(await repo.campaigns('drift')).toMatchObject({ status: 5, stdout: '' });
  expect(await repo.campaigns('drift', '-w', 'nowhere')).toMatchObject({ status: 5, stdout: '' });
});

test('reports drift even if files are invalid', async () => {
  const { repo, service, idOf } = await applied();
  await service.editByHand(await idOf('Welcome'), BY_HAND);
  await service.editByHand(await idOf('Sale'), BY_HAND);
  repo.change({ 'welcome.yaml': 'channel: [' });
  const reported = await repo.campaigns('drift', '--json');
  expect(reported.status).toBe(2);
  expect(driftOf(reported)).toMatchObject({
    drifted: [
      { key: 'sale', file: 'campaigns/sale.yaml', remedy: 'put-back' },
      { key: 'welcome', file: null, remedy: 'put-back' },
    ],
    files: 'with-errors',
  });
  expect((await repo.campaigns('drift')).stdout).toContain('Some campaign files\nhave errors');
});
