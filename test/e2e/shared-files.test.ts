import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { importOf } from '../support/e2e/documents.ts';
import { startLiveService, type JsonMap, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// The same campaigns are in production, which has files, and in staging, which is then imported.

const CONNECTOR = { connector_type: 'SENDGRID', connector_name: 'testing' };

function record(text: string, more: JsonMap = {}): JsonMap {
  const by = { created_by: 'ada@example.com', updated_by: 'bob@example.com' };
  return { status: 'DRAFT', ...by, ...(parse(text) as JsonMap), ...more };
}

interface World {
  readonly repo: TestRepository;
  readonly production: LiveService;
  readonly staging: LiveService;
}

async function imported(...inStaging: JsonMap[]): Promise<World> {
  const [production, staging] = [await startLiveService(), await startLiveService()];
  await production.seed(record(welcome(), { status: 'ACTIVE' }), record(sale()));
  await staging.seed(...inStaging);
  const repo = openRepo({ url: production.url, campaigns: {} });
  const entry = (url: string) => `    base_url: ${url}
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
    actor: growth@example.com
    publish: earlier-api
    limits: off
`;
  repo.write(
    'campaigns/workspaces.yaml',
    `workspaces:\n  production:\n${entry(production.url)}  staging:\n${entry(staging.url)}`,
  );
  repo.commit('Two workspaces');
  repo.publish();
  expect(await repo.campaigns('import', '--all', '-w', 'production')).toMatchObject({ status: 0 });
  repo.edit(
    'campaigns/event-triggered/welcome.yaml',
    /^workspaces/m,
    '# Our first mail.\nstatus: ACTIVE\nworkspaces',
  );
  repo.commit('Import production');
  repo.publish();
  return { repo, production, staging };
}

async function expectInSync({ repo }: World): Promise<void> {
  for (const workspace of ['production', 'staging']) {
    const plan = await repo.campaigns('plan', '-w', workspace);
    expect(plan).toMatchObject({ status: 0 });
    expect(plan.stdout, workspace).toContain('everything is in sync');
  }
}

test('without --share, a campaign that has a file in another workspace gets no second one', async () => {
  const { repo } = await imported(record(welcome(), { connector: CONNECTOR }));
  const before = repo.snapshot();
  const ended = await repo.campaigns('import', '--all', '-w', 'staging', '--dry-run');
  expect(ended.stdout).toContain('1 has a file for another workspace');
  expect(ended.stdout).toContain('--share');
  const json = importOf(await repo.campaigns('import', '--all', '-w', 'staging', '--json'));
  expect(json).toMatchObject({
    candidates: [],
    left_out: [{ reason: 'other-workspace', file: 'campaigns/event-triggered/welcome.yaml' }],
  });
  expect(repo.snapshot()).toEqual(before);
});

test('with --share, the file is for both, with an override of what differs', async () => {
  const world = await imported(record(welcome(), { connector: CONNECTOR }), record(sale()));
  const { repo, staging } = world;
  const file = 'campaigns/event-triggered/welcome.yaml';
  const before = repo.read(file);
  const shown = await repo.campaigns('import', '--all', '-w', 'staging', '--share', '--dry-run');
  expect(shown.stdout.replace(/\s+/g, ' ')).toMatch(/connector\.connector_name \("\w+" → "testing"\)/);
  expect(repo.read(file)).toBe(before);

  const ended = await repo.campaigns('import', '--all', '-w', 'staging', '--share', '--json');
  expect(ended).toMatchObject({ status: 0 });
  expect(importOf(ended).candidates.map(({ key }) => key)).toEqual([
    'event-triggered/welcome',
    'one-time/sale',
  ]);
  expect(repo.read(file)).toBe(
    `${before.replace('[production]', '[production, staging]')}overrides:
  staging:
    status: null
    connector:
      connector_name: testing
`,
  );
  expect(await repo.campaigns('fmt', '--check')).toMatchObject({ status: 0 });
  // Production wants it started; in staging it stays a draft.
  await expectInSync(world);
  expect(await staging.only('Welcome')).toMatchObject({ status: 'DRAFT' });

  // A third campaign with that name belongs to no file.
  await staging.seed(record(sale()));
  const again = importOf(await repo.campaigns('import', '--all', '-w', 'staging', '--share', '--json'));
  expect(again).toMatchObject({ managed: 2 });
});

test('with --share, the same difference in several files becomes a variable', async () => {
  const name = { connector: CONNECTOR };
  const world = await imported(record(welcome(), name), record(sale(), name));
  const { repo } = world;
  const before = repo.read('campaigns/workspaces.yaml');
  repo.write(
    'campaigns/workspaces.yaml',
    before.replace('  production:', '  # What customers get.\n  production:'),
  );
  repo.commit('Say what production is');
  repo.publish();
  const args = ['import', '--all', '-w', 'staging', '--share'];
  const shown = await repo.campaigns(...args, '--dry-run');
  expect(shown.stdout.replace(/\s+/g, ' ')).toMatch(
    /Variables connector_name becomes a variable in workspaces\.yaml, for 2 places in the files: "\w+" in production, "testing" in staging\./,
  );
  const ended = importOf(await repo.campaigns(...args, '--json'));
  expect(ended).toMatchObject({ variables: [{ name: 'connector_name', places: 2, is_new: true }] });
  for (const file of ['event-triggered/welcome', 'one-time/sale'])
    expect(repo.read(`campaigns/${file}.yaml`)).toMatch(/connector_name: \{ \$var: connector_name \}/);
  expect(repo.read('campaigns/workspaces.yaml')).toContain('# What customers get.');
  expect(parse(repo.read('campaigns/workspaces.yaml'))).toMatchObject({
    workspaces: { staging: { vars: { connector_name: 'testing' } } },
  });
  expect(await repo.campaigns('fmt', '--check')).toMatchObject({ status: 0 });
  await expectInSync(world);
});

test('with --share, a long body that differs is a text file, and one for all that have it', async () => {
  const body = (word: string) => Array.from({ length: 30 }, (_, at) => `<p>${word} ${at}</p>\n`).join('');
  const mail = (name: string, html: string) => {
    const made = record(welcome({ name }));
    const email = { subject: name, sender_name: 'Northtrail', from_address: 'hello@mail.example.com' };
    return { ...made, campaign_content: { content: { email: { ...email, html_content: html } } } };
  };
  const world = await imported(
    mail('One', body('Try')),
    mail('Two', body('Try')),
    mail('Own', body('Own').replaceAll('\n', '\r\n')),
  );
  const { repo, production } = world;
  await production.seed(mail('One', body('Real')), mail('Two', body('Real')), mail('Own', body('Mine')));
  expect(await repo.campaigns('import', '--all', '-w', 'production')).toMatchObject({ status: 0 });
  repo.commit('Import the rest');
  repo.publish();
  const json = importOf(await repo.campaigns('import', '--all', '-w', 'staging', '--share', '--json'));
  expect(json).toMatchObject({
    texts: [
      {
        file: 'campaigns/event-triggered/shared/one.staging.html',
        keys: ['event-triggered/one', 'event-triggered/two'],
      },
      { file: 'campaigns/event-triggered/own.staging.html', keys: ['event-triggered/own'] },
    ],
  });
  expect(repo.read('campaigns/event-triggered/shared/one.staging.html')).toBe(body('Try'));
  expect(repo.read('campaigns/event-triggered/two.yaml')).toContain('$file: ./shared/one.staging.html');
  expect(repo.read('campaigns/event-triggered/own.yaml')).toContain(
    'html_content: { $file: ./own.staging.html, eol: crlf }',
  );
  expect(await repo.campaigns('fmt', '--check')).toMatchObject({ status: 0 });
  await expectInSync(world);
});

test('with --share, bodies stay apart from other files, whatever the names, and a second import does nothing', async () => {
  const body = (word: string) => Array.from({ length: 30 }, (_, at) => `<p>${word} ${at}</p>\n`).join('');
  const mail = (name: string, html: string) => {
    const email = { subject: name, sender_name: 'Northtrail', from_address: 'hello@mail.example.com' };
    return {
      ...record(welcome({ name })),
      campaign_content: { content: { email: { ...email, html_content: html } } },
    };
  };
  const world = await imported(mail('One', body('Try')), mail('Two', body('Try')), mail('Own', body('Own')));
  const { repo, production } = world;
  await production.seed(mail('One', body('Real')), mail('Two', body('Real')), mail('Own', body('Mine')));
  expect(await repo.campaigns('import', '--all', '-w', 'production')).toMatchObject({ status: 0 });
  const own = 'campaigns/event-triggered/Own, new #1';
  repo.git('add', '.');
  repo.git('mv', 'campaigns/event-triggered/own.yaml', `${own}.yaml`);
  repo.edit(`${own}.yaml`, /^workspaces/m, 'key: event-triggered/own\nworkspaces');
  // On many file systems, this is the file that the first two would get.
  repo.write('campaigns/event-triggered/shared/One.Staging.html', 'other');
  repo.commit('Import the rest');
  repo.publish();
  const shared = ['import', '--all', '-w', 'staging', '--share'];
  expect(await repo.campaigns(...shared)).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/event-triggered/shared/One.Staging.html')).toBe('other');
  expect(repo.read('campaigns/event-triggered/shared/one.staging-2.html')).toBe(body('Try'));
  expect(repo.read(`${own}.staging.html`)).toBe(body('Own'));
  await expectInSync(world);
  repo.commit('Import staging');
  expect(await repo.campaigns(...shared)).toMatchObject({ status: 0 });
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('two campaigns with one name share no file', async () => {
  const { repo } = await imported(record(welcome()), record(welcome()));
  const json = importOf(await repo.campaigns('import', '--all', '-w', 'staging', '--share', '--json'));
  expect(json.candidates).toEqual([]);
  expect(json).toMatchObject({ left_out: [{ reason: 'other-workspace' }, { reason: 'other-workspace' }] });
});
