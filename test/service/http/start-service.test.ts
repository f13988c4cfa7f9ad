import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../src/service/domain/service-options.ts';
import { readLimits, readWorkspaces } from '../../../src/service/http/settings.ts';
import { startService } from '../../../src/service/http/start-service.ts';
import { BARE_PUSH } from '../../support/contract/bodies.ts';
import { LOCAL, play } from '../../support/service/running.ts';

const OPTIONS: ServiceOptions = {
  port: 0,
  workspaces: [LOCAL],
  control: false,
  limits: 'off',
  clock: 'real',
};

describe('start and close', () => {
  test("a port in use is the system's error, with its code", async () => {
    const { service } = await play();
    const again = startService({ ...OPTIONS, port: service.port });
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('closing does not wait for idle connections, and can be requested twice', async () => {
    const service = await startService(OPTIONS);
    const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
    await (await request(service.url, { dispatcher })).body.dump();
    await Promise.all([service.close(), service.close()]);
    await service.close();
    await dispatcher.close();
  });
});

describe('the log', () => {
  test('is one line of JSON per request, without any secret', async () => {
    const { client, lines } = await play();
    await client.create(BARE_PUSH);
    await client.create(BARE_PUSH, { headers: { Authorization: null } });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 'info', operation: 'create', status: 201, code: null },
      { level: 'info', operation: 'create', status: 401, code: 'UNAUTHORIZED' },
    ]);
    const encoded = Buffer.from(`${LOCAL.appKey}:${LOCAL.apiKey}`).toString('base64');
    for (const secret of [LOCAL.apiKey, encoded, 'Basic']) expect(lines.join('\n')).not.toContain(secret);
  });
});

const limitsIn = (value: unknown) => readLimits(JSON.stringify(value));

describe('limits of a file', () => {
  test('replace the real limits one by one; off removes those of one operation', () => {
    expect(limitsIn({ search: { per_second: 2 } })).toEqual({
      search: [
        { limit: 2, spanMs: 1000 },
        { limit: 100, spanMs: 60_000 },
        { limit: 6000, spanMs: 3_600_000 },
      ],
    });
    expect(limitsIn({ create: { created_per_day: 7 } }).creations?.at(-1)).toEqual({
      ...{ limit: 7, spanMs: 86_400_000 },
    });
    expect(limitsIn({ publish: { per_minute: 3 } })).toEqual({ publish: [{ limit: 3, spanMs: 60_000 }] });
    expect(limitsIn({ create: 'off', get: 'off' })).toEqual({ create: [], creations: [], get: [] });
  });

  test.each<[string, unknown, string]>([
    ['a list', [], 'must be object'],
    ['an unknown operation', { serach: 'off' }, 'serach'],
    ['an unknown field', { get: { per_week: 1 } }, 'get.per_week'],
    ['a creation limit elsewhere', { search: { created_per_day: 1 } }, 'search.created_per_day'],
    ['no limits', { get: null }, 'get must be one of "off"'],
    ['zero', { get: { per_hour: 0 } }, 'get.per_hour must be >= 1'],
  ])('refuses %s', (_case, value, said) => {
    expect(() => limitsIn(value)).toThrow(said);
    expect(() => readLimits('create: off')).toThrow('not JSON');
  });
});

const ENTRY = { app_key: 'SHOP', api_key_env: 'SHOP_KEY' };

const read = (value: unknown) =>
  readWorkspaces(JSON.stringify(value), { env: { SHOP_KEY: 'secret', EMPTY: '' }, taken: ['local'] });

describe('a list of workspaces', () => {
  test('is read with its secrets, without features and with the usual scope', () => {
    const scopes = ['campaigns:create_manage'];
    expect(read([ENTRY])).toEqual([{ appKey: 'SHOP', apiKey: 'secret', features: [], scopes }]);
  });

  test.each<[string, unknown, string]>([
    ['an object', {}, 'must be array'],
    ['an entry without app_key', [{ api_key_env: 'SHOP_KEY' }], '0.app_key is required'],
    ['an app_key with a colon', [{ ...ENTRY, app_key: 'a:b' }], '0.app_key must match'],
    ['a variable that is not set', [{ ...ENTRY, api_key_env: 'NO' }], 'NO is not set'],
    ['a secret in the place of a variable', [{ ...ENTRY, api_key_env: 'sk-secret' }], '0.api_key_env must'],
    ['an unknown feature', [{ ...ENTRY, features: ['queueing'] }], '0.features.0 must be one of "queuing"'],
    ['an unknown field', [{ ...ENTRY, feature: [] }], '0.feature is not allowed'],
    ['an app_key twice', [ENTRY, ENTRY], 'a workspace "SHOP" already'],
    ['the app_key of the first', [{ ...ENTRY, app_key: 'local' }], 'a workspace "local" already'],
  ])('refuses %s', (_case, value, said) => {
    expect(() => read(value)).toThrow(said);
  });
});

describe('the headers of a fault', () => {
  test.each(['Content-Length', 'transfer-encoding', 'Connection', 'TRAILER', 'Upgrade'])(
    'refuses the header %s, which would break the framing',
    async (name) => {
      const { control } = await play();
      const headers = { [name]: '5', 'X-Fine': '1' };
      const error = { target: `headers.${name}`, details: [{}] };
      expect(await control('POST', 'faults', { kind: 'delay', headers })).toMatchObject({
        ...{ status: 400, value: { error } },
      });
    },
  );

  test('an answer without a body has no length', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'status', status: 204 });
    const answer = await client.create(BARE_PUSH);
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([204, '', null]);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });
});
