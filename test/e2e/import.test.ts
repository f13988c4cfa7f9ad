import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { adoptionOf, expectWords, importOf, planOf } from '../support/e2e/documents.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { startLiveService, type JsonMap, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

/** A campaign as a person created it by hand. */
function record(text: string, more: JsonMap = {}): JsonMap {
  const by = { created_by: 'ada@example.com', updated_by: 'bob@example.com' };
  return { status: 'ACTIVE', ...by, ...(parse(text) as JsonMap), ...more };
}

function named(name: string, more: JsonMap = {}): JsonMap {
  return record(welcome({ name }), more);
}

async function opened() {
  const service = await startLiveService();
  return { service, repo: openRepo({ url: service.url, campaigns: {} }) };
}

function filesOf(repo: TestRepository): string[] {
  const all = readdirSync(join(repo.directory, 'campaigns'), { recursive: true, encoding: 'utf8' });
  const isOurs = (path: string) => path !== 'workspaces.yaml' && !path.startsWith('.schemas');
  return all.filter((path) => path.includes('.') && isOurs(path)).sort();
}

async function expectClean(repo: TestRepository, service: LiveService): Promise<void> {
  const writes = await service.writes();
  const plan = await repo.campaigns('plan', '--exit-code');
  expect(plan).toMatchObject({ status: 0, stderr: '' });
  expect(plan.stdout).toContain('everything is in sync');
  const tip = repo.stateTipAtOrigin();
  repo.commit('Import campaigns');
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(repo.stateTipAtOrigin()).toBe(tip);
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(writes);
}

const BODY = `${Array.from({ length: 30 }, (_, line) => `<p>Line ${line}</p>`).join('\n')}\n`;

function withBody(live: JsonMap, html: string): JsonMap {
  const { email } = (live.campaign_content as { content: { email: JsonMap } }).content;
  return { ...live, campaign_content: { content: { email: { ...email, html_content: html } } } };
}

test.each<string[]>([
  [],
  ['normalized', 'search-rows=partial'],
  ['respell=entities,trim,drop-empty,nfc,utc'],
])(
  'import --all writes files that leave a plan nothing to do, from a service with %s %s',
  async (...quirks) => {
    const { service, repo } = await opened();
    const team = { basic_details: { name: 'Tom & Zoë', team: 'Lifecycle', tags: ['a'] } };
    await service.seed(
      withBody(named('Hello'), BODY),
      withBody(named('Hello', { utm_params: { utm_source: 'a', utm_medium: 'b' } }), BODY),
      record(digest()),
      record(sale(), { status: 'SCHEDULED' }),
      named('x', { ...team }),
      named('Draft', { status: 'DRAFT' }),
    );
    await service.control('POST', 'quirks', { quirks: quirks });
    const { candidates, left_out: leftOut } = importOf(await repo.exits(0, 'import', '--all', '--json'));
    expect(leftOut).toEqual([]);
    expect(candidates.map(({ key }) => key)).toEqual([
      'event-triggered/draft',
      'event-triggered/hello',
      'event-triggered/hello-2',
      'lifecycle/tom-and-zoe',
      'one-time/sale',
      'periodic/digest',
    ]);
    expect(filesOf(repo)).toContain('event-triggered/hello-2.html');
    expect(repo.gitAtOrigin('log', '--format=%s', STATE_BRANCH)).toBe('import 6 campaigns');
    await expectClean(repo, service);
    const log = await repo.campaigns('log', 'one-time/sale');
    expect(log.stdout).toMatch(/imported +growth@example\.com/);
  },
);

test('sends exactly what was there, apart from the edit, after an import', async () => {
  const { service, repo } = await opened();
  const crlf = BODY.replaceAll('\n', '\r\n');
  const mixed = `${crlf}<p>Last</p>\n`;
  const ids = await service.seed(
    withBody(named('Plain'), BODY),
    withBody(named('Windows'), crlf),
    withBody(named('Mixed'), mixed),
  );
  // As `init` writes it, so git stores such files with line feeds.
  repo.write('.gitattributes', 'campaigns/** text=auto eol=lf\n');
  expect(await repo.campaigns('import', '--all')).toMatchObject({ status: 0 });
  const said = (name: string) => repo.read(`campaigns/event-triggered/${name}.yaml`);
  expect(said('plain')).toContain('html_content: { $file: ./plain.html }');
  expect(said('windows')).toContain('html_content: { $file: ./windows.html, eol: crlf }');
  expect(said('mixed')).toContain('\\r\\n');
  repo.commit('Import');
  for (const eol of ['lf', 'crlf']) {
    const clone = repo.clone();
    clone.write('.git/info/attributes', `campaigns/** text eol=${eol}\n`);
    clone.git('rm', '-q', '-r', '--cached', '.');
    clone.git('reset', '-q', '--hard');
    expect(clone.read('campaigns/event-triggered/plain.html').includes('\r')).toBe(eol === 'crlf');
    expect(await clone.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  }
  repo.edit('campaigns/event-triggered/plain.yaml', /subject: Plain!/, 'subject: Edited plain');
  repo.edit('campaigns/event-triggered/windows.yaml', /subject: Windows!/, 'subject: Edited windows');
  repo.commit('Edit subjects');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const sent = [
    ['Edited plain', BODY],
    ['Edited windows', crlf],
  ] as const;
  for (const [at, [subject, html_content]] of sent.entries()) {
    const { campaign_content: content } = await service.get(ids[at] ?? '');
    expect(content).toMatchObject({ content: { email: { subject, html_content } } });
  }
});

test('reports what gets no file, with its reason', async () => {
  const { service, repo } = await opened();
  await service.seed(
    named('Good'),
    named('Done', { status: 'SENT' }),
    named('Text', { channel: 'SMS' }),
    named('Child', { parent_id: '64a1b2c3d4e5f60718293041' }),
    named('Node', { flow_id: 'f1' }),
    named('', {}),
  );
  const looked = await repo.campaigns('import', '--all', '--dry-run', '--json');
  const { candidates, left_out: leftOut, done } = importOf(looked);
  expect(done).toBe(false);
  expect(candidates.map(({ name }) => name)).toEqual(['Good']);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['channel', 'child', 'ended', 'flow-node', 'no-name']);
  expect(filesOf(repo)).toEqual([]);
  expect(repo.stateTipAtOrigin()).toBeUndefined();
  const text = await repo.exits(0, 'import', '--all');
  expect(text.stdout).toContain('Left out (ended).');
  expect(text.stdout).toContain('Imported 1 campaign from local.');
});

test('files that git ignores, or that have no place, are not written', async () => {
  const { service, repo } = await opened();
  await service.seed(withBody(named('Hello'), BODY), record(sale(), { status: 'SCHEDULED' }));
  repo.write('.gitignore', 'event-triggered/\n*.html\n');
  for (const options of [[], ['--dry-run'], ['--into', 'workspaces.yaml']])
    expect(await repo.campaigns('import', '--all', ...options)).toMatchObject({ status: 5, stdout: '' });
  expect(filesOf(repo)).toEqual([]);
  expect(repo.stateTipAtOrigin()).toBeUndefined();
  repo.write('.gitignore', '*.html\n!campaigns/**/*.html\n');
  expect(await repo.campaigns('import', '--all')).toMatchObject({ status: 0 });
});

test.each([
  [400, 1, 1],
  [500, 5, 1],
  [401, 1, 7],
])('a campaign that is listed but can be read only with %i is a failure', async (status, times, exit) => {
  const { service, repo } = await opened();
  await service.seed(named('Readable'), named('Other'));
  await service.control('POST', 'quirks', { quirks: ['search-rows=partial'] });
  await service.arm({ operation: 'get', kind: 'status', status, nth: 1, times });
  await repo.exits(exit, 'import', '--all');
  // No campaign can be read with a key that is refused once.
  expect(repo.stateTipAtOrigin() === undefined).toBe(exit === 7);
});

test('a campaign in a status that is not documented is left out by name, and imported by its ID', async () => {
  const { service, repo } = await opened();
  const [id = ''] = await service.seed(named('Checked', { status: 'UNDER_REVIEW' }), named('Good'));
  const looked = importOf(await repo.campaigns('import', '--all', '--json'));
  expect(looked.candidates.map(({ name }) => name)).toEqual(['Good']);
  expect(looked.left_out).toMatchObject([
    { campaign_id: id, reason: 'other-status', live_status: 'UNDER_REVIEW' },
  ]);
  expect(await repo.campaigns('import', id)).toMatchObject({ status: 0 });
  const plan = await repo.exits(0, 'plan', '--exit-code');
  expect(plan.stdout).toMatch(/checked +UNDER_REVIEW/);
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
});

test('what only an older campaign may have is imported, and another part can be edited', async () => {
  const { service, repo } = await opened();
  const { trigger_condition: trigger, ...untriggered } = named('No trigger', { status: 'DRAFT' });
  expect(trigger).toBeDefined();
  const weekly = record(digest({ name: 'Weekly' }));
  const { scheduling_details: schedule } = weekly as { scheduling_details: JsonMap };
  const older = [
    untriggered,
    named('Parameters', { utm_params: { utm_source: 'a', partner: 'b' } }),
    named('Of a push', { advanced: { badge: true }, delivery_controls: { queuing_enabled: true } }),
    named('Lower case', { connector: { connector_type: 'sendgrid', connector_name: 'sandbox' } }),
    { ...record(sale({ name: 'Zone' })), scheduling_details: { ...schedule, timezone: 'Mars/Base' } },
    { ...weekly, scheduling_details: { ...schedule, periodic_details: { sending_frequency: 'WEEKLY' } } },
    named('Limit', { campaign_audience_limit: { is_campaign_audience_limit_enabled: true, limit: 5 } }),
  ];
  await service.seed(...older);
  await service.control('POST', 'quirks', { quirks: ['documented'] });
  const imported = importOf(await repo.exits(0, 'import', '--all', '--yes', '--json'));
  expect(imported.left_out).toEqual([]);
  expect(filesOf(repo).filter((file) => file.endsWith('.yaml'))).toHaveLength(older.length);
  expect((await repo.exits(0, 'plan', '--exit-code')).stdout).toContain('everything is in sync');
  expect(await repo.campaigns('validate')).toMatchObject({ status: 0 });
  for (const name of ['no-trigger', 'of-a-push', 'parameters'])
    repo.edit(`campaigns/event-triggered/${name}.yaml`, /sender_name: \w+/, 'sender_name: Edited');
  repo.commit('Edit');
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});

test('a campaign with a component that is unknown here is imported without it by its ID', async () => {
  const { service, repo } = await opened();
  const [id = ''] = await service.seed(
    named('New', { frequency_caps: { per_day: 2 }, ab_test: {} }),
    named('Good', { priority: 5, sender_name: 'x' }),
  );
  await service.control('POST', 'quirks', { quirks: ['search-rows=partial'] });
  expect(importOf(await repo.campaigns('import', '--all', '--json'))).toMatchObject({
    candidates: [{ key: 'event-triggered/good', notes: [{ code: 'not-in-file', fields: ['priority'] }] }],
    left_out: [{ campaign_id: id, reason: 'unknown-component', fields: ['frequency_caps'] }],
  });
  expect(await repo.campaigns('import', id)).toMatchObject({ status: 0 });
  await expectClean(repo, service);
  repo.edit('campaigns/event-triggered/new.yaml', /subject: New!/, 'subject: Edited');
  repo.commit('Edit');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.get(id)).toMatchObject({ frequency_caps: { per_day: 2 } });
});

test('a managed campaign whose file is gone gets its file back as the import says', async () => {
  const { service, repo } = await opened();
  const [id = ''] = await service.seed(named('Gone'), named('Kept'));
  expect(await repo.campaigns('import', '--all')).toMatchObject({ status: 0 });
  rmSync(join(repo.directory, 'campaigns/event-triggered/gone.yaml'));
  expect(importOf(await repo.campaigns('import', '--all', '--json'))).toMatchObject({
    left_out: [{ campaign_id: id, reason: 'file-gone', key: 'event-triggered/gone' }],
    managed: 1,
  });
  expect(await repo.campaigns('import', id)).toMatchObject({ status: 1 });
  await repo.exits(0, 'state', 'forget', 'event-triggered/gone', '--yes');
  expect(await repo.campaigns('import', id, '--key', 'event-triggered/gone')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

test('filters select, --into places, and existing files are never overwritten', async () => {
  const { service, repo } = await repoWithService({
    'promo/push/one.yaml': welcome({ name: 'Something else' }),
  });
  const tagged = (name: string, tag: string) =>
    named(name, { basic_details: { name, content_type: 'TRANSACTIONAL', tags: [tag] } });
  await service.seed(
    // A slash is a character of a name.
    tagged('One/', 'push'),
    tagged('Two', 'push'),
    tagged('Three', 'other'),
    record(sale({ name: 'One' })),
  );
  const before = repo.read('campaigns/promo/push/one.yaml');
  const args = ['import', '--all', '--tag', 'push', '--into', 'campaigns/promo/'];
  expect(importOf(await repo.campaigns(...args, '--name', 'o*', '--json'))).toMatchObject({
    candidates: [{ key: 'promo/push/one-2' }],
    not_asked: 3,
  });
  expect(repo.read('campaigns/promo/push/one.yaml')).toBe(before);
  expect(await repo.campaigns('import', '--all', '--into', '../up')).toMatchObject({ status: 64 });
});

test('imports one campaign by its ID, under a key of its own; an unknown ID is a failure', async () => {
  const { service, repo } = await opened();
  const [id = ''] = await service.seed(named('One', { status: 'STOPPED' }), named('Two'));
  expect(await repo.campaigns('import', id, '--key', 'own/key')).toMatchObject({ status: 0 });
  expect(filesOf(repo)).toEqual(['own/key.yaml']);
  const again = await repo.exits(1, 'import', id, '--json');
  expect(importOf(again).left_out).toMatchObject([{ reason: 'managed', key: 'own/key' }]);
  const none = await repo.exits(1, 'import', '64a1b2c3d4e5f60718293041', '--json');
  expect(importOf(none).left_out).toMatchObject([{ reason: 'missing' }]);
  for (const args of [
    ['import'],
    ['import', id, '--all'],
    ['import', id, '--adopt'],
    ['adopt'],
    ['adopt', 'own/key'],
    ['adopt', '--id', id],
    ['adopt', 'own/key', '--all'],
    ['adopt', 'own/key', '--id', id, '--dry-run'],
    ['import', id, '--tag', 'a'],
  ])
    expect(await repo.campaigns(...args)).toMatchObject({ status: 64 });
});

test('adopt binds what an import wrote that was interrupted before it could record anything', async () => {
  const { service, repo } = await opened();
  await service.seed(withBody(named('One'), BODY), named('Other'));
  // The lease is acquired, and recording the bindings is refused.
  repo.guardOrigin('! grep -q refs/heads/campaigns-state');
  const cut = await repo.campaigns('import', '--all');
  expect(cut.status).not.toBe(0);
  expectWords(cut);
  repo.unguardOrigin();
  repo.git('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  const again = importOf(await repo.campaigns('import', '--all', '--json'));
  expect(again.left_out.map(({ reason }) => reason)).toEqual(['file-exists', 'file-exists']);
  expect(await repo.campaigns('adopt', '--all')).toMatchObject({ status: 0 });
  await expectClean(repo, service);
});

describe('adopt --all', () => {
  test('binds files with one candidate, and shows the others with what differs', async () => {
    const { service, repo } = await repoWithService({
      'a.yaml': welcome({ name: 'A' }),
      'twice.yaml': welcome({ name: 'Twice' }),
      'new.yaml': welcome({ name: 'New' }),
    });
    const [a = ''] = await service.seed(
      named(' a '),
      named('Twice'),
      record(welcome({ name: 'Twice', utm: 'x' })),
    );
    expect(adoptionOf(await repo.campaigns('adopt', '--all', '--dry-run', '--json'))).toMatchObject({
      done: false,
      bound: [{ key: 'a' }],
      doubtful: [{ key: 'twice' }],
      without_candidate: ['new'],
    });
    const adopted = await repo.exits(0, 'adopt', '--all');
    expect(adopted.stdout).toContain('differs in utm_params');
    expect(adopted.stdout).toContain('campaigns adopt twice --id ID');
    expect(repo.gitAtOrigin('log', '--format=%s', STATE_BRANCH)).toBe(`adopt a: ${a}`);
    const plan = planOf(await repo.campaigns('plan', '--json'));
    expect(plan.campaigns).toMatchObject([
      { key: 'a', campaign_id: a },
      { key: 'new', verdict: 'create' },
      { key: 'twice', verdict: 'held' },
    ]);
  });

  test.each([
    ['drift, and can be pulled, where the file and the campaign were the same', {}, 2],
    ['no drift where they differed, until an apply records the campaign', { utm: 'other' }, 0],
  ])('makes a later manual change %s', async (_, utm, status) => {
    const { service, repo } = await repoWithService({ 'a.yaml': welcome({ name: 'A' }) });
    const [id = ''] = await service.seed(record(welcome({ name: 'A', ...utm })));
    expect(await repo.campaigns('adopt', '--all')).toMatchObject({ status: 0 });
    expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
    await service.control('PATCH', `campaigns/${id}`, { utm_params: { utm_source: 'm', utm_medium: 'n' } });
    expect(await repo.campaigns('drift')).toMatchObject({ status });
    // Without a record, only the user can say that the file wasn't edited.
    expect(await repo.campaigns('pull')).toMatchObject({ status: status === 2 ? 0 : 1 });
    expect(await repo.campaigns('pull', 'a', '--theirs')).toMatchObject({ status: 0 });
    expect(repo.read('campaigns/a.yaml')).toContain('utm_source: m');
  });
});
