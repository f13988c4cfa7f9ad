import { describe, expect, it } from 'vitest';
import type { LastApply } from '../../../src/model/audit.ts';
import { heldBy } from '../../../src/model/held.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { statusText } from '../../../src/render/text/state-texts.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../../support/builders.ts';
import { HELD_EXAMPLES } from '../../support/catalogs.ts';

const LONG = 'onboarding/a-very-long-name-of-a-welcome-campaign-for-customers-in-northern-europe/email';

/** One campaign in sync, one that is blocked, one with a long key. */
function planOf(): Plan {
  const lives = ['a', 'b', LONG].map((name) => live({ key: name, status: 'ACTIVE', type: 'PERIODIC' }));
  const plan = planFor({
    desired: lives.map(({ id }) => desired({ key: id.replace('id-', ''), type: 'PERIODIC' })),
    live: lives,
    state: stateOf(lives.map((one) => bindingOf(one))),
  });
  return {
    ...plan,
    campaigns: plan.campaigns.map((one) => ({
      ...one,
      campaignId: campaignId('65f1c0ffee65f1c0ffee0001'),
      ...(one.key === 'b' && {
        ...{ verdict: 'held' as const },
        held: [heldBy('needs-publish', HELD_EXAMPLES['publish-off'])],
      }),
    })),
  };
}

const APPLIES = new Map<string, LastApply>([
  [key('a'), { change: 'apply', at: '2031-01-01T08:00:00.000Z' }],
  [key('b'), { change: 'import', at: '2031-01-01T08:00:00.000Z' }],
]);

describe('status', () => {
  it('is one line for each campaign if there is space', () => {
    const text = statusText(planOf(), APPLIES, { columns: 200 });
    expect(text.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
      'campaign | live | state | id | last apply',
      'a | ACTIVE | in sync | 65f1c0ffee65f1c0ffee0001 | applied 2031-01-01 08:00 UTC',
      'b | ACTIVE | blocked: publishing is off | 65f1c0ffee65f1c0ffee0001 | imported 2031-01-01 08:00 UTC',
      `${LONG} | ACTIVE | in sync | 65f1c0ffee65f1c0ffee0001 | never applied`,
      '',
    ]);
  });

  it.each([40, 80])('fits into %d columns, with all that it says', (columns) => {
    const text = statusText(planOf(), APPLIES, { columns });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    for (const word of ['ACTIVE', '65f1c0ffee65f1c0ffee0001', '2031-01-01 08:00 UTC', 'publishing is off'])
      expect(text).toContain(word);
  });

  const utm = (source: string) => ({ utm_params: { utm_source: source } });
  live({ key: 'a', components: utm('ours') });
});
