import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../support/contract/bodies.ts';
import { play } from '../../support/service/running.ts';

const HEADER = 'X-SVC-Request-Id';
const [LONGEST, TOO_LONG] = ['i'.repeat(256), 'i'.repeat(257)];

describe('a request ID', () => {
  test.each([
    ['header', { headers: { [HEADER]: LONGEST } }, BARE_PUSH],
    ['body', { headers: { [HEADER]: null } }, { ...BARE_PUSH, request_id: LONGEST }],
  ])('may have 256 characters in the %s', async (_place, options, body) => {
    const { client } = await play();
    expect((await client.create(body, options)).status).toBe(201);
  });

  test.each([
    ['header', { headers: { [HEADER]: TOO_LONG } }, BARE_PUSH, HEADER],
    ['body', { headers: { [HEADER]: null } }, { ...BARE_PUSH, request_id: TOO_LONG }, 'request_id'],
  ])('longer than that in the %s is refused and not stored', async (_place, options, body, target) => {
    const { client, control, lines } = await play();
    const answer = await client.create(body, options);
    expect([answer.status, answer.at('error.code'), answer.at('error.target')]).toEqual([
      ...[400, 'VALIDATION_FAILED'],
      target,
    ]);
    const kept = [answer.text, ...lines, JSON.stringify(await control('GET', 'log'))];
    for (const text of kept) expect(text).not.toContain(LONGEST);
  });

  test('is not read from the body without a valid credential', async () => {
    const { client, control, lines } = await play();
    const body = { ...BARE_PUSH, request_id: 'in-a-body' };
    const answer = await client.create(body, { headers: { [HEADER]: null, Authorization: null } });
    expect([answer.status, answer.at('error.request_id')]).toEqual([401, '']);
    expect(await control('GET', 'log')).toMatchObject({ value: { requests: [{ request_id: null }] } });
    expect(lines.join('\n')).not.toContain('in-a-body');
  });
});
