import { describe, expect, it } from 'vitest';
import type { CampaignKey, CampaignStatus } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';

const SCOPE = { ref: 'main', mergeBase: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' };

/** Active campaigns, of which the first `edited` are edited and the only ones planned. */
function planOf(edited: number, of: number, scope: typeof SCOPE | 'by name' = SCOPE): Plan {
  const names = Array.from({ length: of }, (_, at) => `c${String(at).padStart(3, '0')}`);
  const utm = (source: string) => ({ utm_params: { utm_source: source } });
  const shown = names.map((key) => live({ key, status: 'ACTIVE', type: 'PERIODIC', components: utm('a') }));
  const files = names.map((key, at) =>
    desired({ key, type: 'PERIODIC', components: utm(at < edited ? 'b' : 'a') }),
  );
  return planFor(
    { desired: files, live: shown, state: stateOf(shown.map((one) => bindingOf(one))) },
    {
      policy: { drift: 'revert', guard: { share: 0.3, atLeast: 10 } },
      only: new Set(names.slice(0, edited) as CampaignKey[]),
      ...(scope !== 'by name' && { scope }),
    },
  );
}

/** A plan of edited active campaigns next to others that aren't planned: live ones with one status, and new files. */
function planOfEdited(crowd: {
  edited: number;
  others: number;
  status?: CampaignStatus;
  fresh?: number;
}): Plan {
  const { edited, others, status = 'ACTIVE', fresh = 0 } = crowd;
  const utm = (source: string) => ({ utm_params: { utm_source: source } });
  const some = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
  const shown = [
    ...some(edited, 'edited').map((key) => live({ key, status: 'ACTIVE', components: utm('a') })),
    ...some(others, 'other').map((key) => live({ key, status, components: utm('a') })),
  ];
  const files = [
    ...some(edited, 'edited').map((key) => desired({ key, components: utm('b') })),
    ...some(others, 'other').map((key) => desired({ key, components: utm('a') })),
    ...some(fresh, 'fresh').map((key) => desired({ key })),
  ];
  return planFor(
    { desired: files, live: shown, state: stateOf(shown.map((one) => bindingOf(one))) },
    {
      policy: { drift: 'revert', guard: { share: 0.3, atLeast: 10 } },
      only: new Set(some(edited, 'edited') as CampaignKey[]),
      scope: SCOPE,
    },
  );
}

describe('the guard over a plan of recent changes or of named campaigns', () => {
  it.each<readonly [edited: number, of: number, refusal: Plan['guard']]>([
    [10, 1_000, undefined],
    [6, 20, undefined],
    [7, 20, { touched: 7, live: 20, share: 0.3 }],
    [9, 9, undefined],
    [10, 10, { touched: 10, live: 10, share: 0.3 }],
  ])('%i edited of %i live ones: measured by the whole workspace', (edited, of, refusal) => {
    expect(planOf(edited, of).guard).toEqual(refusal);
    expect(planOf(edited, of, 'by name').guard).toEqual(refusal);
  });

  it.each<readonly [what: string, status: CampaignStatus, refusal: Plan['guard']]>([
    ['active', 'ACTIVE', undefined],
    ['scheduled', 'SCHEDULED', undefined],
    ['sending', 'SENDING', undefined],
    ['paused', 'PAUSED', { touched: 10, live: 10, share: 0.3 }],
    ['drafts', 'DRAFT', { touched: 10, live: 10, share: 0.3 }],
    ['ended', 'SENT', { touched: 10, live: 10, share: 0.3 }],
  ])(
    'counts campaigns outside the plan that are sending according to their record: 90 %s',
    (_, status, refusal) => {
      expect(planOfEdited({ edited: 10, others: 90, status }).guard).toEqual(refusal);
    },
  );
});
