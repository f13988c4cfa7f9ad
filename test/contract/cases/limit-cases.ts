import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { BARE_PUSH, push } from '../../support/contract/bodies.ts';
import { contractOn, group, type CaseContext } from '../../support/contract/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Control } from '../../support/contract/control.ts';
import {
  FIRST_PAGE,
  GROUP_LIST,
  OPERATIONS,
  previewFor,
  type Operation,
} from '../../support/contract/operations.ts';
import type { Reply } from '../../support/contract/reply.ts';
import { expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const limited = contractOn({ limits: 'real' });
type Call = () => Promise<Reply>;

/**
 * Operations with their own limit: ten a second, a hundred a minute. Open point W25. The six thousand an hour can't be
 * tested, because sixty minutes of a hundred calls never exceed it.
 */
const OTHERS = OPERATIONS.filter(({ name }) =>
  ['get', 'update', 'validate', 'status', 'search', 'meta', 'test'].includes(name),
);

export const limitCases = group('limits', [
  limited(
    ['Limits: create requests', 'Limits: windows', 'W27'],
    'five creations a second are admitted',
    async (given) => {
      const fail = await failingCreation(given);
      await times(5, fail);
      await expectWait(given.control, fail, 1);
    },
  ),
  limited(
    ['Limits: create requests', 'Limits: windows', 'W27'],
    'twenty-five creations a minute are admitted',
    async (given) => {
      const fail = await failingCreation(given);
      await spread(given.control, fail, { batches: 5, of: 5, everyMs: SECOND_MS });
      await expectWait(given.control, fail, 55);
    },
  ),
  limited(['Limits: create requests', 'Limits: windows'], 'a hundred calls an hour pass', async (given) => {
    const fail = await failingCreation(given);
    await spread(given.control, fail, { batches: 20, of: 5, everyMs: 15 * SECOND_MS });
    await expectWait(given.control, fail, 3600 - 20 * 15);
  }),
  limited(['Limits: creations', 'Limits: enforcement', 'W27'], 'five a minute are created', async (given) => {
    const create = await succeedingCreation(given);
    await spread(given.control, create, { batches: 1, of: 5, everyMs: SECOND_MS });
    await expectWait(given.control, create, 59);
  }),
  limited(
    ['Limits: creations', 'Limits: windows', 'Limits: enforcement'],
    'twenty-five campaigns an hour are created',
    async (given) => {
      const create = await succeedingCreation(given);
      await spread(given.control, create, { batches: 5, of: 5, everyMs: MINUTE_MS });
      await expectWait(given.control, create, 3600 - 5 * 60);
    },
  ),
  limited(
    ['Limits: creations', 'Limits: windows', 'Limits: enforcement'],
    'a hundred campaigns a day are created, whatever failed between them',
    async (given) => {
      const create = await succeedingCreation(given);
      const fail = await failingCreation(given, 0);
      // Sixty-six minutes per round, so that the hourly quota is free again.
      for (let round = 0; round < 4; round += 1) {
        await spread(given.control, fail, { batches: 1, of: 5, everyMs: MINUTE_MS });
        await spread(given.control, create, { batches: 5, of: 5, everyMs: MINUTE_MS });
        await given.control.advance(HOUR_MS);
      }
      await expectWait(given.control, create, (DAY_MS + MINUTE_MS - 4 * 66 * MINUTE_MS) / SECOND_MS);
    },
  ),
  limited(['Limits: creations', 'Limits: create requests'], 'failures count as calls only', async (given) => {
    const fail = await failingCreation(given);
    await spread(given.control, fail, { batches: 4, of: 5, everyMs: 10 * SECOND_MS });
    await times(5, await succeedingCreation(given, 0));
  }),
  limited(['Limits: windows', 'W27'], "a window rolls: older calls don't count anymore", async (given) => {
    const fail = await failingCreation(given);
    await times(3, fail);
    await given.control.advance(600);
    await times(2, fail);
    await expectLimited(fail, 1);
    await given.control.advance(400);
    await times(3, fail);
    await expectLimited(fail, 1);
  }),
  limited(
    ['W26', 'Errors 429', 'Error codes'],
    'a rejected call is RATE_LIMITED with a wait in whole seconds, rounded up',
    async (given) => {
      const create = await succeedingCreation(given);
      await times(5, create);
      await given.control.advance(SECOND_MS + 1);
      await expectLimited(create, 59);
      await given.control.advance(SECOND_MS - 2);
      await expectLimited(create, 59);
      await given.control.advance(2);
      await expectLimited(create, 58);
    },
  ),
  limited(
    ['W26', 'Limits: enforcement'],
    'a rejected call does nothing and does not count',
    async (given) => {
      const fail = await failingCreation(given);
      await times(5, fail);
      await given.control.advance(SECOND_MS - 1);
      for (let call = 0; call < 30; call += 1) await expectLimited(fail, 1);
      await given.control.advance(1);
      await times(5, fail);
    },
  ),
  limited(['W23', 'W26'], 'a 429 is not stored under its key', async (given) => {
    await times(5, await succeedingCreation(given));
    const key = randomUUID();
    const again: Call = () => given.client.create(BARE_PUSH, { key });
    await expectLimited(again, 60);
    await given.control.advance(MINUTE_MS);
    expectStatus(await again(), 201);
  }),
  limited(
    ['W23', 'Common request headers'],
    'an answer that is stored counts against no limit',
    async (given) => {
      const key = randomUUID();
      const create = await succeedingCreation(given);
      const first = await given.client.create(BARE_PUSH, { key });
      expectStatus(first, 201);
      await times(4, create);
      await expectLimited(create, 60);
      const again = await given.client.create(BARE_PUSH, { key });
      expectStatus(again, 201);
      expect(again.text).toBe(first.text);
    },
  ),
  limited(['W24', 'W26'], 'a rejected creation does not reserve its request ID', async (given) => {
    await times(5, await succeedingCreation(given));
    const headers = { 'X-SVC-Request-Id': randomUUID() };
    expectStatus(await given.client.create(BARE_PUSH, { headers }), 429);
    await given.control.advance(MINUTE_MS);
    expectStatus(await given.client.create(BARE_PUSH, { headers }), 201);
  }),
  limited(['Limits: create requests', 'Limits: creations'], 'workspaces have own limits', async (given) => {
    const create = await succeedingCreation(given);
    await times(5, create);
    await expectLimited(create, 60);
    await times(5, () => given.other.create(BARE_PUSH));
  }),

  ...OTHERS.map((one) =>
    limited(['W25', 'W27', one.section], `${one.name} is admitted ten times a second`, async (given) => {
      const call = await rested(given, succeeding(one));
      await times(10, call);
      await expectWait(given.control, call, 1);
      await times(9, call);
    }),
  ),
  ...OTHERS.map((one) =>
    limited(
      ['W25', 'W27', one.section],
      `${one.name} is admitted a hundred times a minute`,
      async (given) => {
        const call = await rested(given, succeeding(one));
        await spread(given.control, call, { batches: 10, of: 10, everyMs: SECOND_MS });
        await expectWait(given.control, call, 50);
      },
    ),
  ),
  limited(['W25'], 'operations do not share their limits', async (given) => {
    const [search, get, validate] = [
      await rested(given, ({ client }) => Promise.resolve(() => client.search(FIRST_PAGE))),
      calling(await subject(given.client), (id) => given.client.get(id)),
      calling(await subject(given.client), (id) => given.client.validate(id)),
    ];
    for (const call of [search, get, validate]) await times(10, call);
    for (const call of [search, get, validate]) await expectLimited(call, 1);
  }),
  limited(['W25'], 'each workspace has its own limit for searches', async (given) => {
    const search = await rested(given, ({ client }) => Promise.resolve(() => client.search(FIRST_PAGE)));
    await times(10, search);
    await expectLimited(search, 1);
    await times(10, () => given.other.search(FIRST_PAGE));
  }),
  limited(['W25', 'W27', 'Personalized Preview'], 'ten thousand previews a minute pass', async (given) => {
    const { client, control } = given;
    const call = await rested(given, async () =>
      calling((await control.user()).id, (id) => client.preview(previewFor(id))),
    );
    for (let batch = 0; batch < 100; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, call));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    await expectWait(control, call, 60);
  }),
  limited(['W30', 'W27'], 'the global control group can be changed ten times a minute', async (given) => {
    const call = await rested(given, ({ client }) => Promise.resolve(() => client.controlGroup(GROUP_LIST)));
    await times(10, call);
    await given.control.advance(10 * SECOND_MS);
    await expectWait(given.control, call, 50);
  }),
]);

/** A call whose windows are all empty. */
async function rested(given: CaseContext, prepare: (given: CaseContext) => Promise<Call>): Promise<Call> {
  await given.control.advance(25 * HOUR_MS);
  const call = await prepare(given);
  await given.control.advance(25 * HOUR_MS);
  return call;
}

async function failingCreation({ client, control }: CaseContext, restMs = 25 * HOUR_MS): Promise<Call> {
  await control.advance(restMs);
  return () => client.create({ ...BARE_PUSH, channel: 'FAX' });
}

async function succeedingCreation({ client, control }: CaseContext, restMs = 25 * HOUR_MS): Promise<Call> {
  await control.advance(restMs);
  return () => client.create(BARE_PUSH);
}

function calling(id: string, call: (id: string) => Promise<Reply>): Call {
  return () => call(id);
}

function subject(client: CaseContext['client']): Promise<string> {
  return client.created(BARE_PUSH);
}

/** Calls of an operation that all succeed. */
function succeeding({ name, send }: Operation): (given: CaseContext) => Promise<Call> {
  if (name === 'status') return alternating;
  return async ({ client, control }) => {
    const id = name === 'test' ? (await control.user()).id : await subject(client);
    return () => send(client, id);
  };
}

/** Pauses and resumes alternately. */
async function alternating({ client }: CaseContext): Promise<Call> {
  const id = await client.published(push('EVENT_TRIGGERED'));
  let isPaused = false;
  return async () => {
    const answer = await client.act(id, isPaused ? 'RESUME' : 'PAUSE');
    if (answer.status === 200) isPaused = !isPaused;
    return answer;
  };
}

/** Makes this many calls, none of which is rejected. */
async function times(count: number, call: Call): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const answer = await call();
    expect(answer.status, `call ${made + 1}: ${answer.text}`).not.toBe(429);
  }
}

/** Bursts of calls, with a pause after each. */
async function spread(
  control: Control,
  call: Call,
  plan: { batches: number; of: number; everyMs: number },
): Promise<void> {
  for (let batch = 0; batch < plan.batches; batch += 1) {
    await times(plan.of, call);
    await control.advance(plan.everyMs);
  }
}

async function expectLimited(call: Call, seconds: number): Promise<void> {
  const answer = await call();
  expectFailure(answer, 429, 'RATE_LIMITED');
  expect(answer.headers.get('retry-after')).toBe(String(seconds));
}

/** Expects that a call is rejected with this wait, that one second less is too short, and that it is sufficient. */
async function expectWait(control: Control, call: Call, seconds: number): Promise<void> {
  await expectLimited(call, seconds);
  await control.advance((seconds - 1) * SECOND_MS);
  await expectLimited(call, 1);
  await control.advance(SECOND_MS);
  const answer = await call();
  expect(answer.status, answer.text).not.toBe(429);
}
