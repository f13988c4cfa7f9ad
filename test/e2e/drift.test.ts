import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { driftOf, planOf, resultOf } from '../support/e2e/documents.ts';
import type { JsonMap } from '../support/e2e/live-service.ts';
import { appliedRepo, repoBehindProxy } from '../support/e2e/opened.ts';

const BY_HAND = { utm_params: utmParams('by hand') };
const CAMPAIGNS = {
  'digest.yaml': digest({ status: 'ACTIVE' }),
  'sale.yaml': sale({ status: 'ACTIVE' }),
  'welcome.yaml': welcome({ utm: 'file' }),
};

test('a component that was edited by hand is reported from the observed to the live value, and reverted', async () => {
  const { repo, service, edit } = await appliedRepo(CAMPAIGNS);
  await edit('Welcome', { ...BY_HAND, updated_by: 'bob@example.com' });
  const [before, sent] = [repo.snapshot(), await service.writes()];
  expect(await repo.campaigns('drift')).toMatchObject({ status: 2, stderr: '' });
  const { drifted, checked } = driftOf(await repo.campaigns('drift', '--json'));
  expect(checked).toBe(3);
  const operations = [{ op: 'replace', path: '/utm_source', value: 'by hand', was: 'file' }];
  expect(drifted).toMatchObject([
    {
      ...{ key: 'welcome', file: 'campaigns/welcome.yaml', live_status: 'DRAFT', missing: false },
      ...{ status: null, updated_by: 'bob@example.com', remedy: 'put-back', held: [] },
      components: [{ name: 'utm_params', operations }],
    },
  ]);
  expect(repo.snapshot()).toEqual(before);
  expect(await service.writes()).toEqual(sent);

  const plan = planOf(await repo.campaigns('plan', '--json'));
  expect(plan.summary).toMatchObject({ update: 1, drifted: 1 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('file') });
  const after = await repo.campaigns('drift', '--json');
  expect(after).toMatchObject({ status: 0, stderr: '' });
  const none = { drifted: [], unknown: [], orphaned: [], checked: 3, files: 'read' };
  expect(driftOf(after)).toMatchObject(none);
});

test('a campaign that is gone from the service is drift, is blocked, and is never created again', async () => {
  const { repo, service } = await appliedRepo(CAMPAIGNS);
  await service.reset();
  const reported = await repo.exits(2, 'drift', '--json');
  const keys = ['digest', 'sale', 'welcome'];
  expect(driftOf(reported).drifted).toMatchObject(
    keys.map((key) => ({ key, missing: true, live_status: null })),
  );
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  const after = await repo.exits(2, 'apply', '--json', '--exit-code');
  expect(resultOf(after).held).toMatchObject(keys.map((key) => ({ key, reason: 'missing' })));
  expect(await service.writes()).toEqual([]);
});

test("never claims that campaigns that can't be read did not drift", async () => {
  const { service, proxy, repo, edit } = await repoBehindProxy(CAMPAIGNS);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id: sick } = await service.only('Sale');
  await edit('Welcome', BY_HAND);
  proxy.handler = async ({ path }, pass) =>
    path.endsWith('/search')
      ? { status: 200, body: '{"data": {"campaigns": []}}' }
      : path.endsWith(sick)
        ? { status: 200, type: 'text/html', body: '<!doctype html>' }
        : pass();
  expect(driftOf(await repo.exits(1, 'drift', '--json'))).toMatchObject({
    ...{ drifted: [{ key: 'welcome' }], unknown: [{ key: 'sale' }], checked: 2 },
  });
});

test('exits with 7 for a refused credential, 1 for closed connections and 5 for a missing secret', async () => {
  const { proxy, repo } = await repoBehindProxy(CAMPAIGNS);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  proxy.handler = () => ({ status: 401, body: '{"error": {"code": "UNAUTHORIZED", "message": "no"}}' });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 7, stdout: '' });
  proxy.handler = () => {
    throw new Error('down');
  };
  await repo.exits(1, 'drift');
  repo.edit('campaigns/workspaces.yaml', /CAMPAIGNS_API_KEY/, 'SOMETHING_ELSE');
  expect(await repo.campaigns('drift')).toMatchObject({ status: 5, stdout: '' });
  expect(await repo.campaigns('drift', '-w', 'nowhere')).toMatchObject({ status: 5, stdout: '' });
});

test('reports drift even if files are invalid', async () => {
  const { repo, edit } = await appliedRepo(CAMPAIGNS);
  await edit('Welcome', BY_HAND);
  await edit('Sale', BY_HAND);
  repo.change({ 'welcome.yaml': 'channel: [' });
  expect(driftOf(await repo.exits(2, 'drift', '--json'))).toMatchObject({
    drifted: [
      { key: 'sale', file: 'campaigns/sale.yaml', remedy: 'put-back' },
      { key: 'welcome', file: null, remedy: 'put-back' },
    ],
    files: 'with-errors',
  });
});

test('the guard refuses a plan that touches too much of what is live, but not a pause', async () => {
  const campaigns = (utm: string, first: 'ACTIVE' | 'PAUSED') => ({
    'a.yaml': welcome({ name: 'A', status: first, utm }),
    'b.yaml': welcome({ name: 'B', status: 'ACTIVE', utm }),
  });
  const policy = '{ guard: { share: 0.4, at_least: 2 } }';
  const { repo, service } = await appliedRepo(campaigns('before', 'ACTIVE'), { policy });
  repo.change(campaigns('after', 'PAUSED'));
  expect(await repo.campaigns('plan')).toMatchObject({ status: 8 });
  const refused = await repo.exits(8, 'apply', '--json');
  expect(resultOf(refused)).toMatchObject({ outcome: 'refused', reason: 'guard', applied: [{ key: 'a' }] });
  expect(await service.only('A')).toMatchObject({ status: 'PAUSED', utm_params: utmParams('before') });
  expect(await repo.campaigns('apply', '--allow', 'guard')).toMatchObject({ status: 0 });
  expect(await service.only('A')).toMatchObject({ status: 'PAUSED', utm_params: utmParams('after') });
  expect(await service.only('B')).toMatchObject({ status: 'ACTIVE', utm_params: utmParams('after') });
});

test('counts unmanaged campaigns, and lists them on request, which costs a listing', async () => {
  const campaigns = { 'w.yaml': welcome({ name: 'Managed' }) };
  const { repo, service } = await appliedRepo(campaigns);
  const live = (name: string, status: string): JsonMap => ({
    ...(parse(welcome({ name })) as JsonMap),
    status,
  });
  const [id, odd] = await service.seed(
    live('By hand', 'ACTIVE'),
    live('Checked', 'UNDER_REVIEW'),
    live('Over', 'SENT'),
  );
  const before = (await service.requests()).length;
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
  expect((await service.requests()).length).toBe(before + 2);
  expect(driftOf(await repo.campaigns('drift', '--unmanaged', '--json'))).toMatchObject({
    unmanaged_count: 2,
    unmanaged: [
      { campaign_id: id, name: 'By hand', live_status: 'ACTIVE' },
      { campaign_id: odd, name: 'Checked', live_status: 'UNDER_REVIEW' },
    ],
  });
  expect(await repo.campaigns('drift', '--unmanaged', '--only', 'w')).toMatchObject({ status: 64 });
  // A bar on a terminal, and nothing with --quiet.
  await service.seed(...Array.from({ length: 31 }, (_, at) => live(`Many ${at}`, 'ACTIVE')));
  const listed = ['drift', '--unmanaged'];
  expect((await repo.startWith({ person: null }, ...listed).ended).stderr).toContain('campaigns so far');
  expect(await repo.startWith({ person: null }, ...listed, '--quiet').ended).toMatchObject({ stderr: '' });
});
