import { describe, expect, it } from 'vitest';
import type { CampaignKey, CampaignStatus } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import { desired, live, planFor, managing } from '../support/builders.ts';

const SCOPE = { ref: 'main', mergeBase: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' };

/** A plan of edited active campaigns next to others that aren't planned with one status. */
function planOfEdited(edited: number, others: number, status: CampaignStatus): Plan {
  const utm = (source: string) => ({ utm_params: { utm_source: source } });
  const some = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
  const shown = [
    ...some(edited, 'edited').map((key) => live({ key, status: 'ACTIVE', components: utm('a') })),
    ...some(others, 'other').map((key) => live({ key, status, components: utm('a') })),
  ];
  const files = [
    ...some(edited, 'edited').map((key) => desired({ key, components: utm('b') })),
    ...some(others, 'other').map((key) => desired({ key, components: utm('a') })),
  ];
  return planFor(managing(files, shown), {
    policy: { drift: 'revert', guard: { share: 0.3, atLeast: 10 } },
    only: new Set(some(edited, 'edited') as CampaignKey[]),
    scope: SCOPE,
  });
}

describe('the guard over a plan of recent changes or of named campaigns', () => {
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
      expect(planOfEdited(10, 90, status).guard).toEqual(refusal);
    },
  );
});
