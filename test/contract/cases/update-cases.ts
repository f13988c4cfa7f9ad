import { expect } from 'vitest';
import {
  BARE_PUSH,
  CONNECTOR,
  email,
  EVERYBODY,
  MAIL,
  push,
  type Body,
} from '../../support/contract/bodies.ts';
import { contract, contractOn, group } from '../../support/contract/contract.ts';
import { AUTHOR, UTM } from '../../support/contract/operations.ts';
import type { Reference } from '../../support/contract/specification.ts';
import { expectBlame, expectFailure, expectRefusal, expectStatus } from '../../support/contract/verdicts.ts';

const ADA = 'ada@example.com';
const COMPONENTS = [
  ...['basic_details', 'trigger_condition', 'campaign_content', 'segmentation_details', 'scheduling_details'],
  ...['delivery_controls', 'advanced', 'conversion_goal_details', 'control_group_details', 'utm_params'],
];

/** Patches that are refused, with the path of the mistake. */
const WRONG: readonly [Reference, string, Body, string][] = [
  ['S6', 'another channel', { channel: 'EMAIL' }, 'channel'],
  ['S6', 'another delivery type', { campaign_delivery_type: 'PERIODIC' }, 'campaign_delivery_type'],
  ['W7', 'a status', { status: 'ACTIVE' }, 'status'],
  ['V20', 'an unknown field', { colour: 'red' }, 'colour'],
  ['V20', 'an id', { id: 'a'.repeat(24) }, 'id'],
  ['Update Campaign', "an author that isn't an address", { updated_by: 'ada' }, 'updated_by'],
  ['Connector', 'a connector for push', { connector: CONNECTOR }, 'connector'],
  ['Update Campaign', 'a component that is a text', { utm_params: 'shop' }, 'utm_params'],
  ['Update Campaign', 'a mistake in a component', { basic_details: { name: 7 } }, 'basic_details.name'],
  [
    'Update Campaign',
    'a component without a required part',
    { utm_params: { utm_source: 'shop' } },
    'utm_params.utm_medium',
  ],
];

const replaced = contractOn({ updates: 'replaced' });
const merged = contractOn({ updates: 'merged' });

export const updateCases = group('updates', [
  contract(['W6', 'Update Campaign', 'W1'], 'an update returns the ID, nothing else', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    const answer = await client.update(id, { segmentation_details: EVERYBODY });
    expectStatus(answer, 200);
    expect([answer.at('type'), answer.at('data')]).toEqual(['campaign', { id }]);
  }),
  replaced(['W7', 'Update Campaign'], 'a component replaces the stored one', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    const basic_details = { name: 'Other', platforms: ['WEB'] };
    expectStatus(await client.update(id, { basic_details }), 200);
    expect((await client.get(id)).at('data.basic_details')).toEqual(basic_details);
  }),
  replaced(['W7', 'Update Campaign'], 'deep fields that are left out are removed too', async ({ client }) => {
    const id = await client.created(email('ONE_TIME'));
    const campaign_content = { content: { email: { subject: 'Only this' } } };
    expectStatus(await client.update(id, { campaign_content }), 200);
    expect((await client.get(id)).at('data.campaign_content')).toEqual(campaign_content);
  }),
  merged(['W7', 'Update Campaign'], 'fields that are left out keep their value', async ({ client }) => {
    const id = await client.created(email('ONE_TIME'));
    const campaign_content = { content: { email: { subject: 'Only this' } } };
    expectStatus(await client.update(id, { campaign_content }), 200);
    expect((await client.get(id)).at('data.campaign_content.content.email')).toEqual({
      ...MAIL,
      subject: 'Only this',
    });
  }),
  merged(['W7', 'Update Campaign'], 'lists are replaced', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    expectStatus(await client.update(id, { basic_details: { platforms: ['IOS'] } }), 200);
    expect((await client.get(id)).at('data.basic_details')).toEqual({
      ...{ name: 'Spring sale', tags: ['spring'], platforms: ['IOS'] },
    });
  }),
  contract(['W7'], 'components that are not sent keep their value', async ({ client }) => {
    const id = await client.created(push('EVENT_TRIGGERED'));
    const before = await client.get(id);
    expectStatus(await client.update(id, UTM), 200);
    const after = await client.get(id);
    for (const component of COMPONENTS.filter((name) => name !== 'utm_params')) {
      expect(after.at(`data.${component}`)).toEqual(before.at(`data.${component}`));
    }
    expect(after.at('data.utm_params')).toEqual(UTM.utm_params);
  }),
  contract(['W7', 'V1', 'Edits in DRAFT'], 'components can come one after the other', async ({ client }) => {
    const whole = push('ONE_TIME');
    const id = await client.created(BARE_PUSH);
    for (const component of COMPONENTS.filter((name) => whole[name] !== undefined)) {
      expectStatus(await client.update(id, { [component]: whole[component] }), 200);
    }
    const record = await client.get(id);
    expect(record.at('data')).toMatchObject(whole);
  }),
  contract(['W3', 'Update Campaign'], 'an update has an author, not a creator', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    await client.update(id, { updated_by: ADA, ...UTM });
    const record = await client.get(id);
    expect([record.at('data.updated_by'), record.at('data.created_by')]).toEqual([ADA, AUTHOR]);
  }),
  contract(['W3'], 'an update changes updated_at and not created_at', async ({ client, control }) => {
    const id = await client.created(push('ONE_TIME'));
    const before = await client.get(id);
    await control.advance(1000);
    await client.update(id, UTM);
    const after = await client.get(id);
    expect(after.at('data.created_at')).toBe(before.at('data.created_at'));
    expect(String(after.at('data.updated_at')) > String(before.at('data.updated_at'))).toBe(true);
  }),
  contract(['W7a', 'S6', 'Update Campaign'], 'the same channel and type may be sent', async ({ client }) => {
    const { channel, campaign_delivery_type } = BARE_PUSH;
    const id = await client.created(push('ONE_TIME'));
    expectStatus(await client.update(id, { channel, campaign_delivery_type, updated_by: ADA, ...UTM }), 200);
  }),
  contract(['W7a'], 'channel, delivery type and author may be left out', async ({ client }) => {
    expectStatus(await client.update(await client.created(push('ONE_TIME')), UTM), 200);
  }),
  ...WRONG.map(([reference, what, body, place]) =>
    contract(
      [reference, ...(reference === 'S6' ? (['W7a'] as const) : [])],
      `an update refuses ${what} and changes nothing`,
      async ({ client }) => {
        const id = await client.created(push('ONE_TIME'));
        const before = await client.get(id);
        const answer = await client.update(id, { ...UTM, ...body });
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, place);
        expect((await client.get(id)).at('data')).toEqual(before.at('data'));
      },
    ),
  ),
  ...COMPONENTS.map((component) =>
    contract(['W7'], `an update refuses null for ${component}`, async ({ client }) => {
      const id = await client.created(push('EVENT_TRIGGERED'));
      const answer = await client.update(id, { [component]: null });
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, component);
    }),
  ),
  replaced(
    ['Update Campaign', 'Cross-cutting rule 6'],
    'an update checks a component by the rules of its campaign',
    async ({ client }) => {
      const id = await client.created(push('EVENT_TRIGGERED'));
      const answer = await client.update(id, { delivery_controls: { ignore_frequency_capping: true } });
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, 'delivery_controls.bypass_dnd');
    },
  ),
  contract(
    ['Update Campaign', 'Cross-cutting rule 4'],
    'an update requires the period of a periodic campaign',
    async ({ client }) => {
      const id = await client.created(push('PERIODIC'));
      const answer = await client.update(id, { scheduling_details: { delivery_type: 'ASAP' } });
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, 'scheduling_details');
    },
  ),
  contract(['Update Campaign'], 'one invalid component prevents writing the others', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    expectStatus(await client.update(id, { ...UTM, basic_details: { name: 7 } }), 400);
    expect((await client.get(id)).at('data.utm_params')).toBeUndefined();
  }),
  contract(['Update Campaign'], 'only what an update sends is refused', async ({ client, control }) => {
    const id = await control.seedOne(
      push('EVENT_TRIGGERED', { trigger_condition: { trigger_delay_type: 'NEVER' } }),
    );
    expectStatus(await client.update(id, { segmentation_details: EVERYBODY }), 200);
  }),
  contract(['Service 3', 'Service 5', 'S10'], 'an SMS is read, not changed', async ({ client, control }) => {
    const id = await control.seedOne({
      channel: 'SMS',
      campaign_delivery_type: 'ONE_TIME',
      status: 'ACTIVE',
      sender_name: 'SHOP',
    });
    const before = await client.get(id);
    expectRefusal(await client.update(id, UTM));
    expect(before.at('data.sender_name')).toBe('SHOP');
    expect((await client.get(id)).at('data')).toEqual(before.at('data'));
  }),
  contract(['S10', 'Campaign record'], 'a flow node is read, not changed', async ({ client, control }) => {
    const id = await control.seedOne(push('ONE_TIME', { flow_id: 'f-1', flow_name: 'Onboarding' }));
    const before = await client.get(id);
    expectRefusal(await client.update(id, UTM));
    expect([before.at('data.flow_id'), before.at('data.flow_name')]).toEqual(['f-1', 'Onboarding']);
    expect((await client.get(id)).at('data')).toEqual(before.at('data'));
  }),
]);
