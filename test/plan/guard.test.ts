import { describe, expect, it } from 'vitest';
import type { CampaignKey, CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Consent } from '../../src/model/workspace.ts';
import { desired, live, managing, planFor } from '../support/builders.ts';

interface Crowd {
  /** The number of campaigns, and how many of them the plan edits. */
  readonly of: number;
  readonly edited: number;
  readonly status?: CampaignStatus;
  readonly fileStatus?: DesiredStatus;
  readonly created?: number;
  readonly share?: number;
  readonly atLeast?: number;
  readonly allow?: readonly Consent[];
}

const utm = (source: string) => ({ utm_params: { utm_source: source } });
const some = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);

function planOf({ of, edited, status = 'ACTIVE', share = 0.3, atLeast = 10, ...more }: Crowd): Plan {
  const names = some(of, 'c');
  const shown = names.map((key) => live({ key, type: 'PERIODIC', status, components: utm('a') }));
  const files = names.map((key, at) => {
    const asks = at < edited ? more.fileStatus : undefined;
    return desired({
      key,
      type: 'PERIODIC',
      status: asks,
      components: utm(at < edited && !asks ? 'b' : 'a'),
    });
  });
  const fresh = some(more.created ?? 0, 'new').map((key) => desired({ key }));
  return planFor(managing([...files, ...fresh], shown), {
    policy: { drift: 'revert', guard: { share, atLeast } },
    allowed: new Set(more.allow ?? []),
  });
}

describe('the guard', () => {
  it.each<readonly [what: string, crowd: Crowd, refused: boolean]>([
    ['lets a share pass that is just allowed', { of: 10, edited: 3 }, false],
    ['refuses one campaign more', { of: 10, edited: 4 }, true],
    ['is not off by a hair of arithmetic', { of: 100, edited: 29, share: 0.29 }, false],
    ['does not apply to fewer live campaigns than configured', { of: 9, edited: 9 }, false],
    ['applies to fewer if configured', { of: 2, edited: 1, atLeast: 2 }, true],
    ['lets all pass with consent', { of: 10, edited: 10, allow: ['guard'] }, false],
    ['does not count drafts', { of: 20, edited: 20, status: 'DRAFT' }, false],
    ['does not count what is paused', { of: 20, edited: 20, status: 'PAUSED' }, false],
    ['counts what is scheduled', { of: 10, edited: 4, status: 'SCHEDULED' }, true],
    ['does not count pauses', { of: 10, edited: 10, fileStatus: 'PAUSED' }, false],
    ['does not count creations', { of: 10, edited: 0, created: 50 }, false],
  ])('%s', (_, crowd, refused) => {
    expect(planOf(crowd).guard !== undefined).toBe(refused);
  });

  it('marks each campaign that it refuses, and creations too, and keeps what would have been done', () => {
    const { campaigns } = planOf({ of: 10, edited: 4, created: 1 });
    const marked = campaigns.filter(({ held }) => held.some(({ reason }) => reason === 'guard'));
    expect(marked).toHaveLength(5);
    expect(marked.every(({ steps, changeId }) => steps.length > 0 && changeId !== null)).toBe(true);
    expect(marked.filter(({ verdict }) => verdict === 'create')).toMatchObject([{ held: [{}] }]);
  });
});

const SCOPE = { ref: 'main', mergeBase: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' };

/** A plan of edited active campaigns next to others that aren't planned with one status. */
function planOfEdited(edited: number, others: number, status: CampaignStatus): Plan {
  const [ours, theirs] = [some(edited, 'edited'), some(others, 'other')];
  const shown = [
    ...ours.map((key) => live({ key, status: 'ACTIVE', components: utm('a') })),
    ...theirs.map((key) => live({ key, status, components: utm('a') })),
  ];
  const files = [
    ...ours.map((key) => desired({ key, components: utm('b') })),
    ...theirs.map((key) => desired({ key, components: utm('a') })),
  ];
  return planFor(managing(files, shown), {
    policy: { drift: 'revert', guard: { share: 0.3, atLeast: 10 } },
    ...{ only: new Set(ours as CampaignKey[]), scope: SCOPE },
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
  ])('counts campaigns outside the plan that are sending by their record: 90 %s', (_, status, refusal) => {
    expect(planOfEdited(10, 90, status).guard).toEqual(refusal);
  });
});
