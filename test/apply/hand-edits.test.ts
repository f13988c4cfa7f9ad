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

const SCHEDULED: Components = {
  ...EDITED,
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-10T00:00:00', timezone: 'UTC' },
};

it.each([
  ['before', 'SENT', '2031-05-02', 'before-send'],
  ['before', 'ACTIVE', '2031-05-02', 'before-send'],
  ['after', 'SENT', '2031-05-12', 'after-send'],
  ['before the start of', 'STOPPED', '2031-05-02', 'unknown'],
  ['after the start of', 'STOPPED', '2031-05-12', 'unknown'],
  ['before the start of', 'DRAFT', '2031-05-02', null],
  ['after the start of', 'DRAFT', '2031-05-12', null],
] as const)('says of an edit %s what is %s only what is known', (_, status, day, when) => {
  const edit = { updatedAt: `${day} 08:00:00.000000`, updatedBy: 'ada@example.com' };
  const sent = { ...SCHEDULED, ...SENT };
  expect(found(sent, { ...edit, status, components: SCHEDULED, deliveryType: 'ONE_TIME' })).toMatchObject({
    when,
  });
});

it('knows that what is SENT was sent, whatever our clock says', () => {
  const start = { ...SCHEDULED.scheduling_details, start_time: '2035-05-10T00:00:00' };
  const components = { ...SCHEDULED, scheduling_details: start };
  const edit = { updatedAt: '2035-05-02 08:00:00.000000', updatedBy: 'ada@example.com' };
  const shown = { ...edit, status: 'SENT', components, deliveryType: 'ONE_TIME' } as const;
  expect(found({ ...components, ...SENT }, shown)).toMatchObject({ when: 'before-send' });
});
