import { expect, test } from 'vitest';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';
import { exampleFiles } from '../schemas/schemas.ts';

const COUNT = exampleFiles().length;
const FEATURES = ['--features', 'queuing,audience_limit'];

test('the examples validate, offline and without output on standard error', async () => {
  const repo = openRepo({ url: 'http://127.0.0.1:9/', campaigns: 'examples' });
  const ended = await repo.campaigns('validate', '--strict');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toContain(`${COUNT} campaign files checked for local, staging: no problems found.`);
});

test('the examples are planned, created, in sync, and unchanged from then on', async () => {
  const service = await startLiveService(...FEATURES);
  const repo = openRepo({ url: service.url, campaigns: 'examples' });

  const text = await repo.campaigns('plan', '--exit-code');
  expect(text).toMatchObject({ status: 2, stderr: '' });
  expect(text.stdout).toContain(`\n${COUNT} to create.`);

  const planned = await repo.campaigns('plan', '--json', '--out', 'plan.json');
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  expect(repo.read('plan.json')).toBe(planned.stdout);
  repo.remove('plan.json');
  const plan = planOf(planned);
  expect(plan.summary).toMatchObject({ create: COUNT, update: 0, in_sync: 0, held: 0, unknown: 0 });
  expect(plan.commit).toBe(repo.git('rev-parse', 'HEAD'));
  const keys = plan.campaigns.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)].sort());

  const applied = await repo.campaigns('apply', '--json');
  expect(applied.status).toBe(0);
  const result = resultOf(applied);
  expect(result).toMatchObject({ outcome: 'complete', deferred: [], stale: [], held: [], failed: [] });
  expect(result.applied.map(({ key }) => key).sort()).toEqual(keys);
  expect(await service.writes()).toEqual(keys.map(() => 'create'));

  const again = await repo.campaigns('plan', '--exit-code');
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toContain('everything is in sync');

  const tip = repo.stateTipAtOrigin();
  const second = await repo.campaigns('apply', '--exit-code');
  expect(second).toMatchObject({ status: 0, stdout: 'Nothing to do in local.\n' });
  expect(await service.writes()).toHaveLength(COUNT);
  expect(repo.stateTipAtOrigin()).toBe(tip);

  await expectStatus(repo, keys);
  await expectLog(repo, keys);
  expectAuditTrail(repo, keys);
});

test('without an origin the state stays in this repository', async () => {
  const service = await startLiveService(...FEATURES);
  const repo = openRepo({ url: service.url, campaigns: 'examples', origin: false });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  expect(repo.git('ls-tree', '-r', '--name-only', STATE_BRANCH)).toContain(
    'campaigns/onboarding/welcome-email.json',
  );
});

async function expectStatus(repo: TestRepository, keys: readonly string[]): Promise<void> {
  const text = await repo.campaigns('status');
  expect(text).toMatchObject({ status: 0, stderr: '' });
  for (const key of keys)
    expect(text.stdout).toMatch(
      new RegExp(`^${key}\\s+DRAFT\\s+in sync\\s+[0-9a-f]{24}\\W+applied .* UTC$`, 'm'),
    );
  const asJson = await repo.campaigns('status', '--json');
  const { format, campaigns } = JSON.parse(asJson.stdout) as {
    format: string;
    campaigns: { key: string; verdict: string; last_apply: string | null }[];
  };
  expect(format).toBe('campaign-status/1');
  expect(campaigns.map(({ key }) => key)).toEqual(keys);
  expect(campaigns.every(({ verdict, last_apply: at }) => verdict === 'in-sync' && at !== null)).toBe(true);
}

async function expectLog(repo: TestRepository, keys: readonly string[]): Promise<void> {
  const text = await repo.campaigns('log');
  expect(text).toMatchObject({ status: 0, stderr: '' });
  expect(text.stdout.match(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}/gm)).toHaveLength(keys.length);
  const one = await repo.campaigns('log', 'onboarding/welcome-email');
  expect(one.stdout).toMatch(
    /^onboarding\/welcome-email\n\d{4}-\d\d-\d\d \d\d:\d\d {2}created {2}[0-9a-f]{24}[^]*Ada Author[^]*request [^]*run [^]*\n$/,
  );
  const asJson = await repo.campaigns('log', '--json');
  const { entries } = JSON.parse(asJson.stdout) as {
    entries: { key: string; change: string; commit: string }[];
  };
  expect(entries.map(({ key }) => key).sort()).toEqual(keys);
  const head = repo.git('rev-parse', 'HEAD');
  expect(entries.every(({ change, commit }) => change === 'create' && commit === head)).toBe(true);
}

/** What git itself shows at the remote: files for people and machines, and a commit with trailers for each outcome. */
function expectAuditTrail(repo: TestRepository, keys: readonly string[]): void {
  const files = repo.gitAtOrigin('ls-tree', '-r', '--name-only', STATE_BRANCH).split('\n');
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'target.json',
      'ledger.json',
      ...keys.map((key) => `campaigns/${key}.json`),
    ]),
  );
  expect(files.filter((file) => file.startsWith('journal/'))).toEqual([]);
  expect(() => repo.gitAtOrigin('merge-base', 'main', STATE_BRANCH)).toThrow();
  const head = repo.git('rev-parse', 'HEAD');
  for (const key of keys) {
    const message = repo.gitAtOrigin(
      'log',
      '-1',
      '--format=%an <%ae>%n%B',
      STATE_BRANCH,
      '--',
      `campaigns/${key}.json`,
    );
    expect(message).toMatch(new RegExp(`^Ada Author <ada@example.com>\ncreate ${key}: [0-9a-f]{24}\n\n`));
    const trailers = message.trimEnd().split('\n').slice(3);
    expect(trailers.map((line) => line.split(': ')[0])).toEqual([
      'Campaign',
      'Change',
      'Components',
      'Commit',
      'Actor',
      'Run',
      'Request-Id',
      'Response-Id',
    ]);
    expect(trailers).toEqual(
      expect.arrayContaining([
        `Campaign: ${key}`,
        'Change: create',
        `Commit: ${head}`,
        'Actor: Ada Author <ada@example.com>',
      ]),
    );
  }
}
