import { describe, expect, it } from 'vitest';
import type { KnownCampaigns } from '../../src/apply/ports.ts';
import { readBack, type Expected, type Waits } from '../../src/apply/read-back.ts';
import type { CampaignId, Components, Live } from '../../src/model/campaign.ts';
import type { LiveAnswer, Unknown } from '../../src/model/live-answer.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, campaignId, intent, live, stateOf } from '../support/builders.ts';
import { ANSWERED_500 } from '../support/answer-problems.ts';

// What was written is read until the service shows it: by search, then with Get, and again after waits.

const BEFORE: Components = { utm_params: { utm_source: 'old' } };
const AFTER: Components = { utm_params: { utm_source: 'new' } };

/** A campaign as the service shows it, and as it was recorded before the write. */
const shows = (components: Components, name = 'a'): Live => live({ key: name, components });

const update = (name = 'a'): Expected => ({
  id: campaignId(`id-${name}`),
  intent: intent({ key: name, kind: 'update', components: AFTER }),
});

const NOT_YET = present(shows(BEFORE));
const SHOWN = present(shows(AFTER));
const GONE: LiveAnswer = { kind: 'missing' };

function present(one: Live): LiveAnswer {
  return { kind: 'present', live: one };
}

function unknown(cause: Unknown['cause']): LiveAnswer {
  return { kind: 'unknown', cause, problem: ANSWERED_500 };
}

/** The answers of one read. A campaign that it doesn't name is not in the answer. */
type Answers = Readonly<Record<string, LiveAnswer>>;

interface Reading {
  readonly expected?: readonly Expected[];
  readonly waits?: Waits;
  /** Called after each thing that was done, with the number of things so far. */
  readonly then?: (nth: number) => void;
  readonly signal?: AbortSignal;
}

interface ReadSoFar {
  /** In order: searches, Gets and waits. */
  readonly log: readonly string[];
  readonly answers: Answers;
  /** What each read knew about the campaigns. */
  readonly known: readonly (KnownCampaigns | undefined)[];
}

/** Reads back, with these answers in order, and the last one from then on. */
async function read(
  inOrder: readonly Answers[],
  { expected = [update()], waits = 'patient', then = () => undefined, signal }: Reading = {},
): Promise<ReadSoFar> {
  const recorded = ['a', 'b'].map((name) => bindingOf(shows(BEFORE, name)));
  const stage = stageOf({ desired: [], state: stateOf(recorded) });
  const [log, known]: [string[], (KnownCampaigns | undefined)[]] = [[], []];
  let reads = 0;
  const answer = (operation: string) => (ids: readonly CampaignId[], about?: KnownCampaigns) => {
    log.push(`${operation} ${ids.join(' ')}`);
    known.push(about);
    const answers = inOrder[Math.min(reads, inOrder.length - 1)] ?? {};
    reads += 1;
    then(log.length);
    return Promise.resolve(
      new Map(
        ids.flatMap((id): [CampaignId, LiveAnswer][] => {
          const one = answers[id.replace('id-', '')];
          return one ? [[id, one]] : [];
        }),
      ),
    );
  };
  stage.service.readCampaigns = answer('search');
  stage.service.readEach = answer('get');
  const sleep = stage.clock.sleep.bind(stage.clock);
  stage.clock.sleep = (ms) => {
    log.push(`wait ${ms}`);
    then(log.length);
    return sleep(ms);
  };
  const run = runOn(stage, signal && { signal });
  const found = await readBack(run, expected, waits);
  return {
    ...{ log, known },
    answers: Object.fromEntries([...found].map(([id, one]) => [id.replace('id-', ''), one])),
  };
}

const GET = 'get id-a';
const SEARCH = 'search id-a';

describe('what was written', () => {
  it.each<readonly [what: string, answers: readonly LiveAnswer[], waits: Waits, log: readonly string[]]>([
    ['a search shows it', [SHOWN], 'patient', [SEARCH]],
    ['Get shows it, although a search does not', [NOT_YET, SHOWN], 'patient', [SEARCH, GET]],
    ['Get shows it, and nothing may wait', [NOT_YET, SHOWN], 'at-once', [SEARCH, GET]],
    ['it shows after a second', [NOT_YET, NOT_YET, SHOWN], 'patient', [SEARCH, GET, 'wait 1000', GET]],
    [
      'it shows after three more',
      [NOT_YET, NOT_YET, NOT_YET, SHOWN],
      'patient',
      [SEARCH, GET, 'wait 1000', GET, 'wait 3000', GET],
    ],
    [
      'it shows only at the end',
      [NOT_YET, NOT_YET, NOT_YET, NOT_YET, SHOWN],
      'patient',
      [SEARCH, GET, 'wait 1000', GET, 'wait 3000', GET, 'wait 10000', GET],
    ],
    [
      'the campaign, missing at first, appears',
      [GONE, unknown('lost'), SHOWN],
      'patient',
      [SEARCH, GET, 'wait 1000', GET],
    ],
  ])('is read until %s', async (_, answers, waits, log) => {
    const found = await read(
      answers.map((one) => ({ a: one })),
      { waits },
    );
    expect(found).toMatchObject({ log, answers: { a: SHOWN } });
  });

  it.each<readonly [what: string, answer: LiveAnswer]>([
    ['the old value', NOT_YET],
    ['no campaign', GONE],
    ['an error', unknown('malformed')],
    ['no connection', unknown('unreachable')],
    ['that the credential may not read it', unknown('forbidden')],
    ['a third value', present(shows({ utm_params: { utm_source: 'NEW' } }))],
  ])(
    'is read for 14 seconds while the service answers with %s, and once if nothing may wait',
    async (_, answer) => {
      const patient = await read([{ a: answer }]);
      expect(patient).toMatchObject({
        log: [SEARCH, GET, 'wait 1000', GET, 'wait 3000', GET, 'wait 10000', GET],
        answers: { a: answer },
      });
      const atOnce = await read([{ a: answer }], { waits: 'at-once' });
      expect(atOnce).toMatchObject({ log: [SEARCH, GET], answers: { a: answer } });
    },
  );

  it('is not read again once the credential was refused', async () => {
    const refused = unknown('credential');
    expect(await read([{ a: refused }])).toMatchObject({ log: [SEARCH], answers: { a: refused } });
    expect(await read([{ a: NOT_YET }, { a: refused }])).toMatchObject({
      log: [SEARCH, GET],
      answers: { a: refused },
    });
  });

  it('is read again only for the campaigns that do not show it', async () => {
    const other = present(shows(AFTER, 'b'));
    const found = await read([{ a: NOT_YET, b: other }, { a: NOT_YET }, { a: SHOWN }], {
      expected: [update('a'), update('b')],
    });
    expect(found).toMatchObject({
      log: ['search id-a id-b', GET, 'wait 1000', GET],
      answers: { a: SHOWN, b: other },
    });
  });

  it('is read once for two writes of one campaign, until it shows both', async () => {
    const pause: Expected = { id: campaignId('id-a'), intent: intent({ kind: 'transition' }) };
    const paused = present({ ...shows(AFTER), status: 'PAUSED' });
    const found = await read([{ a: SHOWN }, { a: paused }], { expected: [update(), pause] });
    expect(found).toMatchObject({ log: [SEARCH, GET], answers: { a: paused } });
  });
});

describe('the documents that reads ask for', () => {
  const newest = (documentId: string) => present({ ...shows(BEFORE), documentId });
  const about = (documentId: string) => ({ documentId, components: ['basic_details', 'utm_params'] });

  it('are the recorded ones for the search, and then the newest that a read showed', async () => {
    const { known } = await read([{ a: newest('second') }, { a: newest('third') }, { a: SHOWN }]);
    const recorded = { a: about('id-a'), b: about('id-b') };
    expect(
      known.map((one) => Object.fromEntries([...(one ?? [])].map(([id, it]) => [id.slice(3), it]))),
    ).toEqual([recorded, { ...recorded, a: about('second') }, { ...recorded, a: about('third') }]);
  });

  it('stay the recorded ones for a campaign that was not read', async () => {
    const { known } = await read([{ a: GONE }, { a: SHOWN }]);
    expect(known.map((one) => one?.get(campaignId('id-a')))).toEqual([about('id-a'), about('id-a')]);
  });
});
