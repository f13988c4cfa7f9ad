import { expect, test } from 'vitest';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';
import { exampleFiles } from '../schemas/schemas.ts';

const COUNT = exampleFiles().length;
const FEATURES = ['--features', 'queuing,audience_limit'];

test('the examples are validated, planned, created, in sync, and unchanged from then on', async () => {
  const { service, repo } = await repoWithService('examples', { service: [...FEATURES] });
  const valid = await repo.campaigns('validate', '--strict');
  expect(valid).toMatchObject({ status: 0, stderr: '' });
  expect(valid.stdout).toContain(`${COUNT} campaign files checked`);

  const planned = await repo.campaigns('plan', '--json', '--exit-code', '--out', 'plan.json');
  expect(planned).toMatchObject({ status: 2, stderr: '' });
  expect(repo.read('plan.json')).toBe(planned.stdout);
  repo.remove('plan.json');
  const plan = planOf(planned);
  expect(plan.summary).toMatchObject({ create: COUNT, update: 0, in_sync: 0, held: 0, unknown: 0 });
  expect(plan.commit).toBe(repo.head());
  const keys = plan.campaigns.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)].sort());

  const result = resultOf(await repo.exits(0, 'apply', '--json'));
  expect(result).toMatchObject({ outcome: 'complete', deferred: [], stale: [], held: [], failed: [] });
  expect(result.applied.map(({ key }) => key).sort()).toEqual(keys);
  expect(await service.writes()).toEqual(keys.map(() => 'create'));

  const tip = repo.stateTipAtOrigin();
  for (const command of ['plan', 'apply'])
    expect(await repo.campaigns(command, '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toHaveLength(COUNT);
  expect(repo.stateTipAtOrigin()).toBe(tip);

  await expectStatus(repo, keys);
  await expectLog(repo, keys);
  expectAuditTrail(repo, keys);
});

async function expectStatus(repo: TestRepository, keys: readonly string[]): Promise<void> {
  expect(await repo.campaigns('status')).toMatchObject({ status: 0, stderr: '' });
  const { format, campaigns } = JSON.parse((await repo.campaigns('status', '--json')).stdout) as {
    format: string;
    campaigns: { key: string; verdict: string; last_apply: string | null }[];
  };
  expect(format).toBe('campaign-status/1');
  expect(campaigns.map(({ key }) => key)).toEqual(keys);
  expect(campaigns.every(({ verdict, last_apply: at }) => verdict === 'in-sync' && at !== null)).toBe(true);
}

async function expectLog(repo: TestRepository, keys: readonly string[]): Promise<void> {
  const one = await repo.campaigns('log', 'onboarding/welcome-email');
  expect(one.stdout).toMatch(
    /^onboarding\/welcome-email\n\d{4}-\d\d-\d\d \d\d:\d\d {2}created {2}[0-9a-f]{24}[^]*Ada Author[^]*request [^]*run [^]*\n$/,
  );
  const { entries } = JSON.parse((await repo.campaigns('log', '--json')).stdout) as {
    entries: { key: string; change: string; commit: string }[];
  };
  expect(entries.map(({ key }) => key).sort()).toEqual(keys);
  const head = repo.head();
  expect(entries.every(({ change, commit }) => change === 'create' && commit === head)).toBe(true);
}

/** What git itself shows at the remote: files for people and machines, and a commit with trailers for each outcome. */
function expectAuditTrail(repo: TestRepository, keys: readonly string[]): void {
  const files = repo.gitAtOrigin('ls-tree', '-r', '--name-only', STATE_BRANCH).split('\n');
  const bindings = keys.map((key) => `campaigns/${key}.json`);
  expect(files.sort()).toEqual(['README.md', 'ledger.json', 'target.json', ...bindings].sort());
  expect(() => repo.gitAtOrigin('merge-base', 'main', STATE_BRANCH)).toThrow();
  const [key = ''] = keys;
  const format = ['-1', '--format=%an <%ae>%n%B'];
  const message = repo.gitAtOrigin('log', ...format, STATE_BRANCH, '--', `campaigns/${key}.json`);
  expect(message).toMatch(new RegExp(`^unknown <unknown>\ncreate ${key}: [0-9a-f]{24}\n\n`));
  const trailers = message.trimEnd().split('\n').slice(3);
  const fixed = [`Campaign: ${key}`, 'Change: create', `Commit: ${repo.head()}`];
  expect(trailers).toEqual(expect.arrayContaining([...fixed, 'Edited-By: Ada Author <ada@example.com>']));
  const names = [
    ...['Campaign', 'Change', 'Components', 'Commit', 'Edited-By', 'Actor', 'Run'],
    ...['Request-Id', 'Response-Id'],
  ];
  expect(trailers.map((line) => line.split(': ')[0])).toEqual(names);
}
