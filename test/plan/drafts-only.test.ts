import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components } from '../../src/model/campaign.ts';
import { desired, live, planFor, WORKSPACE, managing } from '../support/builders.ts';

describe('a workspace that edits only drafts', () => {
  const under = (status: CampaignStatus, before: Components, after: Components) => {
    const now = live({ status, components: before });
    const { campaigns } = planFor(managing([desired({ components: after })], [now]), {
      workspace: { ...WORKSPACE, editLive: 'never' },
    });
    return campaigns[0];
  };
  const [A, B] = [{ utm_params: { utm_source: 'a' } }, { utm_params: { utm_source: 'b' } }];

  it('blocks an edit of a live campaign, and sends one of a draft', () => {
    expect(under('ACTIVE', A, B)?.held).toMatchObject([{ reason: 'locked', components: ['utm_params'] }]);
    expect(under('DRAFT', A, B)?.steps).toMatchObject([{ kind: 'update', components: B }]);
  });
});
