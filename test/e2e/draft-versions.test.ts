import { expect, test } from 'vitest';
import { ContractClient } from '../support/contract/client.ts';
import { digest, sale, utmParams, welcome, type Sketch } from '../support/e2e/campaign-texts.ts';
import { driftOf, planOf } from '../support/e2e/documents.ts';
import { repoWithService, type Opened } from '../support/e2e/opened.ts';

// Open point S7: what the commands say of each state in which a draft version above a live campaign may be.

interface Versioned extends Pick<Opened, 'repo'> {
  /** An edit in the service, which goes into the draft. */
  readonly draft: (source: string) => Promise<void>;
  /** Somebody publishes the draft in the service. */
  readonly publish: () => Promise<void>;
}

type Text = (sketch: Sketch) => string;

/** A campaign that is live, in a service that keeps edits of live campaigns in a draft. */
async function versioned(text: Text): Promise<Versioned> {
  const { repo, service } = await repoWithService(
    { 'c.yaml': text({ status: 'ACTIVE', utm: 'file' }) },
    {
      service: ['--features', 'versioning', '--quirks', 'draft-versions'],
      workspace: 'limits: off\n    features: [versioning]',
    },
  );
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const client = new ContractClient({ baseUrl: service.url, appKey: 'local', apiKey: 'local' });
  const newest = async () => {
    const versions = await service.all();
    const [last = {}] = versions.sort((a, b) => Number(b.version_number) - Number(a.version_number));
    return { id: last.id as string, last };
  };
  return {
    repo,
    draft: async (source) => {
      const { id, last } = await newest();
      const { channel, campaign_delivery_type } = last;
      const body = { channel, campaign_delivery_type, updated_by: 'bob@example.com' };
      expect(await client.update(id, { ...body, utm_params: utmParams(source) })).toMatchObject({
        status: 200,
      });
    },
    publish: async () => {
      expect(await client.publish((await newest()).id)).toMatchObject({ status: 204 });
    },
  };
}

interface State {
  readonly make: (world: Versioned, text: Text) => Promise<unknown>;
  readonly drifted: readonly string[];
  readonly unpublished?: readonly string[];
  /** The verdict of the plan, and why it is blocked. */
  readonly verdict: string;
  readonly held?: readonly string[];
}

/** The file is edited without asking for a publication, so that its edit stays in a draft. */
const editFile = async ({ repo }: Versioned, text: Text) => {
  repo.change({ 'c.yaml': text({ utm: 'edited' }) });
  await repo.campaigns('apply');
};

const STATES: Readonly<Record<string, State>> = {
  'there is none': { make: () => Promise.resolve(), drifted: [], verdict: 'in-sync' },
  'it has other values': {
    make: ({ draft }) => draft('by hand'),
    ...{ drifted: [], unpublished: ['c'], verdict: 'held', held: ['needs-publish'] },
  },
  'it has the values of live': {
    make: ({ draft }) => draft('file'),
    ...{ drifted: [], verdict: 'in-sync' },
  },
  'it had other values, which were taken back': {
    make: async ({ draft }) => draft('by hand').then(() => draft('file')),
    ...{ drifted: [], verdict: 'in-sync' },
  },
  'it was published': {
    make: async ({ draft, publish }) => draft('by hand').then(publish),
    ...{ drifted: ['utm_params'], verdict: 'update' },
  },
  'it was published, and there is another one': {
    make: async ({ draft, publish }) => {
      await draft('by hand').then(publish);
      await draft('file');
    },
    ...{ drifted: ['utm_params'], unpublished: ['c'], verdict: 'update' },
  },
  'it has the edit of the file': {
    make: editFile,
    ...{ drifted: [], unpublished: ['c'], verdict: 'held', held: ['needs-publish'] },
  },
  'it has the edit of the file and others': {
    make: async (world, text) => editFile(world, text).then(() => world.draft('by hand')),
    ...{ drifted: [], unpublished: ['c'], verdict: 'held', held: ['needs-publish'] },
  },
  'it has the edit of the file, and was published': {
    make: async (world, text) => editFile(world, text).then(world.publish),
    ...{ drifted: [], verdict: 'in-sync' },
  },
};

const LIVE = [
  ['ACTIVE', welcome],
  ['SCHEDULED', sale],
  ['SCHEDULED and repeated', digest],
] as const;
/** Each state above a campaign of one of these types, in turn: the laws of quirks have all. */
const ROWS = Object.entries(STATES).map(([what, state], at) => {
  const [live, text] = LIVE[at % LIVE.length] ?? LIVE[0];
  return { what, live, text, state };
});

test.each(ROWS)('a draft version above a campaign that is $live: $what', async ({ text, state }) => {
  const { make, drifted, unpublished, verdict, held = [] } = state;
  const world = await versioned(text);
  await make(world, text);
  const { repo } = world;
  const report = await repo.campaigns('drift', '--json');
  expect(report.status).toBe(drifted.length > 0 ? 2 : 0);
  const found = driftOf(report);
  expect(found.drifted.flatMap(({ components }) => components.map(({ name }) => name))).toEqual(drifted);
  expect(found.unpublished).toEqual(unpublished);
  const plan = await repo.campaigns('plan', '--json', '--exit-code');
  expect(plan.status).toBe(verdict === 'in-sync' ? 0 : 2);
  const [campaign] = planOf(plan).campaigns;
  expect(campaign).toMatchObject({ verdict });
  expect(campaign?.held.map(({ reason }) => reason)).toEqual(held);
});

test.each(['PAUSED', 'STOPPED'] as const)('a draft version above a campaign that is %s', async (status) => {
  const text = status === 'PAUSED' ? welcome : sale;
  const world = await versioned(text);
  await world.draft('by hand');
  const { repo } = world;
  repo.change({ 'c.yaml': text({ status, utm: 'file' }) });
  await repo.campaigns('apply');
  const report = await repo.campaigns('drift', '--json');
  expect(report.status).toBe(0);
  // What has ended is never published again.
  const unpublished = status === 'PAUSED' ? ['c'] : undefined;
  expect(driftOf(report)).toMatchObject({ drifted: [], ...(unpublished && { unpublished }) });
  expect(driftOf(report).unpublished).toEqual(unpublished);
  const plan = await repo.campaigns('plan', '--exit-code');
  expect(plan.status).toBe(status === 'PAUSED' ? 2 : 0);
});
