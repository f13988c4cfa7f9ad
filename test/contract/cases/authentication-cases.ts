import { expect } from 'vitest';
import { BARE_PUSH, push } from '../../support/contract/bodies.ts';
import { basic, type Extra } from '../../support/contract/client.ts';
import { contract, contractOn, group } from '../../support/contract/contract.ts';
import { OPERATIONS, UTM } from '../../support/contract/operations.ts';
import type { Reference } from '../../support/contract/specification.ts';
import type { Access } from '../../support/contract/target.ts';
import { expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

type Headers = NonNullable<Extra['headers']>;

/** Credentials that are refused. */
const WRONG: readonly [Reference, string, (access: Access) => Headers][] = [
  ['Authentication 2', 'no credential', () => ({ Authorization: null })],
  ['Authentication 1', 'no workspace header', () => ({ 'SVC-APPKEY': null })],
  ['Authentication 1', 'neither header', () => ({ Authorization: null, 'SVC-APPKEY': null })],
  [
    'Authentication 2',
    'a wrong API key',
    ({ appKey, apiKey }) => ({ Authorization: basic(appKey, `${apiKey}x`) }),
  ],
  ['Authentication 2', 'an empty API key', ({ appKey }) => ({ Authorization: basic(appKey, '') })],
  ['W21', 'a workspace header that differs from the user name', () => ({ 'SVC-APPKEY': 'nobody' })],
  [
    'W21',
    'a user name that differs from the workspace header',
    ({ apiKey }) => ({ Authorization: basic('nobody', apiKey) }),
  ],
  [
    'W21',
    'an unknown workspace',
    ({ apiKey }) => ({ 'SVC-APPKEY': 'nobody', Authorization: basic('nobody', apiKey) }),
  ],
  ['Authentication 2', 'another scheme', ({ apiKey }) => ({ Authorization: `Bearer ${apiKey}` })],
  ['Authentication 2', "a credential that isn't base64", () => ({ Authorization: 'Basic ***' })],
];

const readOnly = contractOn({ scope: 'none' });

export const authenticationCases = group('authentication', [
  ...WRONG.map(([section, what, headers]) =>
    contract(
      [section, 'Authentication 4', 'Errors 401'],
      `${what} is 401 UNAUTHORIZED`,
      async ({ client }) => {
        const answer = await client.create(BARE_PUSH, { headers: headers(client.access) });
        expectFailure(answer, 401, 'UNAUTHORIZED');
      },
    ),
  ),
  ...OPERATIONS.map(({ name, section, send }) =>
    contract(
      ['Authentication 1', 'Authentication 4', section],
      `${name} requires a credential`,
      async ({ client }) => {
        const id = await client.created(BARE_PUSH);
        for (const missing of ['Authorization', 'SVC-APPKEY']) {
          expectFailure(await send(client, id, { headers: { [missing]: null } }), 401, 'UNAUTHORIZED');
        }
      },
    ),
  ),
  contract(['Authentication 4'], 'a refused update has no effect', async ({ client }) => {
    const id = await client.created(BARE_PUSH);
    expectStatus(await client.update(id, UTM, { headers: { Authorization: null } }), 401);
    expect((await client.get(id)).at('data.utm_params')).toBeUndefined();
  }),
  contract(['Authentication 1', 'W21'], 'a key is valid for one workspace', async ({ client, other }) => {
    const Authorization = basic(other.access.appKey, client.access.apiKey);
    const headers = { 'SVC-APPKEY': other.access.appKey, Authorization };
    expectFailure(await client.create(BARE_PUSH, { headers }), 401, 'UNAUTHORIZED');
  }),
  contract(['Authentication 1', 'W4'], 'workspaces do not know each other', async ({ client, other }) => {
    const id = await client.created(push('ONE_TIME'));
    expectFailure(await other.get(id), 404, 'NOT_FOUND');
    expectFailure(await other.update(id, UTM), 404, 'NOT_FOUND');
  }),
  readOnly(
    ['Authentication 3', 'W8', 'Update Campaign', 'Error codes'],
    'an update without the scope is 403 FORBIDDEN and changes nothing',
    async ({ client, control }) => {
      const id = await control.seedOne(push('ONE_TIME'));
      expectFailure(await client.update(id, UTM), 403, 'FORBIDDEN');
      expect((await client.get(id)).at('data.utm_params')).toBeUndefined();
    },
  ),
  readOnly(['W8', 'W19', 'Error codes'], 'publishing has a scope of its own', async ({ client, control }) => {
    const id = await control.seedOne({ ...push('EVENT_TRIGGERED'), status: 'DRAFT' });
    expectFailure(await client.publish(id), 403, 'FORBIDDEN');
    expect(await client.statusOf(id)).toBe('DRAFT');
  }),
  readOnly(['W8', 'Authentication 3'], 'creation and status need no scope', async ({ client, control }) => {
    expectStatus(await client.create(BARE_PUSH), 201);
    const id = await control.seedOne({ ...push('EVENT_TRIGGERED'), status: 'ACTIVE' });
    expectStatus(await client.act(id, 'PAUSE'), 200);
  }),
  readOnly(['Authentication 3'], 'reading needs no scope', async ({ client, control }) => {
    const id = await control.seedOne(push('ONE_TIME'));
    expectStatus(await client.get(id), 200);
    expectStatus(await client.validate(id), 200);
    expectStatus(await client.search({ limit: 1, page: 1 }), 200);
  }),
]);
