import { describe, expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { digest, sale, welcome } from '../../support/e2e/campaign-texts.ts';

// The commit status of a plan, which teams require before a merge: success means that merging does what is shown.

const FILES = {
  'digest.yaml': digest({ status: 'ACTIVE' }),
  'sale.yaml': sale({ status: 'ACTIVE' }),
  'welcome.yaml': welcome({ status: 'ACTIVE' }),
};
/** Only the trigger of a live campaign can't be edited. */
const LOCKED = welcome({ status: 'ACTIVE' }).replace('Account Created', 'Account Opened');

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly before?: (world: ActionWorld) => Promise<unknown>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly exit?: number;
  readonly state: 'success' | 'failure';
  /** How many changes the description counts, and how many there are. */
  readonly counts?: readonly number[];
}

const edited = digest({ status: 'ACTIVE', utm: 'edited' });
const byHand = { utm_params: { utm_source: 'by hand', utm_medium: 'email' } };
const editByHand = async ({ service }: ActionWorld) =>
  service.editByHand((await service.only('Digest')).id, byHand);

const CASES: Readonly<Record<string, Case>> = {
  'everything is sent': { files: { 'digest.yaml': edited }, state: 'success' },
  'nothing is touched': { files: { '../README.md': 'Hello' }, state: 'success' },
  'only an edit that is locked': { files: { 'welcome.yaml': LOCKED }, state: 'failure', counts: [1, 1] },
  'one of two edits is locked': {
    files: { 'welcome.yaml': LOCKED, 'digest.yaml': edited },
    ...{ state: 'failure', counts: [1, 2] },
  },
  'two of three edits are blocked, and fail-on asks for nothing else': {
    files: { 'welcome.yaml': LOCKED, 'digest.yaml': edited, 'sale.yaml': sale({ status: 'PAUSED' }) },
    inputs: { 'fail-on': 'held' },
    ...{ exit: 1, state: 'failure', counts: [2, 3] },
  },
  'a conflict': { before: editByHand, files: { 'digest.yaml': edited }, state: 'failure', counts: [1, 1] },
  'a campaign that is gone': {
    before: ({ service }) => service.reset(),
    files: { 'digest.yaml': edited },
    ...{ state: 'failure', counts: [1, 1] },
  },
  'a pause of a campaign': { files: { 'digest.yaml': digest({ status: 'PAUSED' }) }, state: 'success' },
  'a pause, beside an edit that is locked': {
    files: { 'welcome.yaml': LOCKED.replace('ACTIVE', 'PAUSED') },
    ...{ state: 'failure', counts: [1, 1] },
  },
};

async function opened(): Promise<ActionWorld> {
  const world = await actionWorld({ campaigns: FILES });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  return world;
}

async function expectStatus(world: ActionWorld, what: string, given: Case): Promise<void> {
  const { files, before, inputs = {}, exit = 0, state, counts } = given;
  await before?.(world);
  const pull = world.openPull(what.replace(/\W+/g, '-'), { files });
  // Two cases with the same files may have the same commit.
  const earlier = world.github.state.statuses.length;
  expect(await world.plan(pull, { inputs }), what).toMatchObject({ exit, outputs: { outcome: 'planned' } });
  const [status, ...others] = world.github.state.statuses.slice(earlier);
  expect(others).toEqual([]);
  expect(status, what).toMatchObject({ context: 'campaigns/local/plan', sha: pull.pull.head.sha, state });
  if (counts) expect(status?.description?.match(/\d+/g)?.map(Number), what).toEqual(counts);
}

describe('the commit status of a pull request', () => {
  test('says whether everything that it shows is sent', async () => {
    const world = await opened();
    // Those that change the service come last.
    const cases = Object.entries(CASES).toSorted(([, a], [, b]) => Number(!!a.before) - Number(!!b.before));
    for (const [what, given] of cases) await expectStatus(world, what, given);
  });

  test('fails if a campaign could not be read, and says how many', async () => {
    const world = await opened();
    const { id } = await world.service.only('Digest');
    await world.service.control('PATCH', `campaigns/${id}`, { utm_params: 'no map' });
    const pull = world.openPull('edit', {
      files: { 'digest.yaml': edited, 'welcome.yaml': welcome({ status: 'PAUSED' }) },
    });
    expect(await world.plan(pull)).toMatchObject({ exit: 0, outputs: { outcome: 'planned' } });
    const status = world.github.state.statuses.find(({ sha }) => sha === pull.pull.head.sha);
    expect(status).toMatchObject({ state: 'failure' });
    expect(status?.description).toMatch(/^1 /);
  });
});
