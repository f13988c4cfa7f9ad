import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/model/time.ts';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import type { ResultDocument } from '../../src/render/documents/plan-document.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { repoBehindProxy, repoWithService, type Opened } from '../support/e2e/opened.ts';
import { startCampaigns, testClock } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// Single consequences of how a service may differ from our default service: docs/reliability.md has the table, and
// test/laws/quirk-laws.test.ts what must be true for each quirk.

interface Quirky extends Pick<Opened, 'service' | 'repo'> {
  /** How many requests of an operation the service received. */
  readonly count: (operation: string) => Promise<number>;
  readonly be: (...quirks: string[]) => Promise<unknown>;
  readonly apply: () => Promise<ResultDocument>;
}

async function open(campaigns: Record<string, string>, ...service: string[]): Promise<Quirky> {
  return worldOf(await repoWithService(campaigns, { service }));
}

function worldOf({ service, repo }: Pick<Opened, 'service' | 'repo'>): Quirky {
  return {
    service,
    repo,
    count: async (operation) => (await service.writes()).filter((one) => one === operation).length,
    be: (...quirks) => service.control('POST', 'quirks', { quirks }),
    apply: async () => resultOf(await repo.campaigns('apply', '--json')),
  };
}

const later = (ms: number) => testClock.sleep(ms);

/** In sync, without a write, a note or drift. */
async function expectQuiet({ repo, service }: Quirky): Promise<void> {
  const writes = await service.writes();
  for (const command of [['plan', '--exit-code'], ['apply', '--exit-code'], ['drift']])
    expect(await repo.campaigns(...command), command[0]).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(writes);
}

test('what ends by itself, at its expiry or because it was sent once, is neither drift nor moved by hand', async () => {
  const expiry = new Date(testClock.now() + DAY_MS).toISOString().slice(0, 19);
  const expiring = welcome({ status: 'ACTIVE' }).replace(
    /^scheduling_details:.*\n(?: .*\n)*/m,
    `scheduling_details: { delivery_type: ASAP, expiry_time: ${expiry}, timezone: UTC }\n`,
  );
  const once = sale({ status: 'ACTIVE' }).replace(
    /^scheduling_details:.*\n(?: .*\n)*/m,
    'scheduling_details: { delivery_type: ASAP }\n',
  );
  const { repo, service, apply } = await open({ 'expiring.yaml': expiring, 'once.yaml': once });
  expect(await apply()).toMatchObject({ outcome: 'complete', failed: [] });
  const statuses = async () =>
    [await service.only('Welcome'), await service.only('Sale')].map(({ status }) => status);
  expect(await statuses()).toEqual(['ACTIVE', 'SENDING']);
  for (const [ms, ...expected] of [
    [2 * MINUTE_MS, 'ACTIVE', 'SENT'],
    [DAY_MS, 'SENT', 'SENT'],
  ] as const) {
    await later(ms);
    expect(await statuses()).toEqual(expected);
    expect(await repo.exits(0, 'drift')).toMatchObject({
      stdout: expect.stringContaining('No drift') as string,
    });
    expect((await repo.exits(0, 'plan', '--exit-code')).stdout).not.toMatch(/by hand|moved/);
    expect(await apply()).toMatchObject({ outcome: 'complete', applied: [], failed: [] });
  }
});

test('an emergency stop that does not show yet is reported as such, and recorded once it shows', async () => {
  const { repo, be, count, apply } = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  await apply();
  await be('read-lag=2m');
  repo.change({ 'w.yaml': welcome({ status: 'PAUSED' }) });
  expect(await apply()).toMatchObject({ failed: [{ key: 'w', code: 'not-reached' }] });
  await later(2 * MINUTE_MS);
  expect(await apply()).toMatchObject({ outcome: 'complete' });
  const log = JSON.parse((await repo.campaigns('log', 'w', '--json')).stdout) as { entries: object[] };
  expect(log.entries[0]).toMatchObject({ change: 'transition', status: { from: 'ACTIVE', to: 'PAUSED' } });
  expect(await count('status')).toBe(1);
});

test('spellings of its own delay publishing for five minutes, unless they are allowed, and then cause nothing', async () => {
  const world = await open({
    'w.yaml': welcome({ status: 'ACTIVE', subject: 'Tom & "Jerry" ' }),
    'd.yaml': digest({ status: 'ACTIVE', subject: 'Zoë <3' }),
  });
  const { repo, be, count, apply } = world;
  await be('respell=entities,trim,drop-empty,nfc,utc');
  const failed = ['d', 'w'].map((key) => ({ key, code: 'not-reached' }));
  expect(await apply()).toMatchObject({ failed });
  await repo.exits(0, 'apply', '--only', 'w', '--allow', 'unconfirmed');
  expect(await count('publish')).toBe(1);
  await later(5 * MINUTE_MS);
  expect(await apply()).toMatchObject({ outcome: 'complete' });
  await expectQuiet(world);
  expect([await count('publish'), await count('update')]).toEqual([2, 0]);
});

test('a service that updates only drafts locks what is live, and is asked once', async () => {
  const { repo, be, count, apply } = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  await apply();
  await be('draft-only-updates');
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
  for (let run = 0; run < 2; run++)
    expect(await apply()).toMatchObject({ held: [{ key: 'w', reason: 'locked' }], failed: [] });
  expect(await count('update')).toBe(1);
});

test('a PUBLISH whose run was killed is read a second time, and not sent again once it shows', async () => {
  const { proxy, ...opened } = await repoBehindProxy({ 'w.yaml': welcome() });
  const world = worldOf(opened);
  const { repo, be, count, apply } = world;
  await apply();
  await be('read-lag=10s');
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  const env = { CAMPAIGNS_API_KEY: 'local' };
  const { crash, ended } = startCampaigns(['apply'], { cwd: repo.directory, env });
  proxy.handler = async (request, pass) => {
    const reply = await pass();
    if (!request.path.includes('core-services')) return reply;
    crash();
    return new Promise(() => undefined);
  };
  await ended;
  proxy.handler = (_, pass) => pass();
  await repo.campaigns('state', 'release');
  expect(await apply()).toMatchObject({ outcome: 'complete' });
  expect(await count('publish')).toBe(1);
  await expectQuiet(world);
  const log = JSON.parse((await repo.campaigns('log', 'w', '--json')).stdout) as { entries: object[] };
  expect(log.entries).toMatchObject([{ change: 'transition' }, { change: 'create' }]);
});

test('an emergency stop is sent although the service still shows a draft that may have been published', async () => {
  const { service, repo, be, count, apply } = await open({ 'w.yaml': welcome() });
  await apply();
  await be('read-lag=10m');
  await service.arm({ kind: 'reset-after', operation: 'publish', times: 4 });
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  expect(await apply()).toMatchObject({ outcome: 'failed' });
  await service.disarm();
  repo.change({ 'w.yaml': welcome({ status: 'PAUSED' }) });
  await apply();
  expect(await count('status')).toBe(1);
  await later(10 * MINUTE_MS);
  expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED' });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect([await count('publish'), await count('status')]).toEqual([1, 1]);
});

test('an edit of a live campaign is published as a version, unless its draft has anything else', async () => {
  const world = worldOf(
    await repoWithService(
      { 'w.yaml': welcome({ status: 'ACTIVE' }) },
      {
        service: ['--features', 'versioning', '--quirks', 'draft-versions,document-ids'],
        workspace: 'limits: off\n    features: [versioning]',
      },
    ),
  );
  const { repo, be, count, apply } = world;
  await apply();
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
  const { stdout } = await repo.campaigns('plan');
  expect(stdout).toContain('publish (status: ACTIVE');
  expect(await apply()).toMatchObject({ outcome: 'complete', held: [], unconfirmed: [] });
  expect([await count('update'), await count('publish')]).toEqual([1, 2]);
  await expectQuiet(world);

  // Without drafts, the edit is live at once, and nothing is left to publish.
  await be('document-ids');
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'at-once' }) });
  expect(await apply()).toMatchObject({ outcome: 'complete', held: [], failed: [] });
  expect([await count('update'), await count('publish')]).toEqual([2, 2]);
  await expectQuiet(world);
  await be('draft-versions', 'document-ids');

  // A file without a status leaves its edit in a draft, and the next one takes it back.
  repo.change({ 'w.yaml': welcome({ utm: 'in-draft' }) });
  await apply();
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'at-once', subject: 'Another' }) });
  expect(await apply()).toMatchObject({ held: [{ key: 'w', reason: 'needs-publish' }] });
  expect(await count('publish')).toBe(2);
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 2 });
  const status = await repo.campaigns('status');
  expect(status.stdout).toContain('not published');
  expect(status.stdout).not.toContain('in sync');
});

// With a view of only the time of day, only the file says which day, how often and how many times (open point W5).
test('adopts a periodic campaign by its file, and reports another time of day set by hand as drift', async () => {
  const { service, repo: lost } = await open(
    { 'digest.yaml': digest({ status: 'ACTIVE' }) },
    ...['--read-view', 'documented'],
  );
  expect(await lost.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Digest');
  expect((await service.get(id)).scheduling_details).not.toHaveProperty('periodic_details');
  const repository = openRepo({ url: service.url, campaigns: { 'digest.yaml': digest() } });
  const world = worldOf({ service, repo: repository });
  const { repo, count } = world;
  const adopted = await repo.campaigns('import', id, '--key', 'digest', '--adopt', '--json');
  expect(JSON.parse(adopted.stdout)).toMatchObject({
    ...{ format: 'campaign-adoption/1', done: true },
    bound: [{ key: 'digest', candidates: [{ campaign_id: id }] }],
  });
  await expectQuiet(world);

  repo.change({ 'digest.yaml': digest().replace('16:00:00', '17:30:00') });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await count('update')).toBe(1);
  expect((await service.get(id)).scheduling_details).toMatchObject({ schedule_time: '17:30:00' });
  await expectQuiet(world);
  const scheduling_details = {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-01-03T08:00:00', timezone: 'Europe/Berlin' },
    periodic_details: { sending_frequency: 'WEEKLY', repeat_frequency: 1, no_of_occurences: 52 },
  };
  await service.control('PATCH', `campaigns/${id}`, { scheduling_details });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 2 });
});
