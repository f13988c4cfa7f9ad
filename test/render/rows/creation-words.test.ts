import { expect, test } from 'vitest';
import { EMPTY_STATE, type State } from '../../../src/model/state.ts';
import { creationWords } from '../../../src/render/rows/creation-words.ts';
import { desired, NOW, planFor } from '../../support/builders.ts';

const MINUTE_MS = 60_000;

/** A workspace with this many creations this long ago. */
function used(count: number, agoMs: number): State {
  const times = Array.from({ length: count }, () => NOW - agoMs);
  return { ...EMPTY_STATE, ledger: { attempts: times, successes: times } };
}

test.each<readonly [creations: number, state: State, maxWaitMs: number, words: string]>([
  [0, EMPTY_STATE, 0, ''],
  [
    7,
    EMPTY_STATE,
    10 * MINUTE_MS,
    '7 new campaigns: 5 right away, 2 by 2031-01-01 09:01:01 UTC. Quota left: 3 this minute, 18 this hour, 93 today.',
  ],
  [
    12,
    EMPTY_STATE,
    10 * MINUTE_MS,
    '12 new campaigns: 5 right away, 7 by 2031-01-01 09:02:01 UTC. Quota left: 3 this minute, 13 this hour, 88 today.',
  ],
  [
    7,
    EMPTY_STATE,
    0,
    '7 new campaigns: 5 right away, 2 deferred to a later run (beyond max-wait), possible by 2031-01-01 09:01:01 UTC. Quota left: 0 this minute, 20 this hour, 95 today.',
  ],
  [
    2,
    used(100, 120 * MINUTE_MS),
    0,
    '2 new campaigns: 2 deferred to a later run (beyond max-wait), possible by 2031-01-02 07:00:01 UTC. Quota left: 5 this minute, 25 this hour, 0 today.',
  ],
])('%i creations', (count, state, maxWaitMs, words) => {
  const files = Array.from({ length: count }, (_, at) => desired({ key: `c${at}` }));
  expect(creationWords(planFor({ desired: files, state }, { maxWaitMs }).schedule)).toBe(words);
});
