import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BARE_PUSH, push } from '../../support/contract/bodies.ts';
import { UTM } from '../../support/contract/operations.ts';
import type { DataFile } from '../../../src/service/domain/service-options.ts';
import { SimulatedProcess } from '../../support/service/simulated-process.ts';
import { play } from '../../support/service/running.ts';

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
    const answer = await first.client.update(id, UTM, { key: KEY });
    const record = await first.client.get(id);
    await first.service.close();

    const { client, control } = await play({ data });
    expect((await control('GET', 'clock')).value).toEqual({ now: '2026-03-01T09:00:00.000Z' });
    expect((await client.get(id)).at('data')).toEqual(record.at('data'));
    expect((await client.update(id, UTM, { key: KEY })).text).toBe(answer.text);
    expect((await client.update(id, {}, { key: KEY })).status).toBe(409);
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
});
