import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../support/contract/bodies.ts';
import type { ContractClient, Reply } from '../../support/contract/client.ts';
import { clientOf, LOCAL, play } from '../../support/service/running.ts';

const MINUTE_MS = 60_000;
const INVALID = { ...BARE_PUSH, channel: 'FAX' };

async function times(count: number, run: () => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await run()).status);
  return statuses;
}

function refused(answer: Reply): readonly unknown[] {
  return [answer.status, answer.at('error.code'), answer.headers.get('retry-after')];
}

describe('rate limits', () => {
  test('five creations a minute succeed, the sixth waits for the first to leave the window', async () => {
    const { client, advance } = await play({ limits: 'real' });
    for (let n = 0; n < 5; n += 1) {
      expect((await client.create(BARE_PUSH)).status).toBe(201);
      await advance(1000);
    }
    expect(refused(await client.create(BARE_PUSH))).toEqual([429, 'RATE_LIMITED', '55']);
    await advance(55_000);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });

  test('failed creations count as calls and not as creations', async () => {
    const { client, advance } = await play({ limits: 'real' });
    expect(await times(5, () => client.create(INVALID))).toEqual([400, 400, 400, 400, 400]);
    expect(refused(await client.create(INVALID))).toEqual([429, 'RATE_LIMITED', '1']);
    await advance(1000);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });

  test('a rejected call counts in no window', async () => {
    const { client, advance } = await play({ limits: 'real' });
    await times(5, () => client.create(INVALID));
    expect(await times(30, () => client.create(INVALID))).toEqual(Array(30).fill(429));
    for (let second = 0; second < 4; second += 1) {
      await advance(1000);
      expect(await times(5, () => client.create(INVALID))).toEqual([400, 400, 400, 400, 400]);
    }
    await advance(1000);
    expect(refused(await client.create(INVALID))).toEqual([429, 'RATE_LIMITED', '55']);
  });

  test('a creation refused by the quota leaves the call windows alone', async () => {
    const { client, advance } = await play({ limits: 'real' });
    await times(5, () => client.create(BARE_PUSH));
    await advance(1000);
    expect(await times(40, () => client.create(BARE_PUSH))).toEqual(Array(40).fill(429));
    await advance(MINUTE_MS - 1000);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });

  test('a key that met a 429 is free', async () => {
    const { client, advance } = await play({ limits: 'real' });
    await times(5, () => client.create(BARE_PUSH));
    await advance(1000);
    const key = '3f1c9a52-7d0e-4a3b-9c57-0a4be1f0d6c2';
    expect((await client.create(BARE_PUSH, { key })).status).toBe(429);
    await advance(MINUTE_MS);
    expect((await client.create(BARE_PUSH, { key })).status).toBe(201);
  });

  test('an answer is given again even where the creation quota is used up', async () => {
    const { client, advance } = await play({ limits: 'real' });
    const key = '3f1c9a52-7d0e-4a3b-9c57-0a4be1f0d6c3';
    const first = await client.create(BARE_PUSH, { key });
    await times(4, () => client.create(BARE_PUSH));
    await advance(1000);
    expect((await client.create(BARE_PUSH, { key })).text).toBe(first.text);
  });

  test('100 creations a day', async () => {
    const { client, advance } = await play({ limits: 'real' });
    let created = 0;
    for (let hour = 0; hour < 5; hour += 1) {
      for (let minute = 0; minute < 5; minute += 1) {
        const statuses = await times(5, () => client.create(BARE_PUSH));
        created += statuses.filter((status) => status === 201).length;
        await advance(MINUTE_MS);
      }
      await advance(55 * MINUTE_MS);
    }
    expect(created).toBe(100);
    expect(refused(await client.create(BARE_PUSH))).toEqual([429, 'RATE_LIMITED', String(19 * 3600)]);
  });

  test.each<[string, (client: ContractClient) => Promise<Reply>]>([
    ['get', (client) => client.get('f'.repeat(24))],
    ['update', (client) => client.update('f'.repeat(24), {})],
    ['validate', (client) => client.validate('f'.repeat(24))],
    ['status', (client) => client.act('f'.repeat(24), 'STOP')],
    ['search', (client) => client.search({ limit: 1, page: 1 })],
  ])('%s is admitted 10 times a second and 100 times a minute, on its own', async (_operation, run) => {
    const { client, advance } = await play({ limits: 'real' });
    for (let second = 0; second < 10; second += 1) {
      const statuses = await times(11, () => run(client));
      expect(statuses.map((status) => status === 429)).toEqual([...Array<boolean>(10).fill(false), true]);
      await advance(1000);
    }
    expect(refused(await run(client))).toEqual([429, 'RATE_LIMITED', '50']);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });

  test('workspaces have limits of their own, and refused credentials use none', async () => {
    const other = { ...LOCAL, appKey: 'other', apiKey: 'else' };
    const { client, service } = await play({ limits: 'real', workspaces: [LOCAL, other] });
    await times(20, () => client.create(BARE_PUSH, { headers: { Authorization: null } }));
    expect(await times(6, () => client.create(BARE_PUSH))).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await clientOf(service, other).create(BARE_PUSH)).status).toBe(201);
  });

  test('without limits nothing is refused', async () => {
    const { client } = await play({ limits: 'off' });
    expect(await times(120, () => client.create(BARE_PUSH))).toEqual(Array(120).fill(201));
  });
});
