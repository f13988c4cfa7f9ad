import { describe, expect, it } from 'vitest';
import { baseOfStart, freshBase, readBase, type BaseReads } from '../../src/apply/check-base.ts';
import type { KnownCampaigns } from '../../src/apply/ports.ts';
import { intentFor } from '../../src/apply/intents.ts';
import type { Run } from '../../src/apply/run.ts';
import type { PreparedWork } from '../../src/apply/work.ts';
import type { CampaignId, Components, DesiredStatus, Live } from '../../src/model/campaign.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, campaignId, desired, live, NOW, stateOf } from '../support/builders.ts';
import { planned, present } from '../support/planned-steps.ts';

// What is read right before writes, how, and how long that counts.

const UTM: Components = { utm_params: { utm_source: 'shop' } };

interface World {
  readonly run: Run;
  readonly works: readonly PreparedWork[];
  /** In order, with the IDs. */
  readonly reads: string[];
  /** What each read knew about the campaigns. */
  readonly known: (KnownCampaigns | undefined)[];
  /** Lets time pass. */
  readonly pass: (ms: number) => void;
  /** Shows another status of a campaign. */
  readonly show: (name: string, status: Live['status']) => void;
}

/** A campaign, and what is to be done with it. */
type What = 'create' | 'edit' | 'edit and publish' | 'publish' | 'pause';

const WANTED: Readonly<Record<What, DesiredStatus | undefined>> = {
  ...{ create: undefined, edit: undefined },
  ...{ 'edit and publish': 'ACTIVE', publish: 'ACTIVE', pause: 'PAUSED' },
};

function world(campaigns: Readonly<Record<string, What>>): World {
  const all = Object.entries(campaigns);
  const type = 'PERIODIC';
  const known = all
    .filter(([, what]) => what !== 'create')
    .map(([key, what]) => live({ key, type, status: what === 'pause' ? 'ACTIVE' : 'DRAFT' }));
  const stage = stageOf({
    desired: all.map(([key, what]) =>
      desired({ key, type, status: WANTED[what], components: what.startsWith('edit') ? UTM : {} }),
    ),
    live: known,
    state: stateOf(known.map((one) => bindingOf(one))),
  });
  const run = runOn(stage);
  const works = planned(stage).steps.map((work) => ({ ...work, intent: intentFor(work, run) }));
  const [reads, knownOf]: [string[], (KnownCampaigns | undefined)[]] = [[], []];
  const { service, clock } = stage;
  const search = service.readCampaigns.bind(service);
  const logged = (how: string) => (ids: readonly CampaignId[], about?: KnownCampaigns) => {
    reads.push(`${how} ${ids.map((id) => id.replace('id-', '')).join(' ')}`);
    knownOf.push(about);
    clock.time += 100;
    return search(ids);
  };
  service.readCampaigns = logged('search');
  service.readEach = logged('get');
  return {
    ...{ run, works, reads, known: knownOf },
    pass: (ms) => {
      clock.time += ms;
    },
    show: (name, status) => {
      const before = service.campaigns.get(campaignId(`id-${name}`));
      if (before) service.campaigns.set(before.id, { ...before, status });
    },
  };
}

/** The statuses that were read, by campaign. */
function statusesIn({ reads }: BaseReads): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...reads].map(([id, one]) => [
      id.replace('id-', ''),
      one.kind === 'present' ? one.live.status : one.kind,
    ]),
  );
}

const five = { a: 'edit', b: 'edit', c: 'edit', d: 'edit', e: 'edit' } as const;

describe('the base of a batch', () => {
  it.each<readonly [what: string, campaigns: Readonly<Record<string, What>>, reads: readonly string[]]>([
    ['needs no read for creations', { a: 'create', b: 'create' }, []],
    ['is read with Get for one campaign', { a: 'edit' }, ['get a']],
    ['is read with Get for five', five, ['get a b c d e']],
    ['is read by search for six', { ...five, f: 'edit' }, ['search a b c d e f']],
    ['is read by search before a pause, which is urgent', { a: 'pause', b: 'pause' }, ['search a b']],
    ['is read once for two steps of a campaign', { a: 'edit and publish' }, ['get a']],
    ['is read for what exists', { a: 'create', b: 'edit', c: 'publish' }, ['get b c']],
  ])('%s', async (_, campaigns, reads) => {
    const { run, works, reads: done, known } = world(campaigns);
    const base = await readBase(run, works);
    expect(done).toEqual(reads);
    const ids = reads.flatMap((one) => one.split(' ').slice(1));
    expect([...base.reads.keys()]).toEqual(ids.map((id) => `id-${id}`));
    // It counts from when the answers are there.
    expect(base.at).toBe(NOW + 100 * reads.length);
    expect(known).toEqual(reads.map(() => run.known()));
  });
});

describe('the base of a step', () => {
  const old: BaseReads = {
    at: NOW,
    reads: new Map(['a', 'b'].map((name) => [campaignId(`id-${name}`), present(live({ key: name }))])),
  };

  it('of a start is read once more with Get, whatever a search showed; the rest of the base stays', async () => {
    const { run, works, reads, known, show } = world({ a: 'publish', b: 'publish' });
    show('a', 'ACTIVE');
    show('b', 'ACTIVE');
    const [first] = works;
    const base = first && (await baseOfStart(run, old, first));
    expect(reads).toEqual(['get a']);
    expect(known).toEqual([run.known()]);
    expect(base && { ...base, reads: statusesIn(base) }).toEqual({
      at: NOW,
      reads: { a: 'ACTIVE', b: 'DRAFT' },
    });
  });

  it.each<readonly [what: What]>([['create'], ['edit'], ['pause']])(
    'is the base of the batch for another step: %s',
    async (what) => {
      const { run, works, reads } = world({ a: what });
      const [first] = works;
      expect(first && (await baseOfStart(run, old, first))).toBe(old);
      expect(reads).toEqual([]);
    },
  );

  it.each<readonly [what: string, ms: number, campaigns: Readonly<Record<string, What>>, reads: string[]]>([
    ['is not read again at once', 0, { a: 'edit', b: 'edit' }, []],
    ['is not read again after five seconds', 5_000, { a: 'edit', b: 'edit' }, []],
    ['is read again after more', 5_001, { a: 'edit', b: 'edit' }, ['get a b']],
    ['is not read again before a pause', 60_000, { a: 'pause', b: 'pause' }, []],
    ['is read again before an edit that a pause follows', 60_000, { a: 'edit', b: 'pause' }, ['search a b']],
  ])('%s', async (_, ms, campaigns, expected) => {
    const { run, works, reads, pass, show } = world(campaigns);
    pass(ms);
    show('a', 'ACTIVE');
    const base = await freshBase(run, old, works);
    expect(reads).toEqual(expected);
    if (expected.length === 0) expect(base).toBe(old);
    else {
      const b = campaigns.b === 'pause' ? 'ACTIVE' : 'DRAFT';
      expect([base.at, statusesIn(base)]).toEqual([NOW + ms + 100, { a: 'ACTIVE', b }]);
    }
  });

  it('keeps what was read of the campaigns before it, and reads all that are left', async () => {
    const { run, works, reads, pass } = world({ a: 'edit', b: 'edit', c: 'edit' });
    pass(5_001);
    const base = await freshBase(run, old, works.slice(1));
    expect(reads).toEqual(['get b c']);
    expect(statusesIn(base)).toEqual({ a: 'DRAFT', b: 'DRAFT', c: 'DRAFT' });
  });
});
