import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { importOf } from '../support/e2e/documents.ts';
import { startLiveService, type JsonMap, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// The same campaigns are in production, which has files, and in staging.

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
    publish: allowed
    limits: off
`;
  repo.write(
    'campaigns/workspaces.yaml',
    `workspaces:\n  production:\n${entry(production.url)}  staging:\n${entry(staging.url)}`,
  );
  repo.commit('Two workspaces');
  expect(await repo.campaigns('import', '--all', '-w', 'production')).toMatchObject({ status: 0 });
  repo.edit(
    'campaigns/event-triggered/welcome.yaml',
    /^workspaces/m,
    '# Our first mail.\nstatus: ACTIVE\nworkspaces',
  );
  repo.commit('Import production');
  return { repo, production, staging };
}

async function expectInSync({ repo }: World): Promise<void> {
  for (const workspace of ['production', 'staging']) {
    const plan = await repo.exits(0, 'plan', '-w', workspace);
    expect(plan.stdout, workspace).toContain('everything is in sync');
  }
}

test('a campaign that has a file in another workspace gets no second one', async () => {
  const { repo } = await imported(record(welcome(), { connector: CONNECTOR }));
  const before = repo.snapshot();
  const ended = await repo.campaigns('import', '--all', '-w', 'staging', '--dry-run');
  expect(ended.stdout).toContain('Left out (other workspace).');
  const json = importOf(await repo.campaigns('import', '--all', '-w', 'staging', '--json'));
  expect(json).toMatchObject({
    candidates: [],
    left_out: [{ reason: 'other-workspace', file: 'campaigns/event-triggered/welcome.yaml' }],
  });
  expect(repo.snapshot()).toEqual(before);
});

test('the file serves both workspaces once it is bound, with an override of what differs', async () => {
  const world = await imported(record(welcome(), { connector: CONNECTOR }));
  const { repo, staging } = world;
  const [file, key] = ['campaigns/event-triggered/welcome.yaml', 'event-triggered/welcome'];
  repo.edit(file, /\[production\]/, '[production, staging]');
  repo.write(file, `${repo.read(file)}overrides:\n  staging:\n    status: DRAFT\n`);
  repo.commit('Use it in staging, too');
  const { id } = await staging.only('Welcome');
  await repo.exits(0, 'adopt', key, '--id', id, '-w', 'staging');
  const before = repo.read(file);
  expect(await repo.campaigns('pull', key, '--theirs', '-w', 'staging')).toMatchObject({ status: 0 });
  expect(repo.read(file)).toBe(`${before}    connector:\n      connector_name: testing\n`);
  expect(await repo.campaigns('fmt', '--check')).toMatchObject({ status: 0 });
  repo.commit('What differs in staging');
  await expectInSync(world);
  expect(await staging.only('Welcome')).toMatchObject({ status: 'DRAFT' });
});
