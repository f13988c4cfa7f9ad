import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, push } from '../../support/contract/bodies.ts';
import type { DataFile } from '../../../src/service/domain/service-options.ts';
import { SimulatedProcess } from '../../support/service/simulated-process.ts';
import { clientOf, LOCAL, play } from '../../support/service/running.ts';

let folder: string;
let data: DataFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'campaigns-data-'));
  data = { path: join(folder, 'campaigns.db'), process: new SimulatedProcess() };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const KEY = '5b0e7c58-9a5f-4d42-8f5c-0d2f3f6b7a10';

describe('a service with a data file', () => {
  test('has the same content and time after a restart', async () => {
    const first = await play({ data });
    await first.control('POST', 'clock', { now: '2026-03-01T09:00:00Z' });
    await first.control('POST', 'users', { users: [{ id: 'ada', email: 'ada@example.com' }] });
    const id = await first.client.created(push('ONE_TIME'));
    const answer = await first.client.update(
      id,
      { utm_params: { utm_source: 'a', utm_medium: 'b' } },
      { key: KEY },
    );
    const record = await first.client.get(id);
    await first.service.close();

    const { client, control } = await play({ data });
    expect((await control('GET', 'clock')).value).toEqual({ now: '2026-03-01T09:00:00.000Z' });
    expect((await client.get(id)).at('data')).toEqual(record.at('data'));
    const replayed = await client.update(
      id,
      { utm_params: { utm_source: 'a', utm_medium: 'b' } },
      { key: KEY },
    );
    expect(replayed.text).toBe(answer.text);
    expect((await client.update(id, {}, { key: KEY })).status).toBe(409);
  });

  test('keeps its time even if the clock was never moved', async () => {
    const first = await play({ data });
    const before = await first.control('GET', 'clock');
    await first.service.close();
    const { control } = await play({ data });
    expect(await control('GET', 'clock')).toEqual(before);
  });

  test('counts creations across a restart, calls and successes separately', async () => {
    const limited = { data, limits: 'real' } as const;
    const first = await play(limited);
    for (let n = 0; n < 4; n += 1) await first.client.created(BARE_PUSH);
    expect((await first.client.create({ ...BARE_PUSH, channel: 'FAX' })).status).toBe(400);
    await first.service.close();

    const { client, advance } = await play(limited);
    const sixth = await client.create(BARE_PUSH);
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '1']);
    await advance(1000);
    await client.created(BARE_PUSH);
    expect((await client.create(BARE_PUSH)).headers.get('retry-after')).toBe('59');
  });

  test('remembers request IDs', async () => {
    const first = await play({ data });
    const extra = { headers: { 'X-SVC-Request-Id': 'once' } };
    await first.client.create(BARE_EMAIL, extra);
    await first.service.close();
    const { client } = await play({ data });
    expect((await client.create(BARE_EMAIL, extra)).at('error.target')).toBe('request_id');
  });

  test('deletes everything on reset except the time', async () => {
    const { client, control } = await play({ data });
    await control('POST', 'clock', { now: '2026-03-01T09:00:00Z' });
    const id = await client.created(BARE_PUSH);
    await control('POST', 'reset', {});
    expect((await client.get(id)).status).toBe(404);
    expect((await control('GET', 'clock')).value).toEqual({ now: '2026-03-01T09:00:00.000Z' });
  });

  test('is its only owner, and leaves nothing next to it when it stops', async () => {
    const { service } = await play({ data });
    await expect(play({ data })).rejects.toThrow(/is in use by process \d+ on .*Stop that process/);
    await service.close();
    expect(readdirSync(folder)).toEqual(['campaigns.db']);
  });

  test('releases it if the port is in use', async () => {
    const other = await play();
    await expect(play({ data, port: other.service.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await play({ data });
  });

  test('refuses and releases a file that is something else', async () => {
    writeFileSync(data.path, 'not a database, by far not, however long one looks at it\n'.repeat(20));
    await expect(play({ data })).rejects.toThrow(/is not a database/);
    expect(readdirSync(folder)).toEqual(['campaigns.db']);
  });

  test('keeps workspaces separate', async () => {
    const other = { ...LOCAL, appKey: 'other', apiKey: 'else' };
    const { client, service } = await play({ data, workspaces: [LOCAL, other] });
    const id = await client.created(BARE_PUSH);
    const stranger = clientOf(service, other);
    expect((await stranger.get(id)).status).toBe(404);
    const all = { limit: 15, page: 1, campaign_fields: { status: ['DRAFT'] } };
    expect((await stranger.search(all)).at('data.campaigns')).toEqual([]);
  });
});
