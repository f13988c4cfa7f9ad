import { describe, expect, test } from 'vitest';
import { email, push, put, WEB, type Body } from '../../../support/contract/bodies.ts';
import { FIRST_PAGE } from '../../../support/contract/operations.ts';
import { play } from '../../../support/service/running.ts';

const AT = { start_time: '2090-07-01T09:00:00', timezone: 'Europe/Berlin' };

/** Open point W13. */
test('search-rows=partial leaves rows their record fields and basic_details', async () => {
  const { client } = await play({ quirks: ['search-rows=partial'] });
  for (const body of [push('EVENT_TRIGGERED', { advanced: {} }), email('EVENT_TRIGGERED')]) {
    const id = await client.created(body);
    const found = await client.search({ ...FIRST_PAGE, campaign_fields: { ids: [id], status: ['DRAFT'] } });
    const { basic_details, channel, campaign_delivery_type, created_by } = body;
    const time = expect.stringMatching(/^\d{4}-/) as unknown;
    expect(found.at('data.campaigns.0')).toEqual({
      ...{ id, campaign_id: id, status: 'DRAFT', channel, campaign_delivery_type, basic_details },
      ...{ created_by, updated_by: created_by, created_at: time, updated_at: time },
    });
    expect((await client.get(id)).at('data')).toMatchObject(body);
  }
});

/** Open point W32. */
describe('respell', () => {
  const titled = (title: string): Body => ({
    campaign_content: { content: put({ push: WEB }, 'push.web.basic_details.title', title) },
  });
  const TITLE = 'campaign_content.content.push.web.basic_details.title';
  const named = (name: string): Body => ({ basic_details: { name, platforms: ['WEB'] } });
  const scheduled = (details: object): Body => ({ scheduling_details: details });
  const utm_params = { utm_source: 'a', utm_medium: 'b', utm_term: '' };
  const DEEP = { name: 'A', deep: { none: null, deeper: { empty: {} } }, off: false, zero: 0 };
  const FIXED = { delivery_type: 'AT_FIXED_TIME', ...AT };
  const ASAP = { delivery_type: 'ASAP', expiry_time: '2090-07-01T09:00:00+02:00' };
  const [ZONE, EXPIRY] = ['scheduling_details.timezone', 'scheduling_details.expiry_time'];

  test.each<[string, Body, string, unknown]>([
    ['entities', titled(`a & b <c> "d" 'e'`), TITLE, 'a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39;'],
    ['entities', titled('a &amp; b &copy; c'), TITLE, 'a &amp; b &amp;copy; c'],
    ['entities', named('Black & white'), 'basic_details.name', 'Black & white'],
    ['trim', named('  Sale\n'), 'basic_details.name', 'Sale'],
    ['nfc', named('Café'), 'basic_details.name', 'Caf\u00e9'],
    ['drop-empty', { utm_params }, 'utm_params.utm_term', undefined],
    ['drop-empty', { basic_details: { name: 'A', tags: [] } }, 'basic_details', { name: 'A' }],
    ['drop-empty', { basic_details: DEEP }, 'basic_details', { name: 'A', off: false, zero: 0 }],
    ['utc', scheduled({ ...FIXED, timezone: 'UTC' }), ZONE, 'Etc/UTC'],
    ['utc', scheduled(FIXED), ZONE, AT.timezone],
    ['utc', scheduled(ASAP), EXPIRY, '2090-07-01T09:00:00+0200'],
    ['utc', named('UTC'), 'basic_details.name', 'UTC'],
    ['trim,entities', titled(' <b> '), TITLE, '&lt;b&gt;'],
  ])('%s of %j', async (how, changes, path, read) => {
    const { client, control } = await play({ quirks: [`respell=${how}`] });
    const id = await client.created(push('ONE_TIME', changes));
    expect((await client.get(id)).at(`data.${path}`)).toEqual(read);
    const found = await client.search({ ...FIRST_PAGE, campaign_fields: { status: ['DRAFT'] } });
    expect(found.at(`data.campaigns.0.${path}`)).toEqual(read);
    await control('DELETE', 'quirks');
    expect((await client.get(id)).at('data')).toMatchObject(changes);
  });
});

/** Open point W32. */
describe('fields that the service adds', () => {
  const TRIGGERED = push('EVENT_TRIGGERED');

  test('late-default shows false if the component exists and the field does not', async () => {
    const { client } = await play({ quirks: ['late-default=delivery_controls.new_flag'] });
    const one = async (delivery_controls?: Body) => {
      const id = await client.created({ ...TRIGGERED, ...(delivery_controls && { delivery_controls }) });
      return (await client.get(id)).at('data.delivery_controls');
    };
    expect(await one()).toEqual({ bypass_dnd: false, new_flag: false });
    expect(await one({ bypass_dnd: true, new_flag: 'kept' })).toEqual({ bypass_dnd: true, new_flag: 'kept' });
    const without = (await client.get(await client.created(push('ONE_TIME')))).at('data');
    expect(without).not.toHaveProperty('delivery_controls');
  });

  test('moving-value shows another text on every read, without an edit', async () => {
    const { client, advance } = await play({ quirks: ['moving-value=basic_details.revision'] });
    const id = await client.created(TRIGGERED);
    const seen: unknown[] = [];
    const updated: unknown[] = [];
    for (let read = 0; read < 3; read += 1) {
      await advance(1000);
      const record = await client.get(id);
      seen.push(record.at('data.basic_details.revision'));
      updated.push(record.at('data.updated_at'));
    }
    const found = await client.search({ ...FIRST_PAGE, campaign_fields: { status: ['DRAFT'] } });
    seen.push(found.at('data.campaigns.0.basic_details.revision'));
    expect(new Set(seen).size).toBe(4);
    expect(seen.every((value) => typeof value === 'string')).toBe(true);
    expect(new Set(updated).size).toBe(1);
  });
});
