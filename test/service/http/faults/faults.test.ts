import { describe, expect, test } from 'vitest';
import { FaultBox, type Fault } from '../../../../src/service/http/faults.ts';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { play } from '../../../support/service/running.ts';
const FAULT: Fault = {
  ...{
    kind: 'status',
    operation: 'create',
    nth: 1,
    times: 1,
    probability: 1,
    status: 500,
    headers: {},
    ms: 0,
  },
};

describe('which request a fault affects', () => {
  test('the probability applies to each request', () => {
    const draws = [0.9, 0.1, 0.4, 0.2];
    const box = new FaultBox(() => draws.shift() ?? 1);
    box.arm({ ...FAULT, probability: 0.3, times: 9 });
    expect(Array.from({ length: 4 }, () => (box.draw('create') ? 'x' : '.')).join('')).toBe('.x.x');
  });
});

describe('which faults are listed', () => {
  test('those that can still affect requests', () => {
    const box = new FaultBox(() => 0.5);
    const [once, twice, never] = [FAULT, { ...FAULT, times: 2 }, { ...FAULT, operation: 'get' as const }];
    for (const fault of [once, twice, never]) box.arm(fault);
    const left = Array.from({ length: 4 }, () => {
      box.draw('create');
      return box.list();
    });
    expect(left).toEqual([[twice, never], [twice, never], [never], [never]]);
  });
});

describe('the headers of a fault', () => {
  test.each(['content-type', 'Content-Type', 'CONTENT-TYPE'])(
    'replaces the header %s of the answer',
    async (name) => {
      const { client, control } = await play();
      await control('POST', 'faults', { kind: 'delay', headers: { [name]: 'x/y' } });
      const answer = await client.create(BARE_PUSH);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'x/y']);
    },
  );

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
