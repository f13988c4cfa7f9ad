import { describe, expect, it } from 'vitest';
import type { Obstacle } from '../../src/apply/check-base.ts';
import type { Components, Live } from '../../src/model/campaign.ts';
import type { Binding, Intent } from '../../src/model/state.ts';
import { intent, live } from '../support/builders.ts';
import { check, edit, moved, present } from '../support/planned-steps.ts';

// The last check before an edit: whether a component that live shows in another way than the plan saw it was edited by
// someone else, sent by an earlier run, or changes by itself.

const UTM: Components = { utm_params: { utm_source: 'shop' } };
const OTHER_UTM: Components = { utm_params: { utm_source: 'app' } };
const HAND: Components = { utm_params: { utm_source: 'hand' } };
const SEGMENT: Components = { segmentation_details: { is_all_user_campaign: true } };

describe('an edit of a component that live shows in another way', () => {
  const byUs = (open: readonly Intent[]) =>
    edit(live({ components: UTM }), { components: OTHER_UTM }, { open });
  const sent = (components: Components, more: Partial<Parameters<typeof intent>[0]> = {}) => [
    intent({ kind: 'update', components, ...more }),
  ];
  const STALE = moved({ code: 'changed', what: 'components', components: ['utm_params'] });

  it.each<readonly [string, readonly Intent[], Components, Obstacle | undefined]>([
    ['is sent if an earlier run sent that', sent(HAND), HAND, undefined],
    [
      'is sent if one of several earlier runs sent that',
      [...sent(HAND), { ...intent({ kind: 'update', components: OTHER_UTM }), requestId: 'second' }],
      HAND,
      undefined,
    ],
    ['is not sent if an earlier run sent something else', sent(OTHER_UTM), HAND, STALE],
    ['is not sent if an earlier run sent another component', sent(SEGMENT), HAND, STALE],
    ['is not sent if an earlier run sent that to another campaign', sent(HAND, { key: 'b' }), HAND, STALE],
    [
      'is not sent if an earlier run created another campaign with it',
      sent(HAND, { key: 'b', kind: 'create' }),
      HAND,
      STALE,
    ],
    ['is not sent if no run sent it', [], HAND, STALE],
    ['is not sent if it is gone, although an edit of another component is open', sent(SEGMENT), {}, STALE],
  ])('%s', async (_, open, shown, expected) => {
    expect(await check(byUs(open), present(live({ components: shown })))).toEqual(expected);
  });

  const counter = (seen: number): Components => ({ utm_params: { utm_source: 'shop', seen } });
  const EDITED: Components = { utm_params: { utm_source: 'app' } };
  const CHANGING: Binding['changing'] = { utm_params: ['/seen'] };

  it.each<readonly [string, Binding['changing'], readonly [string, string], Obstacle | undefined]>([
    ['is sent if only a value changed that is known to change by itself', CHANGING, ['1', '2'], undefined],
    ['is sent if a value changed that no one edited since', {}, ['1', '1'], undefined],
    ['is not sent if a value changed, and the campaign was edited since', {}, ['1', '2'], STALE],
  ])('%s', async (_, changing, [before, now], expected) => {
    const from: Live = { ...live({ components: counter(1) }), updatedAt: before };
    const stage = edit(from, { components: EDITED }, { applied: UTM, observedAt: before, changing });
    const shown: Live = { ...live({ components: counter(2) }), updatedAt: now };
    expect(await check(stage, present(shown))).toEqual(expected);
  });

  it('is not sent if a value changed and the service never says when a campaign was edited', async () => {
    const stage = edit(live({ components: counter(1) }), { components: EDITED }, { applied: UTM });
    expect(await check(stage, present(live({ components: counter(2) })))).toEqual(STALE);
  });
});
