import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, type Body } from '../../support/contract/bodies.ts';
import type { Extra } from '../../support/contract/client.ts';
import { contract, group } from '../../support/contract/contract.ts';
import { DAY_MS, HOUR_MS } from '../../support/contract/control.ts';
import { AUTHOR, FIRST_PAGE, GROUP_LIST, UTM, previewFor } from '../../support/contract/operations.ts';
import { expectBlame, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

/** How long a creation's request ID stays reserved. */
const TAKEN: readonly [string, Body, number][] = [
  ['push', BARE_PUSH, HOUR_MS],
  ['email', BARE_EMAIL, DAY_MS],
];

/** Bodies that can contain a request ID. */
const CARRIERS: readonly [string, string, (id: string) => string, Body][] = [
  ['create', 'POST', () => 'v5/campaigns', BARE_PUSH],
  ['update', 'PATCH', (id) => `v5/campaigns/${id}`, UTM],
  ['status', 'PATCH', (id) => `v5/campaigns/${id}/status`, { action: 'STOP' }],
  ['search', 'POST', () => 'v5/campaigns/search', FIRST_PAGE],
  ['meta', 'POST', () => 'v5/campaigns/meta', FIRST_PAGE],
  ['publish', 'PATCH', (id) => `core-services/v1/campaigns/${id}`, { updated_by: AUTHOR, status: 'PUBLISH' }],
  ['executions', 'POST', (id) => `core-services/v1/campaigns/${id}/executions`, FIRST_PAGE],
  ['control-group', 'PUT', () => 'core-services/v1/global-control-group/users', GROUP_LIST],
];

export const requestIdCases = group('request ids', [
  contract(
    ['W22', 'W23', 'Common request headers'],
    'a creation without any request ID is 400 on the header',
    async ({ client }) => {
      const answer = await client.create(BARE_PUSH, inHeader(null));
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expect(answer.at('error.target')).toBe('X-SVC-Request-Id');
    },
  ),
  contract(['W22', 'Create request body'], 'a request id in the body is enough', async ({ client }) => {
    expectStatus(await client.create({ ...BARE_PUSH, request_id: randomUUID() }, inHeader(null)), 201);
  }),
  contract(['W22', 'Create request body'], 'header and body may repeat a request ID', async ({ client }) => {
    const request_id = randomUUID();
    expectStatus(await client.create({ ...BARE_PUSH, request_id }, inHeader(request_id)), 201);
  }),
  ...CARRIERS.map(([operation, method, path, body]) =>
    contract(
      ['W22', 'Common request headers'],
      `${operation} refuses two request IDs`,
      async ({ client }) => {
        const id = await client.created(BARE_PUSH);
        const answer = await client.send(method, path(id), { ...body, request_id: 'one' }, inHeader('other'));
        expectFailure(answer, 400, 'VALIDATION_FAILED');
      },
    ),
  ),
  contract(['W22', 'W17', 'Personalized Preview'], 'refuses two request IDs', async ({ client, control }) => {
    const body = { ...previewFor((await control.user()).id), request_id: 'one' };
    expectStatus(await client.preview(body, inHeader('one')), 200);
    expectFailure(await client.preview(body, inHeader('other')), 400, 'VALIDATION_FAILED');
  }),
  ...TAKEN.map(([channel, body, taken]) =>
    contract(
      ['W24', 'Limits: request_id reuse', 'Create request body'],
      `the request ID of ${channel} creations is reserved for ${taken / HOUR_MS} h, then free`,
      async ({ client, control }) => {
        const request = { ...body, request_id: randomUUID() };
        const again = (): ReturnType<typeof client.create> =>
          client.create(request, inHeader(request.request_id));
        expectStatus(await again(), 201);
        expectTaken(await again());
        await control.advance(taken - 1);
        expectTaken(await again());
        await control.advance(1);
        expectStatus(await again(), 201);
      },
    ),
  ),
  contract(['W24', 'Create request body'], 'a request id is taken wherever it stands', async ({ client }) => {
    const request_id = randomUUID();
    expectStatus(await client.create(BARE_PUSH, inHeader(request_id)), 201);
    expectTaken(await client.create({ ...BARE_PUSH, request_id }, inHeader(null)));
    expectTaken(await client.create(BARE_PUSH, inHeader(request_id)));
  }),
  contract(['W24', 'Create request body'], 'a failed creation frees its request ID', async ({ client }) => {
    const extra = inHeader(randomUUID());
    expectStatus(await client.create({ ...BARE_PUSH, channel: 'FAX' }, extra), 400);
    expectStatus(await client.create(BARE_PUSH, extra), 201);
  }),
  contract(['W24'], 'a refused repetition creates no campaign', async ({ client }) => {
    const created_by = `${randomUUID()}@example.com`;
    const request = { ...BARE_PUSH, created_by, request_id: randomUUID() };
    await client.create(request, inHeader(null));
    await client.create(request, inHeader(null));
    const campaign_fields = { created_by: [created_by], status: ['DRAFT'] };
    expect((await client.search({ ...FIRST_PAGE, campaign_fields })).at('data.campaigns')).toHaveLength(1);
  }),
  contract(['W24', 'Create request body'], 'only creations take a request id', async ({ client }) => {
    const extra = inHeader(randomUUID());
    const id = await client.created(BARE_PUSH);
    expectStatus(await client.update(id, UTM, extra), 200);
    expectStatus(await client.update(id, UTM, extra), 200);
    expectStatus(await client.create(BARE_PUSH, extra), 201);
  }),
]);

function inHeader(requestId: string | null): Extra {
  return { headers: { 'X-SVC-Request-Id': requestId } };
}

function expectTaken(answer: Parameters<typeof expectFailure>[0]): void {
  expectFailure(answer, 400, 'VALIDATION_FAILED');
  expectBlame(answer, 'request_id');
}
