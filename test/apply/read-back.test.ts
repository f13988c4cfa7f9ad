import { describe, expect, it } from 'vitest';
import { readBack, type Expected, type Waits } from '../../src/apply/read-back.ts';
import type { CampaignId, Components, Live } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, campaignId, intent, live, stateOf } from '../support/builders.ts';
import { present, unread } from '../support/planned-steps.ts';

// What was written is read until the service shows it: by search, then with Get, and again after waits.

const BEFORE: Components = { utm_params: { utm_source: 'old' } };
const AFTER: Components = { utm_params: { utm_source: 'new' } };

/** A campaign as the service shows it, and as it was recorded before the write. */
const shows = (components: Components): Live => live({ components });

const UPDATE: Expected = { id: campaignId('id-a'), intent: intent({ kind: 'update', components: AFTER }) };

const NOT_YET = present(shows(BEFORE));
const SHOWN = present(shows(AFTER));
const GONE: LiveAnswer = { kind: 'missing' };

/** Reads back, with these answers in order, and the last one from then on. Lists searches, Gets and waits. */
async function read(inOrder: readonly LiveAnswer[], waits: Waits) {
  const stage = stageOf({ desired: [], state: stateOf([bindingOf(shows(BEFORE))]) });
  const log: string[] = [];
  let reads = 0;
  const answer = (operation: string) => (ids: readonly CampaignId[]) => {
    log.push(`${operation} ${ids.join(' ')}`);
    const one = inOrder[Math.min(reads, inOrder.length - 1)] ?? GONE;
    reads += 1;
    return Promise.resolve(new Map(ids.map((id) => [id, one])));
  };
  stage.service.readCampaigns = answer('search');
  stage.service.readEach = answer('get');
  const sleep = stage.clock.sleep.bind(stage.clock);
  stage.clock.sleep = (ms) => {
    log.push(`wait ${ms}`);
    return sleep(ms);
  };
  const found = await readBack(runOn(stage), [UPDATE], waits);
  return { log, answer: found.get(UPDATE.id) };
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
    ['it is missing at first', [GONE, unread('lost'), SHOWN], 'patient', [SEARCH, GET, 'wait 1000', GET]],
  ])('is read until %s', async (_, answers, waits, log) => {
    expect(await read(answers, waits)).toEqual({ log, answer: SHOWN });
  });
});
