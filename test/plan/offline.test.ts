import { whyOf } from '../support/held-words.ts';
import { describe, expect, it } from 'vitest';
import type { CampaignStatus } from '../../src/model/campaign.ts';
import type { Plan, OfflineBaseline } from '../../src/model/plan.ts';
import { recordedAnswers } from '../../src/plan/recorded-live.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { planText } from '../../src/render/text/plan-text.ts';
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

const text = (plan: Plan) => planText(plan, { paint: PLAIN, columns: 80 });

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

  it('sees no drift if the service spells values differently from the file', () => {
    const record = bindingOf(live({ components: utm('a') }), {
      observed: { basic_details: { name: 'The a' }, utm_params: { utm_source: 'a', utm_medium: 'added' } },
    });
    const { campaigns } = offline({ desired: [desired({ components: utm('a') })], state: stateOf([record]) });
    expect(campaigns).toMatchObject([{ verdict: 'in-sync', components: [] }]);
  });

  it.each<[CampaignStatus, string]>([
    ['ACTIVE', 'held'],
    ['DRAFT', 'update'],
  ])('blocks what the recorded status %s locks: %s', (status, verdict) => {
    const record = bindingOf(live({ status, components: { segmentation_details: { a: 1 } } }));
    const file = desired({ components: { segmentation_details: { a: 2 } } });
    expect(offline({ desired: [file], state: stateOf([record]) }).campaigns).toMatchObject([{ verdict }]);
  });

  it('notes a component that was never recorded', () => {
    const record = bindingOf(live());
    const { campaigns } = offline({ desired: [desired({ components: utm('a') })], state: stateOf([record]) });
    expect(campaigns).toMatchObject([
      { verdict: 'update', notes: [{ kind: 'not-recorded', components: ['utm_params'] }] },
    ]);
  });

  const bound = (status: CampaignStatus) =>
    bindingOf(live({ status, type: 'PERIODIC' }), { applied: {}, observed: {} });

  it('says only that a campaign was bound and not applied since', () => {
    const file = desired({ type: 'PERIODIC', components: { segmentation_details: { a: 1 }, ...utm('a') } });
    const plan = offline({ desired: [file], state: stateOf([bound('ACTIVE')]) });
    expect(plan.campaigns).toMatchObject([
      { verdict: 'unknown', components: [], steps: [], held: [{ reason: 'unreadable', components: [] }] },
    ]);
    expect(text(plan)).toContain('no apply has recorded its values yet');
  });

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

  it('does not show live values of a component that was never recorded', () => {
    const file = desired({
      components: { segmentation_details: { is_all_user_campaign: true }, ...utm('a') },
    });
    const plan = offline({ desired: [file], state: stateOf([bindingOf(live({ status: 'ACTIVE' }))]) });
    expect(plan.campaigns).toMatchObject([{ verdict: 'held', held: [{ reason: 'locked' }] }]);
    expect(text(plan)).not.toMatch(/Live has|live +\(nothing\)|\{\}/);
    expect(whyOf(plan.campaigns[0]?.held[0])).toContain('no apply has recorded a value to compare with');
  });

  it('describes an orphan only as last seen', () => {
    const plan = offline({
      desired: [desired({ key: 'b' })],
      state: stateOf([bindingOf(live({ status: 'ACTIVE', type: 'PERIODIC' }))]),
    });
    expect(plan.campaigns[0]).toMatchObject({
      verdict: 'orphaned',
      notes: [{ kind: 'sending-when-last-seen', status: 'ACTIVE', emergencyStop: 'PAUSED' }],
    });
    expect(text(plan)).not.toContain('still sending');
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

describe('the text of an offline plan', () => {
  it("says what it was made from, and what it can't know", () => {
    const plan = offline({
      desired: [desired({ components: utm('b') }), desired({ key: 'b' })],
      state: stateOf([bindingOf(live({ components: utm('a') }))]),
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for local · 3f2a91c · offline · 2 campaigns
      Offline: compared with the record on campaigns-state/local (1a2b3c4, 2031-01-01
      08:00:00 UTC), not with the service. Statuses are from the record, too, and
      later changes in the service are not shown.
      Names were not searched for, so campaigns that are shown as new may already
      exist in the service.

      Changes
        ~ a  DRAFT      UTM source
            utm_params
              utm_source  a  →  b
        + b  new        EMAIL · once, not scheduled yet · a draft, not sending
            to: no users yet: segmentation_details is missing
            no content yet

      1 to create, 1 to update.
      1 campaign will be created now. Quota left after that: 4 this minute, 24 this
      hour, 99 today.
      If nothing has changed since the last record, an apply would send 2 requests. An
      offline plan can't be applied. To apply, plan without --offline.
      "
    `);
  });

  it('says that there is nothing to compare with', () => {
    expect(text(offline({ desired: [desired()] }, { record: null, from: 'clone' }))).toMatchInlineSnapshot(`
      "Plan for local · 3f2a91c · offline · 1 campaign
      Offline: the service was not asked, and there is no branch campaigns-state/local
      to compare with, so every campaign counts as new.
      origin did not answer, so it may have a newer record than this clone.
      Names were not searched for, so campaigns that are shown as new may already
      exist in the service.

      Changes
        + a  new        EMAIL · once, not scheduled yet · a draft, not sending
            to: no users yet: segmentation_details is missing
            no content yet

      1 to create.
      1 campaign will be created now. Quota left after that: 4 this minute, 24 this
      hour, 99 today.
      If nothing has changed since the last record, an apply would send 1 request. An
      offline plan can't be applied. To apply, plan without --offline.
      "
    `);
  });

  it('does not say that everything is in sync', () => {
    const plan = offline({ desired: [desired()], state: stateOf([bindingOf(live())]) });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for local · 3f2a91c · offline · 1 campaign — everything is as recorded.
      Offline: compared with the record on campaigns-state/local (1a2b3c4, 2031-01-01
      08:00:00 UTC), not with the service. Statuses are from the record, too, and
      later changes in the service are not shown.
      "
    `);
  });
});
