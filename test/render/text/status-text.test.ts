import { describe, expect, it } from 'vitest';
import type { LastApply } from '../../../src/model/audit.ts';
import { heldBy } from '../../../src/model/held.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { statusText } from '../../../src/render/text/state-texts.ts';
import { campaignId, desired, key, live, managing, planFor } from '../../support/builders.ts';
import { HELD_EXAMPLES } from '../../support/catalogs.ts';

const LONG = 'onboarding/a-very-long-name-of-a-welcome-campaign-for-customers-in-northern-europe/email';

/** One campaign in sync, one that is blocked, one with a long key. */
function planOf(): Plan {
  const sketches = ['a', 'b', LONG].map((key) => ({ key, type: 'PERIODIC' as const }));
  const shown = sketches.map((one) => live({ ...one, status: 'ACTIVE' }));
  const plan = planFor(
    managing(
      sketches.map((one) => desired(one)),
      shown,
    ),
  );
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

  it('doesn’t say that a campaign is in sync while live doesn’t show what was sent', () => {
    const plan = planOf();
    const note = { kind: 'unconfirmed', component: 'utm_params', paths: ['/utm_source'] } as const;
    const campaigns = plan.campaigns.map((one) => ({ ...one, notes: [note] }));
    expect(statusText({ ...plan, campaigns }, APPLIES, { columns: 200 })).not.toContain('in sync');
  });

  it.each([40, 80])('fits into %d columns, with all that it says', (columns) => {
    const text = statusText(planOf(), APPLIES, { columns });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    for (const word of ['ACTIVE', '65f1c0ffee65f1c0ffee0001', '2031-01-01 08:00 UTC', 'publishing is off'])
      expect(text).toContain(word);
  });
});
