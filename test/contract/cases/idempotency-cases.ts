import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, push, type Body } from '../../support/contract/bodies.ts';
import type { Extra } from '../../support/contract/client.ts';
import { contract, contractOn, group, type CaseContext } from '../../support/contract/contract.ts';
import { DAY_MS } from '../../support/contract/control.ts';
import {
  AUTHOR,
  FIRST_PAGE,
  OPERATIONS,
  UTM,
  inlineTest,
  previewFor,
} from '../../support/contract/operations.ts';
import { expectFailure, expectStatus, expectSuccess } from '../../support/contract/verdicts.ts';

const WITHOUT_KEY: Extra = { headers: { 'Idempotency-Key': null } };

/** Keys that aren't a UUID v4: nothing, a word, version 1, an invalid variant, no dashes. */
const NO_KEYS = [
  '',
  'abc',
  '1b0e7c58-9a5f-1d42-8f5c-0d2f3f6b7a10',
  '1b0e7c58-9a5f-4d42-7f5c-0d2f3f6b7a10',
  '1b0e7c58-9a5f-4d42-8f5c-0d2f3f6b7a1',
];

/** Two bodies for one path each, in which `ID` is the campaign. */
const BODY_PAIRS: readonly [string, string, string, (id: string) => readonly [Body, Body]][] = [
  ['create', 'POST', 'v5/campaigns', () => [BARE_PUSH, BARE_EMAIL]],
  ['update', 'PATCH', 'v5/campaigns/ID', () => [UTM, { ...UTM, updated_by: AUTHOR }]],
  ['status', 'PATCH', 'v5/campaigns/ID/status', () => [{ action: 'PAUSE' }, { action: 'RESUME' }]],
  ['search', 'POST', 'v5/campaigns/search', () => [FIRST_PAGE, { limit: 14, page: 1 }]],
  ['meta', 'POST', 'v5/campaigns/meta', () => [FIRST_PAGE, { limit: 14, page: 1 }]],
  ['test', 'POST', 'v5/campaigns/test', (id) => [inlineTest(id), inlineTest(`${id}-other`)]],
  ['preview', 'POST', 'v5/personalization/preview', (id) => [previewFor(id), previewFor(`${id}-other`)]],
];

/** The identifier of what an operation needs to succeed the first time. */
async function subject(operation: string, { client, control }: CaseContext): Promise<string> {
  if (operation === 'test' || operation === 'preview') return (await control.user()).id;
  if (operation === 'publish') return client.created(push('ONE_TIME'));
  if (operation === 'executions') return client.published(push('PERIODIC'));
  return client.published(push('EVENT_TRIGGERED'));
}

export const idempotencyCases = group('idempotency', [
  ...OPERATIONS.map(({ name, section, needsKey, send }) =>
    contract(
      ['W23', 'Common request headers', ...(name === 'search' ? (['W14'] as const) : []), section],
      `${name} ${needsKey ? 'needs a' : 'works without a'} key`,
      async (given) => {
        const answer = await send(given.client, await subject(name, given), WITHOUT_KEY);
        if (!needsKey) {
          expectSuccess(answer);
          return;
        }
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expect(answer.at('error.target')).toBe('Idempotency-Key');
      },
    ),
  ),
  ...NO_KEYS.map((key) =>
    contract(['W23', 'Common request headers'], `the key "${key}" is not a UUID v4`, async ({ client }) => {
      const answer = await client.create(BARE_PUSH, { key });
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expect(answer.at('error.target')).toBe('Idempotency-Key');
    }),
  ),
  ...OPERATIONS.filter(({ needsKey, name }) => needsKey || name === 'publish').map(
    ({ name, section, send }) =>
      contract(
        ['W23', 'Common request headers', section],
        `the same ${name} with the same key gets the first answer, byte for byte`,
        async (given) => {
          const about = await subject(name, given);
          const key = randomUUID();
          const first = await send(given.client, about, { key });
          const again = await send(given.client, about, { key });
          expectSuccess(first);
          expect([again.status, again.text]).toEqual([first.status, first.text]);
        },
      ),
  ),
  ...BODY_PAIRS.map(([name, method, pattern, bodies]) =>
    contract(['W23'], `${name} with a used key and another body is 409 BAD_REQUEST`, async (given) => {
      const about = await subject(name, given);
      const [first, second] = bodies(about);
      const [path, key] = [pattern.replace('ID', about), randomUUID()];
      await given.client.send(method, path, first, { key });
      expectFailure(await given.client.send(method, path, second, { key }), 409, 'BAD_REQUEST');
    }),
  ),
  contract(['W23'], 'a repeated creation makes one campaign', async ({ client }) => {
    const created_by = `${randomUUID()}@example.com`;
    const key = randomUUID();
    for (let time = 0; time < 3; time += 1) await client.create({ ...BARE_PUSH, created_by }, { key });
    const campaign_fields = { created_by: [created_by], status: ['DRAFT'] };
    expect((await client.search({ ...FIRST_PAGE, campaign_fields })).at('data.campaigns')).toHaveLength(1);
  }),
  contract(['W23', 'W6'], 'a repeated update does not override a later one', async ({ client }) => {
    const id = await client.created(BARE_PUSH);
    const key = randomUUID();
    await client.update(id, UTM, { key });
    const later = { utm_source: 'later', utm_medium: 'push' };
    await client.update(id, { utm_params: later });
    expectStatus(await client.update(id, UTM, { key }), 200);
    expect((await client.get(id)).at('data.utm_params')).toEqual(later);
  }),
  contract(['W14', 'W23', 'Search Campaigns'], 'an old search returns the old rows', async ({ client }) => {
    const created_by = `${randomUUID()}@example.com`;
    const query = { ...FIRST_PAGE, campaign_fields: { created_by: [created_by], status: ['DRAFT'] } };
    const key = randomUUID();
    const before = await client.search(query, { key });
    await client.created({ ...BARE_PUSH, created_by });
    expect((await client.search(query, { key })).text).toBe(before.text);
    expect((await client.search(query)).at('data.campaigns')).toHaveLength(1);
  }),
  contract(['W23'], 'a validation failure is stored', async ({ client }) => {
    const key = randomUUID();
    const first = await client.create({ ...BARE_PUSH, channel: 'FAX' }, { key });
    expectStatus(first, 400);
    expect((await client.create({ ...BARE_PUSH, channel: 'FAX' }, { key })).text).toBe(first.text);
  }),
  contract(['W23'], 'an action that was refused stays refused under its key', async ({ client }) => {
    const id = await client.created(push('EVENT_TRIGGERED'));
    const key = randomUUID();
    expectStatus(await client.act(id, 'PAUSE', { key }), 422);
    expectStatus(await client.publish(id), 204);
    expectStatus(await client.act(id, 'PAUSE', { key }), 422);
    expectStatus(await client.act(id, 'PAUSE'), 200);
  }),
  ...[500, 503].map((status) =>
    contract(['W23'], `a ${status} is not stored`, async ({ client, control }) => {
      await control.fault({ operation: 'create', kind: 'status', status });
      const key = randomUUID();
      expectStatus(await client.create(BARE_PUSH, { key }), status);
      expectStatus(await client.create(BARE_PUSH, { key }), 201);
    }),
  ),
  contractOn({ limits: 'off' })(
    ['W23'],
    'a key whose request is in progress is 409 BAD_REQUEST',
    async ({ client, control }) => {
      await control.fault({ operation: 'create', kind: 'delay', ms: 1000 });
      const key = randomUUID();
      const first = client.create(BARE_PUSH, { key });
      await sleep(250);
      expectFailure(await client.create(BARE_PUSH, { key }), 409, 'BAD_REQUEST');
      const answer = await first;
      expectStatus(answer, 201);
      expect((await client.create(BARE_PUSH, { key })).text).toBe(answer.text);
    },
  ),
  contract(['W23'], 'a key is stored for 24 hours and then free', async ({ client, control }) => {
    const key = randomUUID();
    const first = await client.create(BARE_PUSH, { key });
    await control.advance(DAY_MS - 1);
    expect((await client.create(BARE_PUSH, { key })).text).toBe(first.text);
    await control.advance(1);
    const later = await client.create(BARE_PUSH, { key });
    expectStatus(later, 201);
    expect(later.at('data.id')).not.toBe(first.at('data.id'));
  }),
  contract(['W23', 'Authentication 1'], 'each workspace has its own keys', async ({ client, other }) => {
    const key = randomUUID();
    const first = await client.create(BARE_PUSH, { key });
    const second = await other.create(BARE_PUSH, { key });
    expectStatus(second, 201);
    expect(second.at('data.id')).not.toBe(first.at('data.id'));
  }),
]);
