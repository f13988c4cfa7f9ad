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
      'b | ACTIVE | blocked: publish off | 65f1c0ffee65f1c0ffee0001 | imported 2031-01-01 08:00 UTC',
      `${LONG} | ACTIVE | in sync | 65f1c0ffee65f1c0ffee0001 | never applied`,
      '',
    ]);
  });

  it.each([40, 80])('fits into %d columns, with all that it says', (columns) => {
    const text = statusText(planOf(), APPLIES, { columns });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    for (const word of ['ACTIVE', '65f1c0ffee65f1c0ffee0001', '2031-01-01 08:00 UTC', 'publish off'])
      expect(text).toContain(word);
  });

  const paused = live({ key: 'a', status: 'PAUSED', type: 'PERIODIC' });
  const wasActive = { applied: 'ACTIVE', observed: 'ACTIVE' } as const;
  const utm = (source: string) => ({ utm_params: { utm_source: source } });
  const edited = live({ key: 'a', components: utm('theirs') });
  const { components: sent } = live({ key: 'a', components: utm('ours') });
  const wasSent = { applied: sent, observed: sent };
  it.each([
    [
      'changed in the service; to resume',
      { file: { type: 'PERIODIC', status: 'ACTIVE' }, now: paused, recorded: { status: wasActive } },
    ],
    [
      'to resume',
      {
        file: { type: 'PERIODIC', status: 'ACTIVE' },
        now: paused,
        recorded: { status: { applied: 'PAUSED', observed: 'PAUSED' } },
      },
    ],
    [
      'changed in the service',
      {
        file: { type: 'PERIODIC' },
        now: paused,
        recorded: { status: { applied: undefined, observed: 'ACTIVE' } },
      },
    ],
    [
      'changed in the service; to update',
      { file: { components: utm('ours') }, now: edited, recorded: wasSent },
    ],
    [
      'changed in the service; blocked: drift',
      { file: { components: utm('ours') }, now: edited, recorded: wasSent, policy: 'hold' },
    ],
    [
      'changed in the service; to update',
      {
        file: { components: { ...utm('ours'), basic_details: { name: 'Another' } } },
        now: edited,
        recorded: wasSent,
      },
    ],
    ['to update', { file: { components: utm('ours') }, now: edited, recorded: {} }],
  ] as const)('says who changed what: %s', (words, { file, now, recorded, ...more }) => {
    const plan = planFor(
      { desired: [desired(file)], live: [now], state: stateOf([bindingOf(now, recorded)]) },
      'policy' in more ? { policy: { drift: more.policy, guard: { share: 0.3, atLeast: 1_000 } } } : {},
    );
    const [, row = ''] = statusText(plan, new Map(), { columns: 200 }).split('\n');
    expect(row.split(/ {2,}/)[2]).toBe(words);
  });

  it.each(Object.values(HELD_EXAMPLES))('has no code for $code', (cause) => {
    const plan = planOf();
    const campaigns = plan.campaigns.map((one) => ({
      ...{ ...one, verdict: 'held' as const },
      held: [heldBy('transition-not-possible', cause)],
    }));
    expect(statusText({ ...plan, campaigns }, APPLIES, { columns: 80 })).not.toMatch(
      /[a-z]_[a-z]|not-possible/,
    );
  });
});
