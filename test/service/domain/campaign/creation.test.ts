import { expect, test } from 'vitest';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { ACCEPTED, REFUSED } from '../../../support/service/creation-bodies.ts';
import { play } from '../../../support/service/running.ts';

test.each(ACCEPTED)('creation accepts %s', async (_case, body) => {
  const { client } = await play({ control: false });
  const answer = await client.create(body);
  expect(answer.status, answer.text).toBe(201);
});

/** The contract accepts a nearby path, but this service names the exact one. */
test.each(REFUSED)('creation refuses %s at its exact place', async (_case, body, place) => {
  const { client } = await play({ control: false });
  const answer = await client.create(body);
  expect([answer.status, answer.at('error.code')], answer.text).toEqual([400, 'VALIDATION_FAILED']);
  expect(answer.at('error.target')).toBe(place);
  const message = expect.any(String) as string;
  expect(answer.at('error.details')).toContainEqual({ target: place, message });
});

test('creation reports all mistakes at once', async () => {
  const { client } = await play();
  const answer = await client.create({ ...BARE_PUSH, basic_details: { name: 1, tags: 2 } });
  expect(answer.at('error.details')).toHaveLength(2);
});
