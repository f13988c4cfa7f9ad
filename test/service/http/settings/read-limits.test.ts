import { describe, expect, test } from 'vitest';
import { readLimits } from '../../../../src/service/http/settings/read-limits.ts';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import type { Limits } from '../../../../src/service/domain/rate-limits.ts';
import { play } from '../../../support/service/running.ts';

const read = (value: unknown) => readLimits(JSON.stringify(value));

function limitsIn(value: unknown): Limits {
  const found = read(value);
  if (found.kind === 'refused') throw new Error(JSON.stringify(found.mistakes));
  return found.value;
}

describe('limits of a file', () => {
  test('operations that are not named keep their limits', () => {
    expect(limitsIn({})).toEqual({});
    expect(Object.keys(limitsIn({ search: 'off' }))).toEqual(['search']);
  });

  test('fields replace the real limits one by one', () => {
    expect(limitsIn({ search: { per_second: 2 } }).search).toEqual([
      { limit: 2, spanMs: 1000 },
      { limit: 100, spanMs: 60_000 },
      { limit: 6000, spanMs: 3_600_000 },
    ]);
    expect(limitsIn({ create: { created_per_day: 7 } }).creations).toEqual([
      { limit: 5, spanMs: 60_000 },
      { limit: 25, spanMs: 3_600_000 },
      { limit: 7, spanMs: 86_400_000 },
    ]);
  });

  test('off removes the limits of one operation, and for create also those of creations', () => {
    expect(limitsIn({ create: 'off', get: 'off' })).toEqual({ create: [], creations: [], get: [] });
  });

  test('an operation without real limits can get some', () => {
    expect(limitsIn({ publish: { per_minute: 3 } })).toEqual({ publish: [{ limit: 3, spanMs: 60_000 }] });
  });

  test.each<[string, unknown, string, string]>([
    ['a list', [], '', 'object'],
    ['an unknown operation', { serach: 'off' }, '', 'serach'],
    ['an unknown field', { get: { per_week: 1 } }, 'get', 'per_week'],
    ['a creation limit elsewhere', { search: { created_per_day: 1 } }, 'search', 'created_per_day'],
    ['no limits', { get: null }, 'get', 'off'],
    ['another word', { get: 'on' }, 'get', 'off'],
    ['zero', { get: { per_hour: 0 } }, 'get.per_hour', 'at least 1'],
    ['a part', { get: { per_hour: 1.5 } }, 'get.per_hour', 'whole'],
    ['a text', { get: { per_hour: '5' } }, 'get.per_hour', 'whole'],
    ['off for a field', { get: { per_hour: 'off' } }, 'get.per_hour', 'whole'],
  ])('refuses %s', (_case, value, place, reported) => {
    expect(read(value)).toMatchObject({
      kind: 'refused',
      mistakes: [{ place, message: expect.stringContaining(reported) as string }],
    });
  });

  test('refuses what is not JSON, and reports several mistakes at once', () => {
    expect(readLimits('create: off')).toMatchObject({ kind: 'refused' });
    expect(read({ a: {}, get: { b: 1, per_hour: -1 } })).toMatchObject({ mistakes: [{}, {}, {}] });
  });

  test('the running service enforces them', async () => {
    const limits = limitsIn({ create: { created_per_minute: 2 }, get: { per_second: 1 } });
    const { client } = await play({ limits });
    const created = [1, 2, 3].map(async () => (await client.create(BARE_PUSH)).status);
    expect((await Promise.all(created)).sort()).toEqual([201, 201, 429]);
    const got = [1, 2].map(async () => (await client.get('f'.repeat(24))).status);
    expect((await Promise.all(got)).sort()).toEqual([404, 429]);
    expect((await client.search({ limit: 1, page: 1 })).status).toBe(200);
  });
});
