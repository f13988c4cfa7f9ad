import { whyOf } from '../support/held-words.ts';
import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components } from '../../src/model/campaign.ts';
import { bindingOf, desired, live, planFor, stateOf, WORKSPACE } from '../support/builders.ts';

describe('a workspace that edits only drafts', () => {
  const under = (status: CampaignStatus, before: Components, after: Components) => {
    const now = live({ status, components: before });
    const { campaigns } = planFor(
      { desired: [desired({ components: after })], live: [now], state: stateOf([bindingOf(now)]) },
      { workspace: { ...WORKSPACE, editLive: 'never' } },
    );
    return campaigns[0];
  };
  const [A, B] = [{ utm_params: { utm_source: 'a' } }, { utm_params: { utm_source: 'b' } }];

  it('blocks an edit of a live campaign, and sends one of a draft', () => {
    expect(under('ACTIVE', A, B)?.held).toMatchObject([{ reason: 'locked', components: ['utm_params'] }]);
    expect(under('DRAFT', A, B)?.steps).toMatchObject([{ kind: 'update', components: B }]);
  });

  it('blocks nothing of a live campaign in sync', () => {
    expect(under('ACTIVE', A, A)).toMatchObject({ verdict: 'in-sync', held: [] });
  });

  it('gives only the general reason for edits that every service refuses', () => {
    expect(under('STOPPED', A, B)?.held.map((one) => whyOf(one))).toEqual([
      expect.stringContaining("(utm_params) can't be edited while the campaign is STOPPED"),
    ]);
  });
});
