import { expect, test } from 'vitest';
import { digest, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// Open point V24: a campaign that was created elsewhere has something that we would not create. Its file may say so.

const INVALID = 5;
const UTM: JsonMap = { utm_source: 'app', utm_medium: 'email', season: 'spring' };
/** A file with a tracking parameter without the prefix utm_. */
const FILE = welcome({ utm: null }) + 'utm_params: { utm_source: app, utm_medium: email, season: spring }\n';

async function codes(repo: TestRepository, ...args: string[]): Promise<string[]> {
  const { stdout } = await repo.campaigns('validate', '--format', 'json', ...args);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

/** A campaign that was created by hand, and a clone of a repository with its file. */
async function madeByHand(): Promise<{ readonly repo: TestRepository; readonly id: string }> {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'w.yaml': welcome({ utm: null }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Welcome');
  await service.editByHand(id, { utm_params: UTM });
  expect(await repo.campaigns('state', 'forget', 'w')).toMatchObject({ status: 0 });
  repo.write('campaigns/w.yaml', FILE);
  repo.commit('As it is');
  repo.git('push', '--quiet', 'origin', 'HEAD');
  return { repo, id };
}

test('the file of an adopted campaign says what live has: an error before the adoption, a warning afterward', async () => {
  const { repo, id } = await madeByHand();
  expect(await codes(repo)).toEqual(['E_UNKNOWN_KEY']);
  for (const command of ['plan', 'apply', 'status']) {
    const refused = await repo.campaigns(command);
    expect(refused).toMatchObject({ status: INVALID });
    expect(refused.stderr).toContain('E_UNKNOWN_KEY');
    expect(refused.stderr).toContain('No record of');
  }

  expect(await repo.campaigns('adopt', 'w', '--id', id)).toMatchObject({ status: 0 });
  for (const args of [[], ['--strict']]) expect(await codes(repo, ...args)).toEqual(['W_UNKNOWN_KEY']);
  const planned = await repo.campaigns('plan', '--json');
  expect(planned.stderr).toContain("1 warning in files that this plan doesn't change");
  expect(planOf(planned).summary).toMatchObject({ in_sync: 1 });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('status')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
});

test('plan asks origin which campaigns are managed; validate uses what the clone knows', async () => {
  const { repo, id } = await madeByHand();
  const colleague = repo.clone();
  expect(await repo.campaigns('adopt', 'w', '--id', id)).toMatchObject({ status: 0 });
  const refs = colleague.snapshot();
  expect(planOf(await colleague.campaigns('plan', '--json')).summary).toMatchObject({ in_sync: 1 });
  expect(colleague.snapshot()).toEqual(refs);
  expect(await codes(colleague)).toEqual(['E_UNKNOWN_KEY']);
  colleague.git('fetch', '--quiet', 'origin');
  expect(await codes(colleague)).toEqual(['W_UNKNOWN_KEY']);
});

test('an edit that empties a live campaign is an error in validate, plan and apply', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: { 'd.yaml': digest({ status: 'ACTIVE' }) },
  });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await codes(repo, '--strict')).toEqual([]);
  repo.edit('campaigns/d.yaml', /^ +subject: .*\n/m, '');
  repo.commit('No subject');
  expect(await codes(repo)).toEqual(['E_PUBLISH']);
  for (const command of ['plan', 'apply']) {
    const refused = await repo.campaigns(command);
    expect(refused).toMatchObject({ status: INVALID });
    expect(refused.stderr).toContain('E_PUBLISH subject is missing in email');
  }
});
