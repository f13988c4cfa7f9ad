import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords, planOf } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import { campaigns, type Ended } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// An offline plan has neither a credential nor a service, only the state branch.

const CAMPAIGNS = { 'welcome.yaml': welcome(), 'digest.yaml': digest(), 'sale.yaml': sale() };

/** Runs the program as a fork's workflow does, without any secret. */
function withoutKey(repo: TestRepository, ...args: string[]): Promise<Ended> {
  return campaigns(args, { cwd: repo.directory });
}

/** An applied test repository. One campaign was edited by hand since, and the files have changes too. */
async function moved(): Promise<{ repo: TestRepository; service: LiveService; asked: number }> {
  const { service, repo } = await appliedRepo(CAMPAIGNS);
  await service.editByHand((await service.only('Digest')).id, {
    status: 'ACTIVE',
    utm_params: utmParams('by hand'),
  });
  repo.remove('campaigns/sale.yaml');
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }), 'new.yaml': welcome({ name: 'New' }) });
  return { repo, service, asked: (await service.requests()).length };
}

test("without key and service, shows what the files changed since the record, and says what it can't see", async () => {
  const { repo, service, asked } = await moved();
  const before = repo.snapshot();
  const planned = await withoutKey(repo, 'plan', '--offline', '--json', '--exit-code');
  expect(planned).toMatchObject({ status: 2, stderr: '' });
  const document = planOf(planned);
  expect(document).toMatchObject({
    offline: { record: { commit: repo.stateTipAtOrigin() }, from: 'origin' },
    summary: { create: 1, update: 1, in_sync: 1, orphaned: 1, drifted: 0, unknown: 0 },
  });
  expect(document.campaigns.map(({ key, verdict, live_status: status }) => [key, verdict, status])).toEqual([
    ['digest', 'in-sync', 'DRAFT'],
    ['new', 'create', null],
    ['sale', 'orphaned', 'DRAFT'],
    ['welcome', 'update', 'DRAFT'],
  ]);
  expect(document.campaigns.map(({ change_id: id }) => id)).toEqual([null, null, null, null]);
  expect(document.campaigns.at(-1)).toMatchObject({
    components: [{ name: 'utm_params', cause: 'edited' }],
    requests: [{ method: 'PATCH', body: { utm_params: utmParams('edited') } }],
  });

  const reported = await withoutKey(repo, 'plan', '--offline');
  expect(reported).toMatchObject({ status: 0, stderr: '' });
  const flowing = reported.stdout.replace(/\s+/g, ' ');
  expect(reported.stdout).toMatch(/^Plan for local · [0-9a-f]{7} · offline · 4 campaigns\n/);
  expect(flowing).toContain('later changes in the service are not shown.');
  expect(flowing).toContain('Names were not searched for');
  expect(flowing).toContain("An offline plan can't be applied");
  expect(flowing).not.toContain('in sync');
  expect(repo.snapshot()).toEqual(before);
  expect(await service.requests()).toHaveLength(asked);
});

test('needs no service at all, and claims no more than the record says when nothing changed', async () => {
  const { service, repo } = await appliedRepo(CAMPAIGNS);
  await service.control('POST', 'reset', {});
  const planned = await withoutKey(repo, 'plan', '--offline', '--exit-code');
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  expect(planned.stdout).toContain('3 campaigns — everything is as recorded.');

  repo.edit('campaigns/workspaces.yaml', /app_key: local/, 'app_key: other');
  const refused = await withoutKey(repo, 'plan', '--offline');
  expect(refused.status).toBe(5);
  expectWords(refused);
});

test('apply refuses its file before anything is read or sent', async () => {
  const { repo, service, asked } = await moved();
  const planFile = join(temporaryFolder(), 'plan.json');
  expect(await withoutKey(repo, 'plan', '--offline', '--out', planFile)).toMatchObject({ status: 0 });
  expect(planOf({ stdout: readFileSync(planFile, 'utf8') }).summary.update).toBe(1);
  const refused = await repo.campaigns('apply', '--plan', planFile);
  expect(refused).toMatchObject({ status: 64, stdout: '' });
  expect(refused.stderr).toContain('(offline)');
  expectWords(refused);
  expect(await service.requests()).toHaveLength(asked);
});

test('if origin does not answer, uses what this clone knows', async () => {
  const { repo } = await moved();
  repo.git('remote', 'set-url', 'origin', join(temporaryFolder(), 'gone.git'));
  expect(await repo.campaigns('plan')).toMatchObject({ status: 1 });
  const planned = await withoutKey(repo, 'plan', '--offline', '--json');
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  expect(planOf(planned)).toMatchObject({
    offline: { record: { commit: repo.stateTip() }, from: 'clone' },
    summary: { update: 1 },
  });
});

test('--out - writes the plan to standard output, and the text for people to standard error', async () => {
  const repo = openRepo({ campaigns: { 'w.yaml': welcome() } });
  const { stdout, stderr } = await repo.campaigns('plan', '--offline', '--out', '-');
  expect(planOf({ stdout }).campaigns.map(({ key }) => key)).toEqual(['w']);
  expect(stderr).toMatch(/^Plan for local/);
  expect(repo.git('status', '--porcelain')).toBe('');
  const json = await repo.campaigns('plan', '--offline', '--out', '-', '--json');
  expect(planOf(json).fingerprint).toBe(planOf({ stdout }).fingerprint);
  expect(json.stderr).toBe('');
});

test('a page on standard output has no line that a runner takes for a command', async () => {
  const files = { 'w.yaml': welcome({ body: './w.html' }), 'w.html': '<p>Hi\n::error::no</p>\n' };
  const { directory: cwd } = openRepo({ campaigns: files });
  const asked = ['plan', '--offline', '--html', '-'];
  const page = await campaigns(asked, { cwd });
  expect(page.stdout).toContain('\n::error::no');
  const inRunner = await campaigns(asked, { cwd, env: { GITHUB_ACTIONS: 'true' } });
  expect(inRunner.stdout).toContain('\n:\\:error::no');
  expect(inRunner.stdout).not.toMatch(/^\s*::/m);
});

test('--html - writes the page to standard output, and only one document can be written there', async () => {
  const repo = openRepo({ campaigns: { 'w.yaml': welcome() } });
  const { stdout, stderr } = await repo.campaigns('plan', '--offline', '--html', '-', '--out', 'plan.json');
  expect(stdout).toMatch(/^<!doctype html>/i);
  expect(stderr).toMatch(/^Plan for local/);
  expect(repo.git('status', '--porcelain')).toBe('?? plan.json');
  for (const other of [['--out', '-'], ['--json']]) {
    const both = await repo.campaigns('plan', '--offline', '--html', '-', ...other);
    expect(both).toMatchObject({ status: 64, stdout: '' });
    expect(both.stderr).toContain("can't be used together");
  }
});
