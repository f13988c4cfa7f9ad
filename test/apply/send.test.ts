import { describe, expect, it } from 'vitest';
import type { Answer, WriteOperation } from '../../src/apply/ports.ts';
import type { Run, RunOptions } from '../../src/apply/run.ts';
import { send } from '../../src/apply/send.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import { ANSWERED_500, BROKE } from '../support/answer-problems.ts';
import { problemText } from '../../src/messages/catalog/faults.ts';

// One write, sent until it has an answer: how often, after which waits, and what the last answer proves.

type Refused = Extract<Answer, { kind: 'refused' }>;
type Unclear = Extract<Answer, { kind: 'unclear' }>;

const DONE: Answer = { kind: 'done', data: {}, responseId: null };
const LOST: Unclear = { kind: 'unclear', cause: 'lost', problem: BROKE };
const FAILED: Unclear = { ...LOST, problem: ANSWERED_500, answered: true };
const UNREACHABLE: Unclear = { ...LOST, cause: 'unreachable' };
const LIMITED = limited(undefined);

function limited(retryAfterMs: number | undefined): Answer {
  return { kind: 'limited', retryAfterMs, responseId: null };
}

function refused(status: number, more: Partial<Refused> = {}): Refused {
  const code = 'SOME_CODE';
  return {
    ...{ kind: 'refused', status, code, message: 'no', target: undefined, details: [], responseId: null },
    ...more,
  };
}

interface Circumstances extends Partial<RunOptions> {
  readonly sentBefore?: boolean;
  /** How long the service takes for each answer, in milliseconds. */
  readonly slow?: number;
  /** How long the run may wait, in milliseconds. */
  readonly patience?: number;
  readonly backoff?: Run['backoff'];
  readonly ledger?: (now: number) => Run['ledger'];
}

/** Sends a write that gets these answers in order, and the last one from then on. */
async function sent(
  operation: WriteOperation,
  answers: readonly (Answer | ((now: number) => Answer))[],
  { sentBefore, slow = 0, patience = 0, backoff, ledger, ...options }: Circumstances = {},
) {
  const stage = stageOf({ desired: [] });
  const { service, clock } = stage;
  service.interfere = ({ nth }) => {
    clock.time += slow;
    const answer = answers[Math.min(nth, answers.length) - 1];
    return typeof answer === 'function' ? answer(clock.now()) : answer;
  };
  const run = runOn(stage, { deadline: clock.now() + patience, ...options });
  if (backoff) run.backoff = backoff;
  if (ledger) run.ledger = ledger(clock.now());
  const answer = await send(run, {
    operation,
    request: { method: 'POST', path: 'campaigns', body: {} },
    keys: { idempotencyKey: 'first', requestId: 'request' },
    ...(sentBefore !== undefined && { sentBefore }),
  });
  const { writes } = service;
  const different = (values: readonly string[]) => new Set(values).size;
  return {
    ...{ answer, run, sends: writes.length, waits: clock.sleeps },
    keys: different(writes.map(({ keys }) => keys.idempotencyKey)),
    requests: different(writes.map(({ keys }) => keys.requestId)),
  };
}

describe('a write without an answer', () => {
  it('is sent four times at most, after waits that double, and each time with the same keys', async () => {
    expect(await sent('update', [LOST, LOST, LOST, DONE])).toMatchObject({
      ...{ answer: DONE, sends: 4, keys: 1, requests: 1 },
      waits: [250, 500, 1_000],
    });
    expect(await sent('update', [LOST])).toMatchObject({ answer: LOST, sends: 4 });
  });

  it('is not started again after two minutes', async () => {
    const last = { slow: 2 * MINUTE_MS - 250 };
    expect(await sent('update', [LOST], last)).toMatchObject({ sends: 2 });
    expect(await sent('update', [LOST], { slow: last.slow + 1 })).toMatchObject({ sends: 1 });
  });

  it('keeps its key if the failure was answered, because an edit is harmless', async () => {
    expect(await sent('update', [FAILED, DONE])).toMatchObject({ sends: 2, keys: 1 });
  });

  it('is sent again with a new key if a creation was answered with a failure, and the same request ID', async () => {
    expect(await sent('create', [FAILED, FAILED, DONE])).toMatchObject({ sends: 3, keys: 3, requests: 1 });
    expect(await sent('create', [LOST, DONE])).toMatchObject({ sends: 2, keys: 1 });
  });

  it('is not repeated if it was a publish, unless the service could not be reached', async () => {
    expect(await sent('publish', [LOST, DONE])).toMatchObject({ answer: LOST, sends: 1 });
    expect(await sent('publish', [UNREACHABLE, DONE])).toMatchObject({ answer: DONE, sends: 2 });
  });

  it('counts as not sent if the service could never be reached; if one of several tries was lost, not', async () => {
    expect(await sent('update', [UNREACHABLE])).toMatchObject({ answer: UNREACHABLE, sends: 4 });
    expect((await sent('update', [LOST, UNREACHABLE])).answer).toEqual(LOST);
  });

  it.each<Unclear['problem']>([
    { code: 'not-trusted', baseUrl: 'https://a/', said: 'CERT_HAS_EXPIRED' },
    { code: 'proxy', variable: 'HTTPS_PROXY', proxy: 'p', baseUrl: 'https://a/', said: '407' },
    { code: 'no-answer', baseUrl: 'https://a/', said: 'UND_ERR_HEADERS_OVERFLOW' },
  ])('is not repeated if the network must be set up differently: %j', async (problem) => {
    const answer = { ...UNREACHABLE, problem };
    expect(await sent('update', [answer])).toMatchObject({ answer, sends: 1, waits: [] });
  });

  it('is repeated if the proxy may come back', async () => {
    const problem = {
      code: 'proxy',
      variable: 'HTTPS_PROXY',
      proxy: 'p',
      baseUrl: 'https://a/',
      said: '503',
    } as const;
    expect(await sent('update', [{ ...UNREACHABLE, problem }])).toMatchObject({ sends: 4 });
  });
});

describe('a time before which the service wants no requests', () => {
  const until =
    (ms: number) =>
    (now: number): Unclear => ({ ...LOST, problem: { ...LOST.problem, notBefore: now + ms } });

  it.each([
    ['is waited for', 10 * SECOND_MS, 10 * SECOND_MS, [10 * SECOND_MS]],
    ['ends the tries if it is later than the run may wait', 10 * SECOND_MS + 1, 10 * SECOND_MS, []],
    ['is waited for if it is a second, however little the run may wait', SECOND_MS, 0, [SECOND_MS]],
    ['shortens no wait', 100, MINUTE_MS, [250]],
    ['that is over is none', -MINUTE_MS, MINUTE_MS, [250]],
  ])('%s', async (_, ms, patience, waits) => {
    expect(await sent('update', [until(ms), DONE], { patience })).toMatchObject({ waits });
  });
});

describe('a write that meets a limit', () => {
  const S = SECOND_MS;

  it.each<[string, number | undefined, readonly number[]]>([
    ['waits as long as the service asks', 5_000, [5 * S, 5 * S, 5 * S, 8 * S, 16 * S, 32 * S, 32 * S]],
    ['waits longer each time if not', undefined, [S, 2 * S, 4 * S, 8 * S, 16 * S, 32 * S, 32 * S]],
  ])('%s', async (_, retryAfterMs, waits) => {
    const answers = [...waits.map(() => limited(retryAfterMs)), DONE];
    const found = await sent('update', answers, { patience: 60 * MINUTE_MS });
    expect(found).toMatchObject({ answer: DONE, waits });
  });

  it('is returned immediately if it is a creation, because the quota schedules it', async () => {
    const created = await sent('create', [LIMITED, DONE], { patience: 60 * MINUTE_MS });
    expect(created).toMatchObject({ answer: LIMITED, sends: 1, waits: [] });
  });

  it('may have arrived if an earlier try was lost; the time that the service named is kept', async () => {
    const reported = (await sent('create', [LOST, limited(30 * S)])).answer;
    const notBefore = Date.parse('2031-01-01T09:00:30.250Z');
    const problem = { code: 'too-many-requests', notBefore } as const;
    expect(reported).toMatchObject({ kind: 'unclear', cause: 'lost', problem });
    expect(problemText(problem)).toMatch(/too many requests.*2031-01-01 09:00/);
    const untold = (await sent('create', [LOST, LIMITED])).answer;
    expect(untold).toEqual({ ...{ kind: 'unclear', cause: 'lost' }, problem: { code: 'too-many-requests' } });
  });
});

describe('a refusal', () => {
  const TAKEN = refused(400, { target: 'request_id' });
  const about = (target: string) => ({ target, message: '' });

  it.each<readonly [what: string, operation: WriteOperation, answer: Refused]>([
    ['of an edit', 'update', refused(400)],
    ['of an edit that names the request id', 'update', TAKEN],
    ['of an edit that is locked', 'update', refused(409)],
    ['of the credential', 'update', refused(401)],
    ['of a creation', 'create', refused(400, { target: 'basic_details.name' })],
    ['of a creation that is in conflict', 'create', refused(409)],
    ['that is none of the content, for the request id', 'create', refused(422, { target: 'request_id' })],
  ])('is trusted on the first try: %s', async (_, operation, answer) => {
    expect(await sent(operation, [answer])).toMatchObject({ answer, sends: 1, waits: [] });
  });

  it('of the content is trusted after a lost edit too, because it was refused then as well', async () => {
    for (const status of [400, 422]) {
      const answer = refused(status);
      expect(await sent('update', [LOST, answer])).toMatchObject({ answer, sends: 2 });
    }
  });

  it.each<readonly [what: string, operation: WriteOperation, answer: Refused, cause: Unclear['cause']]>([
    ['whose credential is refused by now', 'update', refused(401), 'credential'],
    ['that is forbidden by now', 'update', refused(403), 'lost'],
    ['whose request ID is taken', 'update', TAKEN, 'lost'],
    ['that creates', 'create', refused(422), 'lost'],
    ['that creates, with a credential that is refused by now', 'create', refused(401), 'credential'],
  ])('says nothing about a lost write %s', async (_, operation, answer, cause) => {
    const { status, message: said } = answer;
    expect(await sent(operation, [LOST, answer])).toMatchObject({ sends: 2, waits: [250] });
    expect((await sent(operation, [LOST, answer])).answer).toEqual({
      ...{ kind: 'unclear', cause, problem: { code: 'lost-then-refused', status, said } },
      ...(answer === TAKEN && operation === 'create' && { isTaken: true }),
    });
  });

  it('says nothing about a creation that an earlier run may have sent', async () => {
    const { answer } = await sent('create', [refused(422)], { sentBefore: true });
    expect(answer).toMatchObject({ kind: 'unclear' });
  });

  it.each<readonly [what: string, answer: Refused]>([
    ['its target', TAKEN],
    ['one of its details', refused(400, { details: [about('name'), about('request_id')] })],
    ['its message', refused(400, { message: 'The request_id was used.' })],
  ])('with the request ID in %s says that the campaign exists', async (_, answer) => {
    const taken = { kind: 'unclear', isTaken: true };
    expect(await sent('create', [answer])).toMatchObject({ sends: 1, answer: taken });
    expect(await sent('create', [LOST, answer])).toMatchObject({ answer: taken });
  });

  it("without it doesn't say that", async () => {
    for (const other of [{ details: [about('name')] }, { message: 'my_request_ids' }])
      expect((await sent('create', [LOST, refused(400, other)])).answer).not.toHaveProperty('isTaken');
  });

  it('with 409 after a lost write means that the first one is still being processed, six times at most', async () => {
    const { answer, sends, waits } = await sent('update', [LOST, refused(409)]);
    const problem = { code: 'lost-then-refused', status: 409, said: 'no' };
    expect(answer).toMatchObject({ kind: 'unclear', problem });
    expect([sends, waits]).toEqual([7, [250, 500, 1_000, 2_000, 4_000, 8_000]]);
  });
});

describe('the quota', () => {
  const oneAMinute = { limit: 1, spanMs: MINUTE_MS };

  it('delays a repeated creation, because each try counts as a call; an edit does not wait for creations', async () => {
    const windows = [{ ...oneAMinute, counts: 'attempts' as const }];
    const [created] = (await sent('create', [LOST, DONE], { windows })).waits;
    expect(created).toBeGreaterThanOrEqual(MINUTE_MS);
    const ledger = (now: number) => ({ attempts: [now], successes: [] });
    expect((await sent('update', [LOST, DONE], { windows, ledger })).waits).toEqual([250]);
  });

  it.each<readonly [what: string, answer: Answer, inARow: number]>([
    ['a creation', DONE, 0],
    ['a refused creation', refused(400), 0],
    ['a creation without an answer', LOST, 3],
  ])('after refusals in a row: %s leaves %j of them', async (_, answer, inARow) => {
    const backoff = { until: 0, inARow: 3 };
    expect((await sent('create', [answer], { backoff })).run.backoff.inARow).toBe(inARow);
  });
});
