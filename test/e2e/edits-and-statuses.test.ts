import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { onlyCampaign, resultOf } from '../support/e2e/documents.ts';
import { appliedRepo, repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { STATE_BRANCH } from '../support/e2e/test-repository.ts';

const MALLORY = { updated_by: 'mallory@example.com', updated_at: '2031-05-02 08:00:00.000000' };

test('one edited component is one PATCH with only that component', async () => {
  const { service, proxy, repo } = await repoBehindProxy({ 'welcome.yaml': welcome({ utm: 'before' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const before = await service.only('Welcome');

  repo.change({ 'welcome.yaml': welcome({ utm: 'after' }) });
  const planned = onlyCampaign(await repo.campaigns('plan', '--json'));
  expect(planned).toMatchObject({
    verdict: 'update',
    components: [{ name: 'utm_params', cause: 'edited' }],
  });
  expect(resultOf(await repo.exits(0, 'apply', '--json')).applied).toMatchObject([
    { key: 'welcome', change: 'update', components: ['utm_params'] },
  ]);

  const [, patch, ...more] = proxy.writes();
  expect(more).toEqual([]);
  expect(patch).toMatchObject({ method: 'PATCH', path: `/v5/campaigns/${before.id}` });
  expect(patch?.body).toEqual({
    channel: 'EMAIL',
    campaign_delivery_type: 'EVENT_TRIGGERED',
    updated_by: 'ada@example.com',
    utm_params: utmParams('after'),
  });
  expect(planned.requests).toEqual([{ method: 'PATCH', path: patch?.path, body: patch?.body }]);
  expect(await service.get(before.id)).toEqual({
    ...before,
    updated_by: 'ada@example.com',
    updated_at: expect.any(String) as string,
    utm_params: utmParams('after'),
  });
  expect(repo.gitAtOrigin('log', '-1', '--format=%s', 'campaigns-state/local')).toBe(
    'update welcome: utm_params',
  );

  await service.editByHand(before.id, { utm_params: utmParams('by hand'), ...MALLORY });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect((await repo.campaigns('log', 'welcome')).stdout).toMatch(
    /^welcome\n(?:.+\n)*.+ UTM .+\(restored\) .+\n(?:.+\n)*.+ UTM /,
  );
  // The edit that this overwrote is an entry of its own, with its own editor and values.
  const [edit = ''] = repo
    .gitAtOrigin('log', '--format=%B%x1e', '--grep=^Change: hand-edit', STATE_BRANCH)
    .split('\x1e');
  expect(edit).toContain(
    'hand-edit welcome: utm_params changed in the service by mallory@example.com on 2031-05-02',
  );
  expect(edit).toContain('Value: /utm_params/utm_source: "after" → "by hand"');
  expect(edit).toContain('Actor: mallory@example.com\nEdited-At: 2031-05-02T08:00:00.000Z\n');

  // A pull takes the edit over.
  await service.editByHand(before.id, { utm_params: utmParams('once more'), ...MALLORY });
  expect(await repo.campaigns('pull')).toMatchObject({ status: 0 });
  repo.commit('Keep it');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const entries = JSON.parse((await repo.campaigns('log', 'welcome', '--json')).stdout) as {
    entries: object[];
  };
  const components = ['utm_params'];
  expect(
    entries.entries.filter((one) => 'change' in one && one.change !== 'update' && one.change !== 'create'),
  ).toMatchObject([
    { change: 'hand-edit', components, actor: MALLORY.updated_by, edited_by: [] },
    { change: 'hand-edit', components, actor: MALLORY.updated_by, edited_at: '2031-05-02T08:00:00.000Z' },
    { change: 'note', components, edited_by: ['Ada Author <ada@example.com>'] },
  ]);
});

test('records a change under its committer, or under the workspace if that address accepts no mail', async () => {
  const { service, repo } = await appliedRepo({
    'welcome.yaml': welcome(),
    'digest.yaml': digest(),
    'sale.yaml': sale({ body: './sale.html' }),
    'sale.html': '<p>Hello</p>',
  });
  expect(await service.only('Sale')).toMatchObject({ created_by: 'ada@example.com' });

  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) }, 'Grace Editor <grace@example.com>');
  repo.change(
    { 'digest.yaml': digest({ utm: 'edited' }) },
    'helper[bot] <1+helper[bot]@users.noreply.github.com>',
  );
  repo.change({ 'sale.html': '<p>Bye</p>' }, 'Hans Layout <hans@example.com>');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ updated_by: 'grace@example.com' });
  expect(await service.only('Digest')).toMatchObject({ updated_by: 'growth@example.com' });
  expect(await service.only('Sale')).toMatchObject({ updated_by: 'hans@example.com' });
  // An address that nobody reads isn't given to the service; the audit trail still says who it was.
  expect((await repo.campaigns('log', 'digest', '--json')).stdout).toContain(
    'helper[bot] <1+helper[bot]@users.noreply.github.com>',
  );
});

test('asks who edited a campaign only if something of it is sent', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  const nobody = 'helper[bot] <1+helper[bot]@users.noreply.github.com>';
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) }, nobody);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const withoutActor = repo.read('campaigns/workspaces.yaml').replace(/^ *actor: .*\n/m, '');
  repo.change({ 'workspaces.yaml': withoutActor });
  for (const command of ['plan', 'apply', 'status'])
    expect(await repo.campaigns(command), command).toMatchObject({ status: 0 });
  repo.change({ 'welcome.yaml': welcome({ utm: 'again' }) }, nobody);
  expect(await repo.campaigns('plan')).toMatchObject({
    status: 5,
    stderr: expect.stringMatching(/set actor/i) as string,
  });
  expect(await repo.campaigns('status')).toMatchObject({ status: 0 });
});

type Status = 'ACTIVE' | 'PAUSED' | 'STOPPED';

test('the status of the file publishes, pauses, resumes and stops', async () => {
  const texts = (first: Status, last: Status = first) => ({
    'welcome.yaml': welcome({ status: first }),
    'digest.yaml': digest({ status: first }),
    'sale.yaml': sale({ status: last }),
  });
  const { service, repo } = await repoWithService(texts('ACTIVE'));
  const transitions = ['transition digest', 'transition sale', 'transition welcome'];
  const statuses = async () =>
    Promise.all(['Welcome', 'Digest', 'Sale'].map(async (name) => (await service.only(name)).status));
  const created = ['create digest', 'create sale', 'create welcome'];
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual([...created, ...transitions]);
  expect(await statuses()).toEqual(['ACTIVE', 'SCHEDULED', 'SCHEDULED']);

  repo.change(texts('PAUSED', 'STOPPED'));
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual(transitions);
  expect(await statuses()).toEqual(['PAUSED', 'PAUSED', 'STOPPED']);

  repo.change(texts('ACTIVE'));
  const resumed = await repo.campaigns('apply', '--json');
  expect(changesOf(resumed)).toEqual(['transition digest', 'transition welcome']);
  expect(resultOf(resumed).held).toMatchObject([{ key: 'sale', reason: 'transition-not-possible' }]);
  expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'STOPPED']);
  expect(await service.writes()).toEqual([
    ...['create', 'create', 'create', 'publish', 'publish', 'publish'],
    ...['status', 'status', 'status', 'status', 'status'],
  ]);
});

test('publishes last, and only when every edit of the campaign has been applied', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  repo.change({ 'welcome.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
  await service.arm({ operation: 'update', kind: 'status', status: 400 });
  const refused = await repo.exits(1, 'apply', '--json');
  expect(resultOf(refused)).toMatchObject({ outcome: 'failed', applied: [], failed: [{ key: 'welcome' }] });
  expect(await service.only('Welcome')).toMatchObject({ status: 'DRAFT' });
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual([
    'update welcome',
    'transition welcome',
  ]);
  expect(await service.only('Welcome')).toMatchObject({
    status: 'ACTIVE',
    utm_params: { utm_source: 'edited' },
  });
});

function changesOf(ended: { readonly stdout: string }): string[] {
  return resultOf(ended).applied.map(({ key, change }) => `${change} ${key}`);
}
