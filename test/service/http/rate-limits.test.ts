import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../support/contract/bodies.ts';
import type { ContractClient, Reply } from '../../support/contract/client.ts';
import { play } from '../../support/service/running.ts';

const MINUTE_MS = 60_000;

async function times(count: number, run: () => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await run()).status);
  return statuses;
}

function refused(answer: Reply): readonly unknown[] {
  return [answer.status, answer.at('error.code'), answer.headers.get('retry-after')];
}

describe('rate limits', () => {
  test('a creation refused by the quota does not count in the call windows', async () => {
    const { client, advance } = await play({ limits: 'real' });
    await times(5, () => client.create(BARE_PUSH));
    await advance(1000);
    expect(await times(40, () => client.create(BARE_PUSH))).toEqual(Array(40).fill(429));
    await advance(MINUTE_MS - 1000);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });

  test('a key that met a 429 can be used again', async () => {
    const { client, advance } = await play({ limits: 'real' });
    await times(5, () => client.create(BARE_PUSH));
    await advance(1000);
    const key = '3f1c9a52-7d0e-4a3b-9c57-0a4be1f0d6c2';
    expect((await client.create(BARE_PUSH, { key })).status).toBe(429);
    await advance(MINUTE_MS);
    expect((await client.create(BARE_PUSH, { key })).status).toBe(201);
  });

  test('repeats an answer even if the creation quota is used up', async () => {
    const { client, advance } = await play({ limits: 'real' });
    const key = '3f1c9a52-7d0e-4a3b-9c57-0a4be1f0d6c3';
    const first = await client.create(BARE_PUSH, { key });
    await times(4, () => client.create(BARE_PUSH));
    await advance(1000);
    expect((await client.create(BARE_PUSH, { key })).text).toBe(first.text);
  });

  test.each<[string, (client: ContractClient) => Promise<Reply>]>([
    ['get', (client) => client.get('f'.repeat(24))],
    ['update', (client) => client.update('f'.repeat(24), {})],
    ['validate', (client) => client.validate('f'.repeat(24))],
    ['status', (client) => client.act('f'.repeat(24), 'STOP')],
    ['search', (client) => client.search({ limit: 1, page: 1 })],
  ])('admits %s 10 times a second and 100 times a minute, separately', async (_operation, run) => {
    const { client, advance } = await play({ limits: 'real' });
    for (let second = 0; second < 10; second += 1) {
      const statuses = await times(11, () => run(client));
      expect(statuses.map((status) => status === 429)).toEqual([...Array<boolean>(10).fill(false), true]);
      await advance(1000);
    }
    expect(refused(await run(client))).toEqual([429, 'RATE_LIMITED', '50']);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });
});
