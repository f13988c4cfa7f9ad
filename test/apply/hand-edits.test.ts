import { expect, it } from 'vitest';
import { handEditOf } from '../../src/apply/hand-edits.ts';
import type { Components, Live } from '../../src/model/campaign.ts';
import { planOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, desired, live, stateOf } from '../support/builders.ts';

// What a run finds edited by hand, and what it can say about who did that and when.

const SENT: Components = { utm_params: { utm_source: 'shop' } };
const EDITED: Components = { utm_params: { utm_source: 'by  hand' } };
const NOW = Date.parse('2031-06-01T00:00:00Z');

function found(
  file: Components,
  shown: Partial<Live> & { readonly components?: Components },
  updatedAt?: string,
) {
  const known = { ...live({ key: 'a', components: EDITED, status: 'STOPPED' }), ...shown };
  const sent = live({ key: 'a', components: SENT }).components;
  const binding = { ...bindingOf(known, { applied: sent, observed: sent }), ...(updatedAt && { updatedAt }) };
  const stage = stageOf({
    desired: [desired({ key: 'a', components: file })],
    live: [known],
    state: stateOf([binding]),
  });
  const [campaign] = planOn(stage, {}).campaigns;
  return campaign && handEditOf(campaign, binding, NOW);
}

it('is what the file does not say, with each value before and after', () => {
  const values = [{ component: 'utm_params', path: '/utm_source', was: 'shop', now: 'by  hand' }];
  expect(found(SENT, {})).toMatchObject({
    components: ['utm_params'],
    values,
    when: 'unknown',
    by: null,
    at: null,
  });
  expect(found(EDITED, { status: 'ACTIVE' })).toMatchObject({ values, when: null });
  expect(found(SENT, { components: live({ key: 'a', components: SENT }).components })).toBeUndefined();
});

it('is of nobody known if the last edit is our own', () => {
  const edit = { updatedAt: '2031-05-02 08:00:00.000000', updatedBy: 'ada@example.com' };
  expect(found(SENT, edit)).toMatchObject({ by: 'ada@example.com', at: '2031-05-02T08:00:00.000Z' });
  expect(found(SENT, edit, edit.updatedAt)).toMatchObject({ by: null, at: null });
});
