import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { STATUSES } from '../../src/service/domain/campaign/campaign-record.ts';
import { OPERATIONS } from '../../src/service/http/operations/operations.ts';
import { startService, type RunningService } from '../../src/service/http/start-service.ts';
import { email, onEvent, push } from '../support/contract/bodies.ts';
import { fuzzRequest, READ_CHANNELS, type FuzzRequest } from '../support/service/fuzz-requests.ts';
import { answersIn, RawConnection } from '../support/service/raw-connection.ts';
import { LOCAL } from '../support/service/running.ts';

const SEED = 20_260_301;
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const RAW_REQUESTS = Math.ceil(REQUESTS / 40);

const VERSIONED = { ...LOCAL, appKey: 'versioned', features: ['versioning'] };
const READER = { ...LOCAL, appKey: 'reader', scopes: [] };
const WORKSPACES = [{ ...LOCAL, features: ['queuing', 'audience_limit', 'portfolio'] }, VERSIONED, READER];

/**
 * One campaign per status and channel, a node of a flow, a child and an unknown ID. The IDs are the same in every
 * workspace.
 */
const CAMPAIGNS: readonly object[] = [
  ...STATUSES.flatMap((status) => READ_CHANNELS.map((channel) => ({ status, channel }))),
  { status: 'ACTIVE', channel: 'PUSH', flow_id: 'f1', flow_name: 'Flow' },
  { status: 'SENT', channel: 'EMAIL', parent_id: idOf(0), campaign_delivery_type: 'PERIODIC' },
];
const IDS = Array.from({ length: CAMPAIGNS.length + 1 }, (_, n) => idOf(n));

let service: RunningService;
let pool: Pool;
const bugs: string[] = [];

beforeAll(async () => {
  const log = (line: string): void => {
    if (!line.includes('"level":"info"')) bugs.push(line);
  };
  service = await startService({
    ...{ port: 0, workspaces: WORKSPACES, quirks: ['normalized'], limits: 'off', clock: 'manual' },
    ...{ control: true, log },
  });
  pool = new Pool(service.url, { connections: 4, headersTimeout: 3000, bodyTimeout: 3000 });
  for (const { appKey } of WORKSPACES) {
    const campaigns = CAMPAIGNS.map((campaign, n) => ({
      ...(n % 2 === 0 ? push(n % 3 === 0 ? 'ONE_TIME' : 'EVENT_TRIGGERED') : email('EVENT_TRIGGERED')),
      ...(n % 5 === 0 && { trigger_condition: { included_filters: onEvent('Seen') } }),
      ...{ id: IDS[n], created_at: '2026-01-01 00:00:00.000000', ...campaign },
    }));
    await control('campaigns', { app_key: appKey, campaigns });
    await control('users', {
      app_key: appKey,
      users: [{ id: 'u1', email: 'u1@example.com', push_id: 'p1' }],
    });
  }
});
afterEach(() => {
  expect(bugs.splice(0)).toEqual([]);
});
afterAll(async () => {
  await pool.destroy();
  await service.close();
});

test(
  `${REQUESTS} mutated requests find no 5xx and no answer outside the envelopes`,
  { timeout: 120_000 },
  async () => {
    const seen = new Set<number>();
    const succeeded = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests(), async (request) => {
        const answer = await send(request);
        seen.add(answer.status);
        if (answer.status < 300) succeeded.add(request.name);
        expectEnvelope(request, answer);
      }),
      { seed: SEED, numRuns: REQUESTS },
    );
    // Fuzzing is useful only if some requests pass the checks.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 422]) expect(seen).toContain(status);
    for (const { name } of OPERATIONS) expect(succeeded).toContain(name);
  },
);

/** A position in the bytes of a request, and the bytes that overwrite it. */
const spoiling = fc.record({
  place: fc.nat(700),
  over: fc.constantFrom(
    ...['', '\r\n', '\r', '\n', '\0', ' ', ':', '\xff', 'GET '],
    ...['\r\n\r\n', '0\r\n', 'x'.repeat(20_000)],
  ),
  length: fc.nat(12),
});

test(
  `${RAW_REQUESTS} requests with damaged bytes get an envelope or nothing`,
  { timeout: 120_000 },
  async () => {
    const spoiled = fc.record({
      request: requests(),
      spoilings: fc.array(spoiling, { minLength: 1, maxLength: 3 }),
    });
    const batch = fc.array(spoiled, { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(batch, async (batched) => {
        await Promise.all(
          batched.map(async ({ request, spoilings }) => {
            const text = spoilings.reduce(
              (bytes, { place, over, length }) => bytes.slice(0, place) + over + bytes.slice(place + length),
              wireText(request),
            );
            const connection = new RawConnection(service.port);
            connection.send(Buffer.from(text, 'latin1'));
            for (const { status, body } of answersIn(await connection.restWithin(40))) {
              expect(status, text).toBeLessThan(500);
              expect(typeof body, text).toBe(status === 204 ? 'undefined' : 'object');
            }
          }),
        );
      }),
      { seed: SEED, numRuns: RAW_REQUESTS / 10 },
    );
  },
);

interface Answer {
  readonly status: number;
  readonly type: unknown;
  readonly text: string;
}

async function send({ method, path, headers, body }: FuzzRequest): Promise<Answer> {
  const answer = await pool.request({
    method: method,
    path,
    headers: [...headers],
    body: body === '' ? null : Buffer.from(body, 'latin1'),
  });
  return { status: answer.statusCode, type: answer.headers['content-type'], text: await answer.body.text() };
}

function expectEnvelope({ method, path }: FuzzRequest, { status, type, text }: Answer): void {
  expect(status, text).toBeLessThan(500);
  if (status === 204 || method === 'HEAD') {
    expect(text).toBe('');
    return;
  }
  expect(type, text).toBe('application/json');
  const body: unknown = JSON.parse(text);
  if (status >= 300) {
    expect(body).toEqual({ response_id: SOMETHING, error: ERROR });
  } else if (!path.includes('/_control')) {
    // The child campaigns are repeated outside of `data` (open point W20).
    expect(body).toMatchObject({ response_id: SOMETHING, type: TYPE, data: expect.any(Object) as unknown });
  }
}

const SOMETHING = expect.stringMatching(/./) as unknown;
const TYPE = expect.stringMatching(/^(campaign|personalization)$/) as unknown;
const ERROR = {
  code: expect.stringMatching(/^[A-Z_]+$/) as unknown,
  message: SOMETHING,
  target: expect.any(String) as unknown,
  details: expect.any(Array) as unknown,
  request_id: expect.any(String) as unknown,
};

function requests(): fc.Arbitrary<FuzzRequest> {
  // Sometimes use the credential without scopes.
  const credentials = [...WORKSPACES, ...WORKSPACES.slice(0, 2), ...WORKSPACES.slice(0, 2)];
  return fuzzRequest({ ids: IDS, credentials });
}

function wireText({ method, path, headers, body }: FuzzRequest): string {
  const lines = headers.flatMap((name, place) =>
    place % 2 === 0 ? [`${name}: ${headers[place + 1] ?? ''}`] : [],
  );
  // An answer to HEAD can't be distinguished from what follows it.
  const asked = method === 'HEAD' ? 'GET' : method;
  return [`${asked} ${path} HTTP/1.1`, 'Host: a', ...lines, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  );
}

async function control(path: string, body: object): Promise<void> {
  const answer = await pool.request({
    method: 'POST',
    path: `/_control/${path}`,
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(text);
}

function idOf(n: number): string {
  return n.toString(16).padStart(24, '6');
}
