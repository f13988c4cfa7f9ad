import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMPONENTS, type CampaignId, type CampaignKey, type Components } from '../../src/model/campaign.ts';
import type { Binding } from '../../src/model/state.ts';
import { Git } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import { bindingPath, encodeBinding, encodeTarget, TARGET_PATH } from '../../src/state/state-files.ts';
import { writeCommits } from '../../src/git/tree.ts';
import { several, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService, type JsonMap, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

/** `LARGE_WORKSPACE=2000`: node scripts/test-at-length.mjs large. */
const COUNT = Number(process.env.LARGE_WORKSPACE ?? '150');
/** How many records the control interface accepts in one call, within the size of a body. */
const SEEDED_AT_ONCE = 500;

/** A test repository in which every file is a live campaign, as if each had been applied long ago. */
async function appliedRepo(service: LiveService): Promise<TestRepository> {
  const texts = Object.entries(several(COUNT));
  const repo = openRepo({ url: service.url, campaigns: Object.fromEntries(texts), origin: false });
  const bodies = texts.map(([, text]) => ({ ...(parse(text) as JsonMap), status: 'ACTIVE' }));
  const ids: string[] = [];
  for (let from = 0; from < COUNT; from += SEEDED_AT_ONCE) {
    ids.push(...(await service.seed(...bodies.slice(from, from + SEEDED_AT_ONCE))));
  }
  const files = new Map([
    [TARGET_PATH, encodeTarget({ baseUrl: service.url, appKey: 'local' })],
    ...texts.map(([path], at) => bindingFile(path.replace('.yaml', ''), ids[at] ?? '', bodies[at] ?? {})),
  ]);
  const author = { name: 'Ada Author', email: 'ada@example.com' };
  await writeCommits(
    new Git(repo.directory, { PATH: process.env.PATH }, runGit),
    [{ message: 'create all\n', author, at: Date.now(), files }],
    {
      parent: undefined,
      stagingRef: `refs/heads/${STATE_BRANCH}`,
    },
  );
  return repo;
}

function bindingFile(key: string, id: string, body: JsonMap): [string, string] {
  const { channel, campaign_delivery_type: type, basic_details: details } = body;
  const names = COMPONENTS.filter((name) => name in body);
  const components = Object.fromEntries(names.map((name) => [name, body[name]])) as Components;
  const binding: Binding = {
    key: key as CampaignKey,
    documentId: id,
    campaignId: id as CampaignId,
    channel: channel as string,
    deliveryType: type as string,
    name: (details as JsonMap).name as string,
    applied: components,
    observed: components,
    observedAt: undefined,
    changing: {},
    reverted: {},
    adopted: [],
    unconfirmed: {},
    editsRefused: undefined,
    status: { applied: undefined, observed: 'ACTIVE', seen: 'ACTIVE' },
  };
  return [bindingPath(binding.key), encodeBinding(binding)];
}

async function costOf(service: LiveService, work: () => Promise<void>) {
  const before = (await service.requests()).length;
  await work();
  const asked = (await service.requests()).slice(before);
  const searches = asked.filter(({ operation }) => operation === 'search').length;
  return { searches, others: asked.length - searches };
}

describe('what a plan costs in requests', () => {
  test(`${COUNT} campaigns in sync take one search for each fifteen, and nothing else`, async () => {
    const service = await startLiveService();
    const repo = await appliedRepo(service);
    const { searches, others } = await costOf(service, async () => {
      const { summary } = planOf(await repo.campaigns('plan', '--json'));
      expect(summary).toMatchObject({ in_sync: COUNT, create: 0, update: 0, held: 0, drifted: 0 });
    });
    expect(searches).toBeLessThanOrEqual(Math.ceil(COUNT / 15));
    expect(others).toBeLessThanOrEqual(5);
  });

  test('many new files in a small workspace take one listing instead of a search for each name', async () => {
    const service = await startLiveService();
    const body = parse(welcome({ name: 'Campaign 07' })) as JsonMap;
    await service.seed({ ...body, status: 'ARCHIVED' }, { ...body, basic_details: { name: 'Other' } });
    const repo = openRepo({ url: service.url, campaigns: several(20), origin: false });
    const cost = await costOf(service, async () => {
      const { summary, campaigns } = planOf(await repo.campaigns('plan', '--json'));
      expect(summary).toMatchObject({ create: 19, held: 1 });
      expect(campaigns.find(({ key }) => key === 'c07')).toMatchObject({ held: [{ reason: 'ambiguous' }] });
    });
    // With the known statuses, and without any, because an unknown status matches no list of them.
    // And one page, to see whether there are unmanaged campaigns.
    expect(cost).toEqual({ searches: 2 + 1, others: 0 });
  });

  test('a few new files in a large workspace take a search for each name', async () => {
    const service = await startLiveService();
    const body = parse(welcome()) as JsonMap;
    const crowd = Array.from({ length: 40 }, (_, at) => ({ ...body, basic_details: { name: `Old ${at}` } }));
    await service.seed(...crowd);
    const repo = openRepo({ url: service.url, campaigns: several(4), origin: false });
    const cost = await costOf(service, async () => {
      expect(planOf(await repo.campaigns('plan', '--json')).summary).toMatchObject({ create: 4 });
    });
    expect(cost).toEqual({ searches: 2 + 2 * 4 + 1, others: 0 });
  });
});
