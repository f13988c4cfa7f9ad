import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';
import { todoOf, whyOf } from '../support/held-words.ts';

/** What users get, under a name of its own. */
function gold(name: string, more: Components = {}): Components {
  return {
    basic_details: { name },
    campaign_content: { content: { push: { android: { basic_details: { title: 'An early look' } } } } },
    segmentation_details: { is_all_user_campaign: true },
    scheduling_details: { delivery_type: 'ASAP' },
    ...more,
  };
}

interface Copied {
  readonly asks?: DesiredStatus | undefined;
  readonly live?: CampaignStatus;
  readonly copy?: Parameters<typeof desired>[0];
  readonly allow?: 'same-name';
}

/** The plan of a new file `new` that is to be published, beside a managed campaign `old`. */
function planCopy({ asks = 'ACTIVE', live: status = 'ACTIVE', copy = {}, allow }: Copied) {
  const old = live({ key: 'old', channel: 'PUSH', status, components: gold('Gold') });
  const file = desired({ key: 'old', channel: 'PUSH', status: asks, components: gold('Gold') });
  const second = desired({
    ...{ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver') },
    ...copy,
  });
  const { campaigns } = planFor(
    { desired: [file, second], live: [old], state: stateOf([bindingOf(old)]) },
    { allowed: new Set(allow ? [allow] : []) },
  );
  return campaigns.find(({ key }) => key === 'new');
}

const BLOCKED = {
  transition: null,
  held: [{ reason: 'ambiguous', consent: 'same-name', cause: { code: 'sends-twice', as: ['old'] } }],
};

describe('a copy that would be published beside a campaign with the same message, audience and time', () => {
  it.each<readonly [what: string, copied: Copied]>([
    ['under another name', {}],
    ['under the same name', { copy: { components: gold('Gold') } }],
    ['with other tracking', { copy: { components: gold('Silver', { utm_params: { utm_source: 'b' } }) } }],
    ['of a campaign that is to be published, too', { live: 'DRAFT' }],
    ['of a campaign that was sent', { live: 'SENT' }],
  ])('%s: is created as a draft and not published', (_, copied) => {
    expect(planCopy(copied)).toMatchObject({ verdict: 'create', notes: [], ...BLOCKED });
  });

  it('says which campaign sends the same, and how to go on', () => {
    const [held] = planCopy({})?.held ?? [];
    expect(whyOf(held)).toContain('old');
    expect(todoOf(held)).toContain('same-name');
  });

  it.each<readonly [what: string, copied: Copied]>([
    ['it is wanted', { allow: 'same-name' }],
    ['another audience', { copy: { components: gold('Silver', { segmentation_details: {} }) } }],
    [
      'another time',
      {
        copy: {
          components: gold('Silver', {
            scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-04-01T09:00:00' },
          }),
        },
      },
    ],
    ['another channel', { copy: { channel: 'EMAIL' } }],
    ['another type', { copy: { type: 'EVENT_TRIGGERED' } }],
    ['the other one is a draft', { asks: 'DRAFT', live: 'DRAFT' }],
    ['the other one is stopped by its file', { asks: 'STOPPED', live: 'ACTIVE' }],
    ['no content', { copy: { components: { basic_details: { name: 'Silver' } } } }],
  ])('is published: %s', (_, copied) => {
    expect(planCopy(copied)).toMatchObject({ held: [], transition: { action: 'PUBLISH' } });
  });

  it('blocks both of two new files', () => {
    const files = ['one', 'two'].map((key) =>
      desired({ key, channel: 'PUSH', status: 'ACTIVE', components: gold(key) }),
    );
    const { campaigns } = planFor({ desired: files });
    expect(campaigns.map(({ transition }) => transition)).toEqual([null, null]);
  });

  it('blocks a draft that is published later', () => {
    const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
    const draft = live({ key: 'new', channel: 'PUSH', components: gold('Silver') });
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'old', channel: 'PUSH', components: gold('Gold') }),
        desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver') }),
      ],
      live: [old, draft],
      state: stateOf([bindingOf(old), bindingOf(draft)]),
    });
    expect(campaigns.find(({ key }) => key === 'new')).toMatchObject(BLOCKED);
  });
});

it('a campaign without a file that still sends counts, too', () => {
  const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
  const draft = live({ key: 'new', channel: 'PUSH', components: gold('Silver') });
  const file = desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver') });
  const state = stateOf([bindingOf(old), bindingOf(draft)]);
  const { campaigns } = planFor({ desired: [file], live: [old, draft], state });
  expect(campaigns.find(({ key }) => key === 'new')).toMatchObject(BLOCKED);
});

describe('a file that was moved and whose campaign got another name', () => {
  const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
  const state = stateOf([bindingOf(old)]);
  const moved = desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold, second') });

  it('is not created: it would send the same a second time', () => {
    const { campaigns } = planFor({ desired: [moved], live: [old], state });
    expect(campaigns).toMatchObject([
      { key: 'new', verdict: 'held', held: [{ reason: 'renamed' }] },
      { key: 'old', verdict: 'orphaned', notes: [{ kind: 'moved-to' }] },
    ]);
  });

  it('is created if a second one is wanted', () => {
    const { campaigns } = planFor(
      { desired: [moved], live: [old], state },
      { allowed: new Set(['same-name']) },
    );
    expect(campaigns).toMatchObject([
      { key: 'new', verdict: 'create', transition: { action: 'PUBLISH' } },
      { key: 'old', verdict: 'orphaned', notes: [{ kind: 'still-sending' }] },
    ]);
  });
});
