import { describe, expect, test } from 'vitest';
import { BARE_PUSH, push } from '../../../support/contract/bodies.ts';
import { RawConnection } from '../../../support/service/raw-connection.ts';
import { LOCAL, play } from '../../../support/service/running.ts';

const ID = 'abcabcabcabcabcabcabcabc';

describe('control: who may use it', () => {
  test.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.9.9.9:80', '[::1]', '[::1]:4010'])(
    'a request to the host %s',
    async (host) => {
      expect(await statusOf(`GET /_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(200);
    },
  );

  test('accepts a request that names no host', async () => {
    expect(await statusOf('GET /_control/log HTTP/1.0\r\n')).toBe(200);
  });

  test.each([
    'evil.example:4010',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '127.evil.example',
    '10.0.0.1',
    '[::2]',
  ])('refuses one to the host %s, which a web page can resolve to this machine', async (host) => {
    expect(await statusOf(`GET /_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403);
    expect(await statusOf(`GET http://localhost/_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403);
  });

  test('refuses a page in a browser', async () => {
    const request = 'GET /_control/log HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n';
    expect(await statusOf(request)).toBe(403);
  });

  async function statusOf(head: string): Promise<number> {
    const { service } = await play();
    const connection = new RawConnection(service.port);
    connection.send(`${head}Connection: close\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await connection.rest())?.[1]);
  }
});

describe('control: clock', () => {
  test("a manual clock doesn't advance by itself, and moves by milliseconds or to instants", async () => {
    const { control } = await play();
    const before = await control('GET', 'clock');
    expect(await control('GET', 'clock')).toEqual(before);
    const set = await control('POST', 'clock', { now: '2026-03-01T10:00:00+01:00' });
    expect(set).toEqual({ status: 200, value: { now: '2026-03-01T09:00:00.000Z' } });
    const advanced = await control('POST', 'clock', { advance_ms: 60_000 });
    expect(advanced).toEqual({ status: 200, value: { now: '2026-03-01T09:01:00.000Z' } });
  });

  test.each([
    {},
    { now: 'soon' },
    { now: '2026-03-01T09:00:00' },
    { now: '2031-02-30T00:00:00Z' },
    { now: '2031-13-01T00:00:00Z' },
    { now: 'Sat, 01 Mar 2031 00:00:00 +00:00' },
    { now: '2031-03-01T00:00:00Z', advance_ms: 5 },
    { now: '2031-03-01T00:00:00Z', zone: 'UTC' },
    { advance_ms: 5, then: 'stop' },
    { advance_ms: '5' },
    { advance_ms: 1e18 },
  ])('refuses the request %j and moves nothing', async (order) => {
    const { control } = await play();
    const before = await control('GET', 'clock');
    expect((await control('POST', 'clock', order)).status).toBe(400);
    expect(await control('GET', 'clock')).toEqual(before);
  });

  test.each([
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2031-03-01T00:00:00.25+05:30', '2031-02-28T18:30:00.250Z'],
  ])('accepts the instant %s', async (now, instant) => {
    const { control } = await play();
    expect(await control('POST', 'clock', { now })).toEqual({ status: 200, value: { now: instant } });
  });

  test('a real clock can be read but not moved', async () => {
    const { control } = await play({ clock: 'real' });
    const { value } = await control('GET', 'clock');
    expect(value).toEqual({ now: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect((await control('POST', 'clock', { advance_ms: 1 })).status).toBe(409);
  });
});

describe('control: campaigns', () => {
  test('fills in what a seed leaves out', async () => {
    const { client, control } = await play();
    const { value } = await control('POST', 'campaigns', { campaigns: [{ basic_details: { name: 'A' } }] });
    const ids: unknown = Object.values(value as object)[0];
    const id = Array.isArray(ids) ? String(ids[0]) : '';
    expect((await client.get(id)).at('data')).toMatchObject({ id, campaign_id: id, status: 'DRAFT' });
  });

  test.each([
    [{}, 'campaigns'],
    [{ campaigns: [7] }, 'campaigns.0'],
    [{ campaigns: [{ id: 'short' }] }, 'campaigns.0.id'],
    [{ campaigns: [{ id: ID }, { status: 'GONE' }] }, 'campaigns.1.status'],
    [{ campaigns: [{ created_at: 'yesterday' }] }, 'campaigns.0.created_at'],
    [{ campaigns: [], app_key: 'nobody' }, 'app_key'],
  ])('refuses the whole seed %j', async (body, target) => {
    const { client, control } = await play();
    expect(await control('POST', 'campaigns', body)).toMatchObject({
      status: 400,
      value: { error: { target } },
    });
    expect((await client.get(ID)).status).toBe(404);
  });

  test('a manual edit ignores all locks, replaces whole fields, and null removes one', async () => {
    const { client, control } = await play();
    await control('POST', 'campaigns', { campaigns: [{ ...push('ONE_TIME'), id: ID, status: 'ARCHIVED' }] });
    const edit = { status: 'ACTIVE', segmentation_details: { by: 'hand' }, scheduling_details: null };
    expect(await control('PATCH', `campaigns/${ID}`, edit)).toEqual({ status: 200, value: { id: ID } });
    const record = await client.get(ID);
    expect(record.at('data.status')).toBe('ACTIVE');
    expect(record.at('data.segmentation_details')).toEqual({ by: 'hand' });
    expect(record.at('data.scheduling_details')).toBeUndefined();
    expect(record.at('data.basic_details.name')).toBe('Spring sale');
  });

  test.each([
    ['an unknown campaign', 'f'.repeat(24), {}, 404],
    ['another id', ID, { id: 'f'.repeat(24) }, 400],
    ['an unknown status', ID, { status: 'GONE' }, 400],
  ])('refuses a manual edit of %s', async (_case, id, edit, status) => {
    const { control } = await play();
    await control('POST', 'campaigns', { campaigns: [{ id: ID }] });
    expect((await control('PATCH', `campaigns/${id}`, edit)).status).toBe(status);
  });

  test('finds documents of one campaign by either identifier; the newest is the live one', async () => {
    const { client, control } = await play();
    const [first, second] = ['1'.repeat(24), '2'.repeat(24)] as const;
    await control('POST', 'campaigns', {
      campaigns: [
        { id: first, campaign_id: first, version_number: 1, status: 'STOPPED' },
        { id: second, campaign_id: first, version_number: 2, status: 'ACTIVE' },
      ],
    });
    expect((await client.get(first)).at('data.version_number')).toBe(2);
    expect((await client.get(second)).at('data.version_number')).toBe(2);
  });
});

describe('control: log and reset', () => {
  test('every request is logged with its effect, even one that failed authentication', async () => {
    const { client, control } = await play();
    const headers = { 'X-SVC-Request-Id': 'req-1' };
    const key = '0a7e4f0e-6d4c-4a3e-9d30-9a3c0d2f7c55';
    await client.create(BARE_PUSH, { headers: { ...headers, Authorization: null }, key });
    const id = String((await client.create(push('EVENT_TRIGGERED'), { headers, key })).at('data.id'));
    await client.create(push('EVENT_TRIGGERED'), { headers, key });
    await client.update(id, { segmentation_details: { is_all_user_campaign: true } });
    await client.publish(id);
    await client.act(id, 'PAUSE');
    await client.act(id, 'STOP');
    await client.send('GET', 'nowhere');
    const { value } = await control('GET', 'log');
    const create = {
      operation: 'create',
      method: 'POST',
      path: '/v5/campaigns',
      idempotency_key: key,
      request_id: 'req-1',
    };
    expect(value).toMatchObject({
      requests: [
        { ...create, n: 1, status: 401, effect: 'none' },
        { ...create, n: 2, status: 201, effect: `created ${id}` },
        { ...create, n: 3, status: 201, effect: 'replayed' },
        { n: 4, operation: 'update', status: 200, effect: `updated ${id}` },
        { n: 5, operation: 'publish', status: 204, effect: `published ${id}` },
        { n: 6, operation: 'status', status: 200, effect: `status PAUSED ${id}` },
        { n: 7, operation: 'status', status: 422, effect: 'none' },
        { n: 8, operation: null, status: 404, effect: 'none' },
      ],
    });
  });

  test('a reset deletes campaigns, answers, limits, faults and the log', async () => {
    const { client, control } = await play({ limits: 'real' });
    const key = '0a7e4f0e-6d4c-4a3e-9d30-9a3c0d2f7c56';
    const first = await client.create(BARE_PUSH, { key });
    for (let n = 0; n < 4; n += 1) await client.create(BARE_PUSH);
    await control('POST', 'faults', { kind: 'status', times: 99 });
    expect((await control('POST', 'reset')).status).toBe(200);
    expect((await control('GET', 'log')).value).toEqual({ requests: [] });
    expect((await client.get(String(first.at('data.id')))).status).toBe(404);
    const again = await client.create(BARE_PUSH, { key });
    expect(again.status).toBe(201);
    expect(again.at('data.id')).not.toBe(first.at('data.id'));
  });

  test('a request that waits during a reset does nothing anymore, and does not use its key', async () => {
    const { client, control } = await play();
    const key = '0a7e4f0e-6d4c-4a3e-9d30-9a3c0d2f7c57';
    await control('POST', 'faults', { operation: 'create', kind: 'delay', ms: 300 });
    const waiting = client.create(BARE_PUSH, { key });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await control('POST', 'reset');
    const first = await client.create(BARE_PUSH, { key });
    expect([first.status, (await waiting).status]).toEqual([201, 409]);
    expect((await client.create(BARE_PUSH, { key })).text).toBe(first.text);
    const drafts = await client.search({ limit: 15, page: 1, campaign_fields: { status: ['DRAFT'] } });
    expect(drafts.at('data.campaigns.length')).toBe(1);
  });

  test('without --control there is no control interface', async () => {
    const { control } = await play({ control: false, workspaces: [LOCAL] });
    for (const path of ['clock', 'log']) expect((await control('GET', path)).status).toBe(404);
  });
});
