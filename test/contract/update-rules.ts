import { beforeEach, describe, expect, test } from 'vitest';
import { BARE_PUSH, email, EVERYBODY, push } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

/** Specification, Update Campaign; open points W6 to W8, V1, V20, S6. */
export function updateRules(target: TargetOf): void {
  describe('update', () => {
    let client: ContractClient;
    let id: string;
    beforeEach(async () => {
      client = new ContractClient(target());
      id = await client.created(push('ONE_TIME'));
    });

    test('answers the id and nothing else', async () => {
      const answer = await client.update(id, { segmentation_details: EVERYBODY });
      expect([answer.status, answer.at('type'), answer.at('data')]).toEqual([200, 'campaign', { id }]);
    });

    test('replaces a component whole: nested fields that are left out are gone', async () => {
      await client.update(id, { basic_details: { name: 'Other', platforms: ['WEB'] } });
      expect((await client.get(id)).at('data.basic_details')).toEqual({ name: 'Other', platforms: ['WEB'] });
    });

    test('leaves components alone that are not sent', async () => {
      const before = await client.get(id);
      await client.update(id, { utm_params: { utm_source: 'a', utm_medium: 'b' } });
      const after = await client.get(id);
      for (const component of [
        'basic_details',
        'campaign_content',
        'segmentation_details',
        'scheduling_details',
      ]) {
        expect(after.at(`data.${component}`)).toEqual(before.at(`data.${component}`));
      }
      expect(after.at('data.utm_params')).toEqual({ utm_source: 'a', utm_medium: 'b' });
    });

    test('notes who did it', async () => {
      await client.update(id, { updated_by: 'ada@example.com', segmentation_details: EVERYBODY });
      const record = await client.get(id);
      expect(record.at('data.updated_by')).toBe('ada@example.com');
      expect(record.at('data.created_by')).toBe(BARE_PUSH.created_by);
    });

    test('takes channel and delivery type when they are the same', async () => {
      const { channel, campaign_delivery_type } = BARE_PUSH;
      const body = {
        channel,
        campaign_delivery_type,
        updated_by: 'ada@example.com',
        segmentation_details: EVERYBODY,
      };
      expect((await client.update(id, body)).status).toBe(200);
    });

    test.each<[string, object, string]>([
      ['another channel', { channel: 'EMAIL' }, 'channel'],
      ['another delivery type', { campaign_delivery_type: 'PERIODIC' }, 'campaign_delivery_type'],
      ['null for a component', { utm_params: null }, 'utm_params'],
      ['a status', { status: 'ACTIVE' }, 'status'],
      ['an unknown field', { colour: 'red' }, 'colour'],
      ['a new creator', { created_by: 'ada@example.com' }, 'created_by'],
      ['an author without an address', { updated_by: 'ada' }, 'updated_by'],
      ['a connector for push', { connector: { connector_type: 'A' } }, 'connector'],
      ['a component that is wrong', { basic_details: { name: 7 } }, 'basic_details.name'],
    ])('refuses %s and changes nothing', async (_case, body, place) => {
      const before = await client.get(id);
      const answer = await client.update(id, body);
      expect([answer.status, answer.at('error.code')], answer.text).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.at('error.target')).toBe(place);
      expect((await client.get(id)).at('data')).toEqual(before.at('data'));
    });

    test('judges a component in the light of the campaign it belongs to', async () => {
      const triggered = await client.created(push('EVENT_TRIGGERED'));
      const answer = await client.update(triggered, {
        delivery_controls: { ignore_frequency_capping: true },
      });
      expect([answer.status, answer.at('error.target')]).toEqual([400, 'delivery_controls.bypass_dnd']);
    });

    test('does not blame a patch for what it does not send', async ({ skip }) => {
      const { seed } = target();
      if (!seed) return skip();
      const broken = 'abcdefabcdefabcdefabcd01';
      await seed([
        { ...email('EVENT_TRIGGERED'), id: broken, trigger_condition: { trigger_delay_type: 'NEVER' } },
      ]);
      expect((await client.update(broken, { segmentation_details: EVERYBODY })).status).toBe(200);
    });

    test('is refused for channels and flow nodes that can only be read', async ({ skip }) => {
      const { seed } = target();
      if (!seed) return skip();
      const [sms, node] = ['abcdefabcdefabcdefabcd02', 'abcdefabcdefabcdefabcd03'] as const;
      await seed([
        { id: sms, channel: 'SMS', status: 'ACTIVE', sender_name: 'SHOP' },
        { ...push('ONE_TIME'), id: node, flow_id: 'f1', flow_name: 'Onboarding' },
      ]);
      expect((await client.update(sms, { segmentation_details: EVERYBODY })).status).toBe(409);
      expect((await client.update(node, { segmentation_details: EVERYBODY })).status).toBe(409);
      expect((await client.get(sms)).at('data.sender_name')).toBe('SHOP');
    });
  });
}
