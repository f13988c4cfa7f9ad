import { expect, it } from 'vitest';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { Answer } from '../../src/apply/ports.ts';
import { applyOn, stageOf } from '../support/apply-world.ts';
import { desired, live, managing } from '../support/builders.ts';

// The service accepts a transition, but the campaign ends up in another status: in review, ended, or paused by hand.

it.each<readonly [wanted: DesiredStatus, from: CampaignStatus, to: CampaignStatus, as: string | undefined]>([
  ['ACTIVE', 'DRAFT', 'ARCHIVED', 'REJECTED'],
  ['ACTIVE', 'DRAFT', 'ARCHIVED', 'UNDER_REVIEW'],
  ['ACTIVE', 'DRAFT', 'PAUSED', undefined],
  ['ACTIVE', 'PAUSED', 'STOPPED', undefined],
])(
  'reports %s as not reached when %s becomes %s (%s), with the service’s own word',
  async (wanted, from, to, as) => {
    const before = live({ type: 'PERIODIC', status: from });
    const stage = stageOf(managing([desired({ type: 'PERIODIC', status: wanted })], [before]));
    stage.service.interfere = (): Answer => {
      stage.service.campaigns.set(before.id, {
        ...before,
        status: to,
        ...(as !== undefined && { statusAs: as }),
      });
      return { kind: 'done', data: {}, responseId: 'response' };
    };
    const { applied, failed } = await applyOn(stage);
    expect(applied).toEqual([]);
    expect(failed).toMatchObject([{ key: 'a', cause: { code: 'not-reached', shown: as ?? to } }]);
    expect(stage.recorder.trail).toMatchObject([
      { event: { code: 'transitioned' }, status: { from, to: as ?? to } },
    ]);
  },
);
