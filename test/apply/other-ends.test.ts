import { expect, it } from 'vitest';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { Answer } from '../../src/apply/ports.ts';
import { applyOn, stageOf } from '../support/apply-world.ts';
import { refused } from '../support/fake-service.ts';
import { bindingOf, desired, live, stateOf } from '../support/builders.ts';

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
    const stage = stageOf({
      desired: [desired({ type: 'PERIODIC', status: wanted })],
      live: [before],
      state: stateOf([bindingOf(before)]),
    });
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

it.each([404, 409, 422])(
  'sends a pause that is refused with %i for the draft above to the live document',
  async (status) => {
    const active = {
      ...live({ type: 'PERIODIC', status: 'ACTIVE' }),
      ...{ documentId: 'document-3', draftAbove: 3, liveDocumentId: 'document-2' },
    };
    const stage = stageOf({
      desired: [desired({ type: 'PERIODIC', status: 'PAUSED' })],
      live: [active],
      state: stateOf([bindingOf(active)]),
    });
    stage.service.interfere = ({ request }): Answer => {
      if (!request.path.includes('document-2')) return refused(status, 'BAD_REQUEST');
      stage.service.campaigns.set(active.id, { ...active, status: 'PAUSED' });
      return { kind: 'done', data: {}, responseId: 'response' };
    };
    expect(await applyOn(stage)).toMatchObject({ applied: [{ key: 'a', change: 'transition' }], failed: [] });
    const [first, second, ...others] = stage.service.writes.map(({ request, keys }) => ({
      ...request,
      ...keys,
    }));
    expect(others).toEqual([]);
    expect([first?.path, second?.path]).toEqual(
      ['3', '2'].map((version) => `/v5/campaigns/document-${version}/status`),
    );
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  },
);
