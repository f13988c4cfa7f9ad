import { describe, expect, it } from 'vitest';
import type { Components } from '../../src/model/campaign.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';

const says = (title: string, more: Components = {}): Components => ({
  basic_details: { name: title },
  campaign_content: { content: { push: { android: { basic_details: { title, message: 'Tents.' } } } } },
  ...more,
});

const OLD = { key: 'old', channel: 'PUSH', type: 'PERIODIC' } as const;
const NEW = { key: 'new', channel: 'PUSH', type: 'PERIODIC' } as const;

interface Scene {
  /** What the campaign `old` was sent, what the service shows of it, and what its file says now. */
  readonly sent?: Components;
  readonly shown?: Components;
  readonly file?: Components;
  /** What `new` says, and its status. */
  readonly copy?: Components;
  readonly status?: 'DRAFT' | 'PAUSED';
}

/** What a campaign waits for that is published, or resumed, by the plan that pauses another one. */
function waitsFor(scene: Scene) {
  const { sent = says('Gold'), copy = says('Gold', { basic_details: { name: 'Silver' } }) } = scene;
  const { shown = sent, file = sent, status = 'DRAFT' } = scene;
  const old = live({ ...OLD, status: 'ACTIVE', components: sent });
  const next = live({ ...NEW, status, components: copy });
  const { campaigns } = planFor({
    desired: [
      desired({ ...OLD, status: 'PAUSED', components: file }),
      desired({ ...NEW, status: 'ACTIVE', components: copy }),
    ],
    live: [{ ...old, components: shown }, next],
    state: stateOf([bindingOf(old), bindingOf(next)]),
  });
  expect(campaigns).toMatchObject([
    { key: 'new', transition: { action: status === 'DRAFT' ? 'PUBLISH' : 'RESUME' } },
    { key: 'old', transition: { action: 'PAUSE' } },
  ]);
  return campaigns[0]?.startsAfter;
}

const OTHERS: Components = { segmentation_details: { is_all_user_campaign: true } };

describe('a start waits for the campaign with its content that the same plan pauses', () => {
  it.each<readonly [what: string, scene: Scene]>([
    ['has the same content under another name', {}],
    ['is resumed', { status: 'PAUSED' }],
    ['is for other users', { copy: says('Gold', OTHERS) }],
    ['has what was sent, which the service shows in another way', { shown: says('GOLD') }],
    ['has what was sent, and the file of the other one has an edit', { file: says('Bronze') }],
    ['has what the service shows', { sent: says('Bronze'), shown: says('Gold') }],
  ])('if it %s', (_, scene) => {
    expect(waitsFor(scene)).toEqual(['old']);
  });

  it('but not for one with another content', () => {
    expect(waitsFor({ copy: says('Silver') })).toBeUndefined();
  });

  it('and not for one without any', () => {
    const named = (name: string): Components => ({ basic_details: { name } });
    expect(waitsFor({ sent: named('Gold'), copy: named('Silver') })).toBeUndefined();
  });
});
