import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BARE_PUSH, push } from '../../../support/contract/bodies.ts';
import { FIRST_PAGE, OPERATIONS, UTM } from '../../../support/contract/operations.ts';
import { column } from '../../../support/contract/reply.ts';
import { describedBy } from '../../../support/service/described-service.ts';
import { play } from '../../../support/service/running.ts';

/** Open point W8. */
test('forbidden: changes of the campaign are 403, but reading it works', async () => {
  const { client, control } = await play();
  const mine = await client.published(push('EVENT_TRIGGERED'));
  const theirs = await client.published(push('EVENT_TRIGGERED'));
  await control('POST', 'quirks', { quirks: [`forbidden=${theirs}`] });
  for (const { name, send } of OPERATIONS.filter(({ name }) =>
    ['update', 'status', 'publish'].includes(name),
  )) {
    const answer = await send(client, theirs);
    expect([name, answer.status, answer.at('error.code')]).toEqual([name, 403, 'FORBIDDEN']);
    expect(answer.at('error.message')).toBe('this campaign belongs to another team');
  }
  expect((await client.get(theirs)).at('data')).toMatchObject({ status: 'ACTIVE' });
  expect((await client.validate(theirs)).status).toBe(200);
  expect(column(await client.search(FIRST_PAGE), 'data.campaigns', 'id')).toContain(theirs);
  expect((await client.update(mine, UTM)).status).toBe(200);
  expect((await client.create(BARE_PUSH)).status).toBe(201);
});

/** Open point W24. */
test('details-only: a validation failure names paths in its details, and its words in the message', async () => {
  const { client, service } = await play({ quirks: ['details-only'] });
  const body = { ...BARE_PUSH, basic_details: { name: 7 }, utm_params: { utm_source: 'shop' } };
  const answer = await client.create(body, { headers: { 'X-SVC-Request-Id': 'req-1' } });
  const message = /basic_details\.name .*; utm_params\.utm_medium is required/;
  expect(answer.at('error')).toEqual({
    ...{ code: 'VALIDATION_FAILED', request_id: 'req-1', message: expect.stringMatching(message) as string },
    details: [{ target: 'basic_details.name' }, { target: 'utm_params.utm_medium' }],
  });
  const described = await describedBy(service);
  expect(described.answerErrors(described.operation('create'), answer)).toEqual([]);
});

/** Open point W8. */
test("draft-only-updates: 409 for a campaign that isn't a DRAFT, whatever is edited", async () => {
  const { client } = await play({ quirks: ['draft-only-updates'] });
  const id = await client.created(push('EVENT_TRIGGERED'));
  expect((await client.update(id, UTM)).status).toBe(200);
  await client.publish(id);
  const answer = await client.update(id, { basic_details: { name: 'Other', platforms: ['WEB'] } });
  expect([answer.status, answer.at('error.code'), answer.at('error.message')]).toEqual([
    ...[409, 'BAD_REQUEST', 'only DRAFT campaigns can be updated'],
  ]);
  expect((await client.act(id, 'PAUSE')).status).toBe(200);
});

/** Open point W19. */
test('publish-200 answers publishing with 200 and the ID', async () => {
  const { client, service } = await play({ quirks: ['publish-200'] });
  const id = await client.created(push('EVENT_TRIGGERED'));
  const key = randomUUID();
  const answer = await client.publish(id, { key });
  expect([answer.status, answer.at('data')]).toEqual([200, { id }]);
  const described = await describedBy(service);
  expect(described.answerErrors(described.operation('publish'), answer)).toEqual([]);
  expect((await client.publish(id, { key })).text).toBe(answer.text);
  expect(await client.statusOf(id)).toBe('ACTIVE');
});

/** Open point W23. */
test.each([500, 503, 429])(
  'keep-failures repeats a %i under its key, and not under another',
  async (status) => {
    const { client, control } = await play({ quirks: ['keep-failures'] });
    await control('POST', 'faults', { operation: 'create', kind: 'status', status });
    const key = randomUUID();
    const first = await client.create(BARE_PUSH, { key });
    const again = await client.create(BARE_PUSH, { key });
    expect([first.status, again.status, again.text]).toEqual([status, status, first.text]);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  },
);
