import { beforeAll, describe, expect, test } from 'vitest';
import { BARE_PUSH } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

/** Specification, Authentication; open point W21. */
export function authenticationRules(target: TargetOf): void {
  describe('authentication', () => {
    let client: ContractClient;
    beforeAll(() => {
      client = new ContractClient(target());
    });

    test.each<[string, () => Record<string, string | null>]>([
      ['no credential', () => ({ Authorization: null })],
      ['no workspace header', () => ({ 'SVC-APPKEY': null })],
      ['a wrong API key', () => ({ Authorization: basic(target().appKey, `${target().apiKey}x`) })],
      ['an empty API key', () => ({ Authorization: basic(target().appKey, '') })],
      ['a workspace header other than the user name', () => ({ 'SVC-APPKEY': 'other' })],
      [
        'an unknown workspace',
        () => ({ 'SVC-APPKEY': 'other', Authorization: basic('other', target().apiKey) }),
      ],
      ['another scheme', () => ({ Authorization: `Bearer ${target().apiKey}` })],
      ['a credential that is not base64', () => ({ Authorization: 'Basic ***' })],
    ])('%s is 401 UNAUTHORIZED, before anything else is looked at', async (_case, headers) => {
      const answer = await client.create({ channel: 'FAX' }, { key: 'no uuid', headers: headers() });
      expect([answer.status, answer.at('error.code')]).toEqual([401, 'UNAUTHORIZED']);
    });

    test('a refused request has no effect and its key stays free', async () => {
      const key = '1b0e7c58-9a5f-4d42-8f5c-0d2f3f6b7a10';
      await client.create(BARE_PUSH, { key, headers: { Authorization: null } });
      expect((await client.create(BARE_PUSH, { key })).status).toBe(201);
    });
  });
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
