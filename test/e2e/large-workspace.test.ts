import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { several, welcome } from '../support/e2e/campaign-texts.ts';
import { driftOf, planOf } from '../support/e2e/documents.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import type { JsonMap, LiveService } from '../support/e2e/live-service.ts';

// What reading costs in requests.

/** `LARGE_WORKSPACE=2000`: node scripts/test-at-length.mjs large. */
const COUNT = Number(process.env.LARGE_WORKSPACE ?? '45');
/** How many campaigns a page of a search has. */
const PAGE = 15;
/** How many records the control interface accepts in one call, within the size of a body. */
const SEEDED_AT_ONCE = 500;

async function requestsOf(service: LiveService, work: () => Promise<void>): Promise<Record<string, number>> {
  const before = (await service.requests()).length;
  await work();
  const counts: Record<string, number> = {};
  for (const { operation } of (await service.requests()).slice(before)) {
    const name = operation ?? 'unknown';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function seed(service: LiveService, bodies: readonly JsonMap[]): Promise<void> {
  for (let from = 0; from < bodies.length; from += SEEDED_AT_ONCE)
    await service.seed(...bodies.slice(from, from + SEEDED_AT_ONCE));
}

test(`import, plan and drift of ${COUNT} campaigns take a search for each fifteen, and nothing else`, async () => {
  const { service, repo } = await repoWithService({}, { origin: false });
  const texts = Object.values(several(COUNT));
  await seed(
    service,
    texts.map((text) => ({ ...(parse(text) as JsonMap), status: 'ACTIVE' })),
  );
  // A listing reads until a page is not full; drafts are searched for separately.
  const pages = Math.floor(COUNT / PAGE) + 2;

  const imported = await requestsOf(service, async () => {
    expect(await repo.campaigns('import', '--all', '--yes')).toMatchObject({ status: 0 });
  });
  // A sample is also read with Get, to see whether rows of a search are complete.
  expect(imported.search).toBeLessThanOrEqual(pages);
  expect(imported).toEqual({ search: imported.search, get: 1 });
  repo.commit('What was there');

  const planned = await requestsOf(service, async () => {
    const { summary } = planOf(await repo.campaigns('plan', '--json'));
    expect(summary).toMatchObject({ in_sync: COUNT, create: 0, update: 0, held: 0, drifted: 0 });
  });
  expect(planned).toEqual({ search: Math.ceil(COUNT / PAGE) });

  const looked = await requestsOf(service, async () => {
    const drift = await repo.campaigns('drift', '--json');
    expect(driftOf(drift)).toMatchObject({ checked: COUNT, drifted: [], unknown: [] });
  });
  expect(looked.search).toBeLessThanOrEqual(pages);
  expect(looked).toEqual({ search: looked.search });
});

// A listing searches with the known statuses, and without any, because an unknown status matches no list of them. And
// one page shows whether there are unmanaged campaigns.
test.each([
  ['many new files in a small workspace take one listing', 20, 2, 2 + 1],
  ['a few new files in a large workspace take a search for each name', 4, 40, 2 + 2 * 4 + 1],
])('%s', async (_, files, crowd, search) => {
  const { service, repo } = await repoWithService(several(files), { origin: false });
  const rival = parse(welcome({ name: 'Campaign 03' })) as JsonMap;
  const others = Array.from({ length: crowd - 1 }, (_, at) => ({
    ...rival,
    basic_details: { name: `Old ${at}` },
  }));
  await seed(service, [{ ...rival, status: 'ARCHIVED' }, ...others]);
  const cost = await requestsOf(service, async () => {
    const { summary, campaigns } = planOf(await repo.campaigns('plan', '--json'));
    expect(summary).toMatchObject({ create: files - 1, held: 1 });
    expect(campaigns.find(({ key }) => key === 'c03')).toMatchObject({ held: [{ reason: 'ambiguous' }] });
  });
  expect(cost).toEqual({ search });
});
