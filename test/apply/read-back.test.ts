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
});
