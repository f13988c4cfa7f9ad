import { expect } from 'vitest';
import { BARE_PUSH, push } from '../../support/contract/bodies.ts';
import type { Extra } from '../../support/contract/client.ts';
import { contract, group } from '../../support/contract/contract.ts';
import { freshId } from '../../support/contract/control.ts';
import { UTM } from '../../support/contract/operations.ts';
import { A_TEXT, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const CREATE = ['POST', 'v5/campaigns'] as const;

/** Requests that are malformed or match no operation. */
const UNREADABLE: readonly [string, string, string, Extra, number, string][] = [
  ['malformed JSON', ...CREATE, { rawBody: '{"channel": ' }, 400, 'BAD_REQUEST'],
  ['plain text', ...CREATE, { rawBody: '{}', headers: { 'Content-Type': 'text/plain' } }, 400, 'BAD_REQUEST'],
  [
    ...(['a form', ...CREATE] as const),
    { rawBody: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    ...([400, 'BAD_REQUEST'] as const),
  ],
  [
    'a body over 5 MiB',
    ...CREATE,
    { rawBody: JSON.stringify({ created_by: 'x'.repeat(5 * 2 ** 20) }) },
    400,
    'BAD_REQUEST',
  ],
  ['a malformed path', 'GET', 'v5/campaigns/%ZZ', {}, 400, 'BAD_REQUEST'],
  ['an unknown route', 'GET', 'v5/nothing', {}, 404, 'NOT_FOUND'],
  ['a route with another method', 'DELETE', `v5/campaigns/${'f'.repeat(24)}`, {}, 404, 'NOT_FOUND'],
];

/** JSON bodies that aren't objects. */
const NO_OBJECTS = [
  ['a list', '[]'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['a list in 50,000 lists', '['.repeat(50_000) + ']'.repeat(50_000)],
] as const;

export const envelopeCases = group('envelopes', [
  contract(
    ['W1', 'Create Campaign Draft', 'States: creation', 'Campaign record'],
    'a creation answers 201 with an id of 24 characters and status DRAFT',
    async ({ client }) => {
      const answer = await client.create(BARE_PUSH);
      expectStatus(answer, 201);
      expect(answer.at('type')).toBe('campaign');
      expect(answer.at('response_id')).toEqual(A_TEXT);
      expect(answer.at('data.id')).toEqual(expect.stringMatching(/^\w{24}$/));
      expect(answer.at('data.status')).toBe('DRAFT');
    },
  ),
  contract(['W1', 'Get Campaign', 'Validate Campaign'], 'each success has its parts', async ({ client }) => {
    const id = await client.created(BARE_PUSH);
    const query = { limit: 1, page: 1 };
    for (const answer of [await client.get(id), await client.validate(id), await client.search(query)]) {
      expectStatus(answer, 200);
      expect([answer.at('response_id'), answer.at('type')]).toEqual([A_TEXT, 'campaign']);
      expect(answer.at('data')).toBeTypeOf('object');
    }
  }),
  contract(
    ['Error envelope', 'W2', 'Errors 400', 'Versioning 3'],
    'a failure has code, message, target, details and the request id of the call inside the error',
    async ({ client }) => {
      const request_id = freshId();
      const answer = await client.create(
        { ...BARE_PUSH, channel: 'FAX', request_id },
        { headers: { 'X-SVC-Request-Id': null } },
      );
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expect(answer.at('error')).toEqual({
        ...{ code: 'VALIDATION_FAILED', message: A_TEXT, target: 'channel', request_id },
        details: [{ target: 'channel', message: A_TEXT }],
      });
      expect(answer.at('request_id')).toBeUndefined();
    },
  ),
  contract(['Error envelope'], 'a failure also names the request ID of the header', async ({ client }) => {
    const requestId = freshId();
    const answer = await client.get(freshId(), { headers: { 'X-SVC-Request-Id': requestId } });
    expect(answer.at('error.request_id')).toBe(requestId);
  }),
  contract(['Error envelope', 'W2'], 'two mistakes are two details', async ({ client }) => {
    const answer = await client.create({ ...BARE_PUSH, basic_details: { name: 1, tags: 2 } });
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expect(answer.at('error.details')).toHaveLength(2);
  }),
  ...UNREADABLE.map(([what, method, path, extra, status, code]) =>
    contract(['W29', 'Error envelope', 'Error codes'], `${what} is ${status} ${code}`, async ({ client }) => {
      const answer = await client.send(method, path, undefined, extra);
      expectFailure(answer, status, code);
      expect(answer.headers.get('content-type')).toContain('application/json');
    }),
  ),
  ...NO_OBJECTS.map(([what, rawBody]) =>
    contract(['Errors 400', 'Error envelope'], `a body that is ${what} is 400`, async ({ client }) => {
      const answer = await client.send(...CREATE, undefined, { rawBody });
      expectStatus(answer, 400);
      expect(answer.at('error.code')).toEqual(A_TEXT);
    }),
  ),
  contract(['Versioning 1'], 'without the version in the path there is no operation', async ({ client }) => {
    expectFailure(await client.send('POST', 'campaigns', BARE_PUSH), 404, 'NOT_FOUND');
  }),
  contract(['Error codes', 'W29'], 'a request that could not be read has no effect', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    const rawBody = JSON.stringify(UTM).slice(0, -1);
    expectStatus(await client.send('PATCH', `v5/campaigns/${id}`, undefined, { rawBody }), 400);
    expect((await client.get(id)).at('data.utm_params')).toBeUndefined();
  }),
]);
