import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { play } from '../../../support/service/running.ts';

describe('the headers of a fault', () => {
  test.each(['Content-Length', 'transfer-encoding', 'Connection', 'TRAILER', 'Upgrade'])(
    'refuses the header %s, which would break the framing',
    async (name) => {
      const { control } = await play();
      const answer = await control('POST', 'faults', {
        kind: 'delay',
        headers: { [name]: '5', 'X-Fine': '1' },
      });
      expect(answer).toMatchObject({
        status: 400,
        value: { error: { target: `headers.${name}`, details: [{}] } },
      });
    },
  );

  test('an answer without a body has no length', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'status', status: 204 });
    const answer = await client.create(BARE_PUSH);
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([204, '', null]);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });
});
