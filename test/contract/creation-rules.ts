import { beforeAll, describe, expect, test } from 'vitest';
import { BARE_PUSH } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import { ACCEPTED, REFUSED } from './support/creation-bodies.ts';
import type { TargetOf } from './support/target.ts';

/** Specification, Create Campaign Draft and Cross-cutting validation rules; open points V1, V6, V8, V10 to V16, V20. */
export function creationRules(target: TargetOf): void {
  describe('creation', () => {
    let client: ContractClient;
    beforeAll(() => {
      client = new ContractClient(target());
    });

    test.each(ACCEPTED)('takes %s', async (_case, body) => {
      const answer = await client.create(body);
      expect(answer.status, answer.text).toBe(201);
    });

    test.each(REFUSED)('refuses %s', async (_case, body, place) => {
      const answer = await client.create(body);
      expect([answer.status, answer.at('error.code')], answer.text).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.at('error.target')).toBe(place);
      expect(answer.at('error.details')).toContainEqual({
        target: place,
        message: expect.any(String) as string,
      });
    });

    test('says that a feature is not enabled', async () => {
      const answer = await client.create({ ...BARE_PUSH, campaign_audience_limit: {} });
      expect(answer.at('error.message')).toEqual(expect.stringContaining('not enabled'));
    });

    test('tells all mistakes at once', async () => {
      const answer = await client.create({ ...BARE_PUSH, basic_details: { name: 1, tags: 2 } });
      expect(answer.at('error.details')).toHaveLength(2);
    });
  });
}
