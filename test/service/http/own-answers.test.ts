import { describe, expect, test } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, email, push } from '../../support/contract/bodies.ts';
import type { ContractClient, Reply } from '../../support/contract/client.ts';
import { play } from '../../support/service/running.ts';

const KEY = 'c9f1d6c0-3f0e-4a55-9f0a-3b1f5f1d2e77';
const ID = 'abcabcabcabcabcabcabcabc';

const statusAndCode = (answer: Reply): readonly unknown[] => [answer.status, answer.at('error.code')];

/** Answers that no document specifies but that this service always gives. */
describe('if several answers are possible, the service gives this one:', () => {
  test('checks the credential before anything else, and does not use the key of a refused request', async () => {
    const { client } = await play();
    const refused = await client.create(
      {},
      { key: KEY, headers: { Authorization: null, 'X-SVC-Request-Id': null } },
    );
    expect(statusAndCode(refused)).toEqual([401, 'UNAUTHORIZED']);
    expect((await client.create(BARE_PUSH, { key: KEY })).status).toBe(201);
  });

  test('an identifier of another form is a malformed path', async () => {
    const { client } = await play();
    expect(statusAndCode(await client.get('nonsense'))).toEqual([400, 'BAD_REQUEST']);
  });

  test('an empty body is malformed', async () => {
    const { client } = await play();
    expect(statusAndCode(await client.create({}, { rawBody: '' }))).toEqual([400, 'BAD_REQUEST']);
  });

  test.each<[string, (client: ContractClient, id: string) => Promise<Reply>]>([
    ['body', (client) => client.create(BARE_EMAIL, { key: KEY })],
    ['path', (client) => client.search(BARE_PUSH, { key: KEY })],
    ['method', (client, id) => client.update(id, BARE_PUSH, { key: KEY })],
  ])('a used key with another %s is a conflict', async (_what, again) => {
    const { client } = await play();
    const first = await client.create(BARE_PUSH, { key: KEY });
    expect(statusAndCode(await again(client, String(first.at('data.id'))))).toEqual([409, 'BAD_REQUEST']);
  });

  test.each(['SENDING', 'SENT', 'STOPPED', 'ARCHIVED'])(
    'an empty patch of a %s campaign is locked',
    async (status) => {
      const { client, control } = await play();
      await control('POST', 'campaigns', { campaigns: [{ ...push('ONE_TIME'), id: ID, status }] });
      expect(statusAndCode(await client.update(ID, {}))).toEqual([409, 'BAD_REQUEST']);
    },
  );

  test('only a draft can be published', async () => {
    const { client } = await play();
    const id = await client.published(email('EVENT_TRIGGERED'));
    expect(statusAndCode(await client.publish(id))).toEqual([422, 'UNPROCESSABLE_ENTITY']);
  });

  test.each<[object, string]>([
    [{ name: 'A' }, 'basic_details.platforms'],
    [{ name: ' ', platforms: ['WEB'] }, 'basic_details.name'],
  ])('publishing push with the basic details %j fails', async (basic_details, field) => {
    const { client } = await play();
    const verdict = await client.validate(await client.created(push('ONE_TIME', { basic_details })));
    const issue = expect.any(String) as string;
    expect(verdict.at('data.errors')).toContainEqual({ field, issue });
  });

  test('a creator can not be changed', async () => {
    const { client } = await play();
    const answer = await client.update(await client.created(BARE_PUSH), { created_by: 'ada@example.com' });
    expect([...statusAndCode(answer), answer.at('error.target')]).toEqual([
      400,
      'VALIDATION_FAILED',
      'created_by',
    ]);
  });

  test.each<[object, string]>([
    [{ status: ['LIVE'] }, 'campaign_fields.status.0'],
    [{ created_date: { from_date: 'yesterday' } }, 'campaign_fields.created_date.from_date'],
    [{ channels: ['FAX'] }, 'campaign_fields.channels.0'],
  ])('refuses a search for %j', async (campaign_fields, target) => {
    const { client } = await play();
    const answer = await client.search({ limit: 5, page: 1, campaign_fields });
    expect([...statusAndCode(answer), answer.at('error.target')]).toEqual([400, 'VALIDATION_FAILED', target]);
  });
});
