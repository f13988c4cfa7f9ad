import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { RawConnection } from '../../../support/service/raw-connection.ts';
import { LOCAL, play } from '../../../support/service/running.ts';

describe('control: who may use it', () => {
  test.each(['localhost', '127.0.0.1', '[::1]', '[::1]:4010'])('a request to the host %s', async (host) => {
    expect(await statusOf(`GET /_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(200);
  });

  test.each(['evil.example:4010', '127.0.0.1.evil.example', '[::2]'])(
    'refuses one to the host %s, which a web page can resolve to this machine',
    async (host) => {
      expect(await statusOf(`GET /_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403);
      expect(await statusOf(`GET http://localhost/_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403);
    },
  );

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

  test('a real clock can be read but not moved', async () => {
    const { control } = await play({ clock: 'real' });
    const { value } = await control('GET', 'clock');
    expect(value).toEqual({ now: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect((await control('POST', 'clock', { advance_ms: 1 })).status).toBe(409);
  });
});

describe('control: log and reset', () => {
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
