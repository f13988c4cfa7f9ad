import { expect, it, test } from 'vitest';
import { plainText } from '../../../src/messages/phrase.ts';
import type { Components, Live } from '../../../src/model/campaign.ts';
import { EMPTY_STATE, type State } from '../../../src/model/state.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { creationWords, planSentence } from '../../../src/render/rows/plan-words.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { bindingOf, desired, live, NOW, planFor, stateOf } from '../../support/builders.ts';

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
    '7 campaigns will be created: 5 right away, 2 by 2031-01-01 09:01:01 UTC. Quota left: 3 this minute, 18 this hour, 93 today.',
  ],
  [
    2,
    used(100, 120 * MINUTE_MS),
    0,
    '2 campaigns will be created: 2 deferred to a later run (beyond max-wait), possible by 2031-01-02 07:00:01 UTC. Quota left: 5 this minute, 25 this hour, 0 today.',
  ],
])('%i creations', (count, state, maxWaitMs, words) => {
  const files = Array.from({ length: count }, (_, at) => desired({ key: `c${at}` }));
  expect(creationWords(planFor({ desired: files, state }, { maxWaitMs }))).toBe(words);
});

const ASAP: Components = { scheduling_details: { delivery_type: 'ASAP' } };
const LATER: Components = {
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
};
const draft = live({ components: ASAP });

it.each([
  ['a new campaign', planFor({ desired: [desired({ status: 'ACTIVE', components: ASAP })] }), true],
  [
    'a draft with this schedule in the service',
    planFor({
      desired: [desired({ status: 'ACTIVE' })],
      live: [draft],
      state: stateOf([bindingOf(draft)]),
    }),
    true,
  ],
  ['a later time', planFor({ desired: [desired({ status: 'ACTIVE', components: LATER })] }), false],
  ['what stays a draft', planFor({ desired: [desired({ components: ASAP })] }), false],
])('a message that no schedule delays is named: %s', (_, plan, isNamed) => {
  const words = 'Sent as soon as published: a.';
  const rows = planRows(plan);
  expect(plainText(planSentence(plan, rows, 'Merging this')).includes(words)).toBe(isNamed);
  expect(planText(plan, { columns: 80, paint: PLAIN }).includes(words)).toBe(isNamed);
  expect(rows.some(({ head }) => head.includes('sent at once'))).toBe(isNamed);
});

test('a plan that overwrites a manual edit says whose it is, and groups only edits of the same person', () => {
  const utm = (source: string): Components => ({ utm_params: { utm_source: source } });
  const ADA = { updatedBy: 'ada@example.com', updatedAt: '2030-12-12 10:31:07.120000' };
  const textOf = (edit: (at: number) => Pick<Live, 'updatedBy' | 'updatedAt'>) => {
    const keys = Array.from({ length: 5 }, (_, at) => `c${at}`);
    const plan = planFor({
      desired: keys.map((key) => desired({ key, components: utm('file') })),
      live: keys.map((key, at) => ({ ...live({ key, components: utm('hand') }), ...edit(at) })),
      state: stateOf(keys.map((key) => bindingOf(live({ key, components: utm('file') })))),
    });
    return planText(plan, { paint: PLAIN, columns: 200 });
  };
  expect(textOf(() => ADA)).toContain('One edit in 5 campaigns');
  expect(textOf(() => ADA)).toContain(
    'last edited there by ada@example.com on 2030-12-12 10:31 UTC; will be',
  );
  expect(textOf((at) => (at === 3 ? {} : ADA))).toContain('One edit in 4 campaigns');
});
