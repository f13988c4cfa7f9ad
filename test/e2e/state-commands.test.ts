import { expect, test } from 'vitest';
import { digest, sale, several, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { appliedRepo, repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { isRead } from '../support/e2e/service-proxy.ts';
import { STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

// Which file is which campaign: bindings that are moved, forgotten, lost, and made again.

test('moves and forgets bindings by hand, and records it in the audit trail', async () => {
  const { service, repo } = await appliedRepo({ ...several(2), 'w.yaml': welcome({ status: 'ACTIVE' }) });
  repo.git('config', 'user.name', 'Grace Hopper');
  repo.git('config', 'user.email', 'grace@example.com');
  const idOf = async (name: string) => (await service.only(name)).id;
  const trail = () => repo.git('log', '-1', '--format=%s|%an|%(trailers:key=Actor,valueonly)', STATE_BRANCH);

  for (const args of [
    ['nothing', 'new'],
    ['c01', 'c02'],
    ['c01', 'C 1'],
  ])
    expect(await repo.campaigns('state', 'mv', ...args)).toMatchObject({ status: 64 });
  const moved = await repo.campaigns('state', 'mv', 'c01', 'a/b', '--json');
  expect(JSON.parse(moved.stdout)).toEqual({
    ...{ format: 'campaign-move/1', workspace: 'local', from: 'c01', to: 'a/b' },
    campaign_id: await idOf('Campaign 01'),
  });
  expect(trail()).toBe('move c01 to a/b|Grace Hopper|Grace Hopper <grace@example.com>');
  const listed = await repo.campaigns('state', 'list');
  expect(listed.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['a/b', 'c02', 'w', '']);
  repo.edit('campaigns/c01.yaml', /^/, 'key: a/b\n');
  repo.commit('Another key');
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });

  expect(await repo.campaigns('state', 'forget', '--all', 'w')).toMatchObject({ status: 64 });
  const forgotten = await repo.campaigns('state', 'forget', 'w', 'w', '--json');
  const campaign_id = await idOf('Welcome');
  expect(JSON.parse(forgotten.stdout)).toEqual({
    ...{ format: 'campaign-forgotten/1', workspace: 'local' },
    forgotten: [{ key: 'w', campaign_id, live_status: 'ACTIVE', still_sending: true }],
  });
  expect(trail()).toMatch(/^forget w/);
  expect(await repo.campaigns('state', 'forget', '--all')).toMatchObject({ status: 64 });
  const no = await repo.startWith({ person: 'n' }, 'state', 'forget', '--all').ended;
  expect(no.status).toBe(1);
  expect((await repo.campaigns('state', 'list', '--json')).stdout).toContain('"a/b"');
  for (let run = 0; run < 2; run++)
    expect(await repo.campaigns('state', 'forget', '--all', '--yes')).toMatchObject({ status: 0 });
  expect((await repo.campaigns('state', 'list', '--json')).stdout).not.toContain('"a/b"');
});

test('an unclear creation that exists can be bound, but neither moved nor forgotten', async () => {
  const { service, proxy, repo } = await repoBehindProxy({ 'w.yaml': welcome(), ...several(1) });
  expect(await repo.campaigns('apply', '--only', 'c01')).toMatchObject({ status: 0 });
  const before = proxy.writes().length;
  proxy.handler = (request, pass) =>
    proxy.writes().length > before && isRead(request) ? { status: 503, body: '' } : pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  proxy.handler = (_, pass) => pass();
  const { id } = await service.only('Welcome');
  expect(await repo.campaigns('state', 'mv', 'c01', 'w')).toMatchObject({ status: 64 });
  expect(await repo.campaigns('state', 'forget', 'w')).toMatchObject({ status: 64 });
  expect(await repo.campaigns('import', id, '--key', 'w', '--adopt')).toMatchObject({ status: 0 });
  await service.only('Welcome');
});

test('moved and swapped files are blocked until each keeps its campaign by its key or by a moved binding', async () => {
  const { repo } = await appliedRepo(several(3));
  for (const path of Object.keys(several(3)))
    repo.write(`campaigns/life/${path}`, repo.read(`campaigns/${path}`));
  for (const path of Object.keys(several(3))) repo.remove(`campaigns/${path}`);
  repo.commit('Into a folder');
  const verdicts = async () => planOf(await repo.campaigns('plan', '--json')).summary;
  expect(await verdicts()).toMatchObject({ held: 3, create: 0 });
  for (const name of ['c01', 'c02']) repo.edit(`campaigns/life/${name}.yaml`, /^/, `key: ${name}\n`);
  expect(await repo.campaigns('state', 'mv', 'c03', 'life/c03')).toMatchObject({ status: 0 });
  expect(await verdicts()).toMatchObject({ in_sync: 3 });
  const [one, two] = ['c01', 'c02'].map((name) => repo.read(`campaigns/life/${name}.yaml`));
  const swapped = (key: string, text = '') => text.replace(/^key: .*/, `key: ${key}`);
  repo.change({ 'life/c01.yaml': swapped('c01', two), 'life/c02.yaml': swapped('c02', one) });
  expect(await verdicts()).toMatchObject({ held: 2 });
});

function loseState(repo: TestRepository): void {
  repo.git('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  repo.gitAtOrigin('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
}

test('a live campaign with the same name, channel and type blocks the creation until a second one is allowed', async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': welcome() });
  const [rival = ''] = await service.seed({
    ...{ status: 'ARCHIVED', channel: 'EMAIL', campaign_delivery_type: 'EVENT_TRIGGERED' },
    basic_details: { name: 'Welcome' },
  });
  const held = await repo.exits(2, 'apply', '--json', '--exit-code');
  expect(resultOf(held).held).toMatchObject([{ key: 'welcome', reason: 'ambiguous' }]);
  expect(held.stdout).toContain(rival);
  expect(await service.writes()).toEqual([]);

  expect(await repo.campaigns('apply', '--allow', 'same-name')).toMatchObject({ status: 0 });
  expect(await service.named('Welcome')).toHaveLength(2);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
});

test('after the state is lost, creates nothing a second time, and adopting binds each campaign again', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome(), 'sale.yaml': sale() });
  loseState(repo);
  expect(resultOf(await repo.exits(2, 'apply', '--json', '--exit-code')).held).toMatchObject([
    { key: 'sale', reason: 'ambiguous' },
    { key: 'welcome', reason: 'ambiguous' },
  ]);
  for (const [key, name] of Object.entries({ sale: 'Sale', welcome: 'Welcome' })) {
    const { id } = await service.only(name);
    expect(await repo.campaigns('adopt', key, '--id', id)).toMatchObject({ status: 0 });
  }
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'create']);
});

test('one allow for all campaigns sends nothing again whose record was lost', async () => {
  const { service, repo } = await appliedRepo({
    'welcome.yaml': welcome({ status: 'ACTIVE' }),
    'hello.yaml': welcome({ name: 'Hello', subject: 'Hello!', status: 'ACTIVE' }),
  });
  loseState(repo);
  expect(await repo.campaigns('apply', '--allow', 'same-name', '--exit-code')).toMatchObject({ status: 2 });
  expect(await service.named('Hello')).toHaveLength(1);
  await repo.exits(0, 'apply', '--allow', 'same-name', '--only', 'hello');
  expect(await service.named('Hello')).toMatchObject([{ status: 'ACTIVE' }, { status: 'ACTIVE' }]);
  expect(await service.named('Welcome')).toHaveLength(1);
});

// Open point V24: a campaign that was created elsewhere has something that we would not create. Its file may say so.

async function codes(repo: TestRepository): Promise<string[]> {
  const { stdout } = await repo.campaigns('validate', '--strict', '--format', 'json');
  return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
}

test('what only live may have is an error before the adoption of its file, and a warning afterward', async () => {
  const { service, repo } = await appliedRepo({ 'w.yaml': welcome({ utm: null }) });
  const { id } = await service.only('Welcome');
  const utm = { utm_source: 'app', utm_medium: 'email', season: 'spring' };
  await service.editByHand(id, { utm_params: utm });
  expect(await repo.campaigns('state', 'forget', 'w')).toMatchObject({ status: 0 });
  repo.change({ 'w.yaml': `${welcome({ utm: null })}utm_params: ${JSON.stringify(utm)}\n` });
  const colleague = repo.clone();
  expect(await codes(repo)).toEqual(['E_UNKNOWN_KEY']);
  for (const command of ['plan', 'apply', 'status'])
    expect(await repo.campaigns(command)).toMatchObject({ status: 5 });

  expect(await repo.campaigns('adopt', 'w', '--id', id)).toMatchObject({ status: 0 });
  expect(await codes(repo)).toEqual(['W_UNKNOWN_KEY']);
  for (const command of [['plan', '--exit-code'], ['apply', '--exit-code'], ['status'], ['drift']])
    expect(await repo.campaigns(...command)).toMatchObject({ status: 0 });
  // A plan asks origin which campaigns are managed; validate uses what the clone knows.
  expect(await colleague.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  expect(await codes(colleague)).toEqual(['E_UNKNOWN_KEY']);
  colleague.git('fetch', '--quiet', 'origin');
  expect(await codes(colleague)).toEqual(['W_UNKNOWN_KEY']);
});

test('an edit that empties a live campaign is an error in validate, plan and apply', async () => {
  const { repo } = await appliedRepo({ 'd.yaml': digest({ status: 'ACTIVE' }) });
  repo.edit('campaigns/d.yaml', /^ +subject: .*\n/m, '');
  repo.commit('No subject');
  expect(await codes(repo)).toEqual(['E_PUBLISH']);
  for (const command of ['plan', 'apply']) expect(await repo.campaigns(command)).toMatchObject({ status: 5 });
});
