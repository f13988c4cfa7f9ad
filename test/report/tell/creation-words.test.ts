import { expect, test } from 'vitest';
import type { State } from '../../../src/model/state.ts';
import { EMPTY_STATE } from '../../../src/model/state.ts';
import { creationWords } from '../../../src/report/tell/creation-words.ts';
import { desired, NOW, planFor } from '../../support/builders.ts';

const MINUTE_MS = 60_000;

/** A workspace that made so many creations so long ago. */
function used(count: number, agoMs: number): State {
  const times = Array.from({ length: count }, () => NOW - agoMs);
  return { ...EMPTY_STATE, ledger: { attempts: times, successes: times } };
}

test.each<readonly [creations: number, state: State, maxWaitMs: number, words: string]>([
  [0, EMPTY_STATE, 0, ''],
  [1, EMPTY_STATE, 0, '1 creation: now; then 4 left this minute, 24 this hour, 99 of 100 today.'],
  [4, EMPTY_STATE, 0, '4 creations: all now; then 1 left this minute, 21 this hour, 96 of 100 today.'],
  [
    7,
    EMPTY_STATE,
    10 * MINUTE_MS,
    '7 creations: 5 now, 2 after 09:01:01 UTC; then 3 left this minute, 18 this hour, 93 of 100 today.',
  ],
  [
    12,
    EMPTY_STATE,
    10 * MINUTE_MS,
    '12 creations: 5 now, 7 from 09:01:01 UTC to 09:02:01 UTC; then 3 left this minute, 13 this hour, 88 of 100 today.',
  ],
  [
    7,
    EMPTY_STATE,
    0,
    '7 creations: 5 now, 2 put off (over --max-wait), possible after 09:01:01 UTC; then 0 left this minute, 20 this hour, 95 of 100 today.',
  ],
  [
    2,
    used(100, 120 * MINUTE_MS),
    0,
    '2 creations: 2 put off (over --max-wait), possible after 2031-01-02 07:00:01 UTC; 5 left this minute, 25 this hour, 0 of 100 today.',
  ],
])('%i creations', (count, state, maxWaitMs, words) => {
  const files = Array.from({ length: count }, (_, at) => desired({ key: `c${at}` }));
  expect(creationWords(planFor({ desired: files, state }, { maxWaitMs }).schedule)).toBe(words);
});
