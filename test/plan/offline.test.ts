import { describe, expect, it } from 'vitest';
import type { CampaignStatus } from '../../src/model/campaign.ts';
import type { Plan, OfflineBaseline } from '../../src/model/plan.ts';
import { recordedAnswers } from '../../src/plan/imported-binding.ts';
import { bindingOf, desired, live, planFor, stateOf, type World } from '../support/builders.ts';

const BASELINE: OfflineBaseline = {
  record: { commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d', at: '2031-01-01T08:00:00.000Z' },
  from: 'origin',
};
const utm = (source: string) => ({ utm_params: { utm_source: source } });

function offline(world: World, baseline: OfflineBaseline = BASELINE): Plan {
  const { state = stateOf([]), ...rest } = world;
  const live = recordedAnswers(state);
  return planFor({ ...rest, state }, { live, sameName: new Map(), offline: baseline });
}

describe('an offline plan', () => {
  it('compares with what was observed, and has no change ids', () => {
    const record = bindingOf(live({ status: 'SCHEDULED', components: utm('a') }));
    const { campaigns } = offline({ desired: [desired({ components: utm('b') })], state: stateOf([record]) });
    expect(campaigns).toMatchObject([
      {
        verdict: 'update',
        changeId: null,
        liveStatus: 'SCHEDULED',
        components: [{ name: 'utm_params', cause: 'edited' }],
      },
    ]);
  });

  it.each<[CampaignStatus, string]>([
    ['ACTIVE', 'held'],
    ['DRAFT', 'update'],
  ])('blocks what the recorded status %s locks: %s', (status, verdict) => {
    const record = bindingOf(live({ status, components: { segmentation_details: { a: 1 } } }));
    const file = desired({ components: { segmentation_details: { a: 2 } } });
    expect(offline({ desired: [file], state: stateOf([record]) }).campaigns).toMatchObject([{ verdict }]);
  });

  const bound = (status: CampaignStatus) =>
    bindingOf(live({ status, type: 'PERIODIC' }), { applied: {}, observed: {} });

  it('plans a pause of such a campaign', () => {
    const file = desired({ type: 'PERIODIC', status: 'PAUSED', components: utm('a') });
    const { campaigns } = offline({ desired: [file], state: stateOf([bound('ACTIVE')]) });
    expect(campaigns).toMatchObject([
      {
        verdict: 'transition',
        components: [],
        held: [{ reason: 'unreadable' }],
        transition: { action: 'PAUSE' },
      },
    ]);
  });

  it('does not report a component as missing for publishing if live may have it', () => {
    const missing = [{ what: 'connector is missing', component: 'connector' as const }];
    const file = desired({ status: 'ACTIVE', missing });
    const state = stateOf([bindingOf(live())]);
    expect(offline({ desired: [file], state }).campaigns).toMatchObject([{ verdict: 'transition' }]);
    expect(offline({ desired: [file] }).campaigns).toMatchObject([
      { verdict: 'create', held: [{ reason: 'transition-not-possible' }] },
    ]);
  });
});
