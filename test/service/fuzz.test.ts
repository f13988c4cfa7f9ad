import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service.ts';
import { dailyIn, email, push } from '../contract/support/bodies.ts';
import type { ContractClient, Extra, Reply } from '../contract/support/client.ts';
import { clientOf, LOCAL } from './support/running.ts';

const SEED = 20_260_301;
const REQUESTS = 1500;

let service: RunningService;
let client: ContractClient;
let ids: readonly string[];
const bugs: string[] = [];

beforeAll(async () => {
  const log = (line: string): void => {
    if (line.includes('"level":"bug"')) bugs.push(line);
  };
  const workspaces = [{ ...LOCAL, features: ['queuing', 'audience_limit', 'portfolio'] }];
  const options = {
    port: 0,
    workspaces,
    readView: 'normalized',
    limits: 'off',
    clock: 'manual',
    control: true,
    log,
  } as const;
  service = await startService(options);
  client = clientOf(service, LOCAL);
  ids = await Promise.all(BODIES.map((body) => client.created(body)));
});
afterAll(() => service.close());

const BODIES = [
  push('ONE_TIME'),
  push('EVENT_TRIGGERED'),
  push('PERIODIC', { scheduling_details: dailyIn(1e9, new Date('2090-01-01T00:00:00Z')) }),
  email('EVENT_TRIGGERED'),
];
const SEARCH = {
  ...{ limit: 15, page: 1, include_archive_campaigns: true },
  campaign_fields: {
    name: 'a',
    status: ['DRAFT'],
    ids: [],
    created_date: { from_date: '2024-01-01' },
    tags: ['spring'],
  },
};

/** What is put in place of a value somewhere in a body. */
const oddity = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    '',
    ' ',
    -1,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    '\u0000',
    '\ud800',
    'Mars/Base',
    '9999-12-31T23:59:59',
    true,
  ),
  fc.constantFrom('constructor', '__proto__', 'toString').map((name) => ({ [name]: { name } })),
);

/** A change of a body: at a place counted through all of its values, an oddity, or the value is taken out. */
const mutation = fc.record({ place: fc.nat(200), oddity: fc.option(oddity, { nil: undefined }) });
const mutations = fc.oneof(
  { weight: 1, arbitrary: fc.array(mutation, { maxLength: 0 }) },
  { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 4 }) },
);

const headers = fc.dictionary(
  fc.constantFrom('Idempotency-Key', 'X-SVC-Request-Id', 'Content-Type', 'SVC-APPKEY', 'Authorization'),
  fc.option(
    fc.constantFrom(
      '',
      'x',
      'application/json',
      'text/html',
      'Basic Og==',
      '1b0e7c58-9a5f-4d42-8f5c-0d2f3f6b7a10',
    ),
  ),
  { maxKeys: 2 },
);

/** Requests that make sense, before anything is changed about them. */
const sensible = fc.oneof(
  target('POST', [''], BODIES),
  target('PATCH', ['/ID'], [...BODIES, {}]),
  target('POST', ['/search'], [SEARCH]),
  target('PATCH', ['/ID/status'], [{ action: 'STOP' }, { action: 'PAUSE' }, { action: 'RESUME' }]),
  target('PATCH', ['PUBLISH'], [{ status: 'PUBLISH' }]),
  target('GET', ['/ID'], [{}]),
  target('POST', ['/ID/validate'], [{}]),
);

const senseless = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'GET', 'PUT', 'DELETE'),
  path: fc.constantFrom('', '/ID', '/ID/', '/x', '//', '/%ZZ', '/ID/status/more', '/..', '/ID?x=%', '/%00'),
  body: fc.constantFrom<object>(SEARCH, ...BODIES),
});

function target(method: string, paths: readonly string[], bodies: readonly object[]) {
  return fc.record({
    ...{ method: fc.constant(method), path: fc.constantFrom(...paths), body: fc.constantFrom(...bodies) },
  });
}

const request = fc.record({
  start: fc.oneof({ weight: 6, arbitrary: sensible }, { weight: 1, arbitrary: senseless }),
  campaign: fc.nat(BODIES.length - 1),
  mutations,
  headers: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
});

test(`${REQUESTS} mutated requests find no 5xx and no answer outside the envelopes`, async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ start, campaign, mutations: changes, headers: odd }) => {
      const { method, path } = start;
      const value = changes.reduce<unknown>(
        (body, change) => mutate(body, change.place, change.oddity),
        start.body,
      );
      const extra: Extra = { headers: odd, ...(method !== 'GET' && { rawBody: JSON.stringify(value) }) };
      const answer = await client.send(method, pathOf(path, campaign), undefined, extra);
      seen.add(answer.status);
      expectEnvelope(answer);
    }),
    { seed: SEED, numRuns: REQUESTS },
  );
  expect(bugs).toEqual([]);
  // The generator is worth its time only while it gets past the gates.
  for (const status of [200, 201, 400, 401, 404, 409, 422]) expect(seen).toContain(status);
});

function pathOf(suffix: string, campaign: number): string {
  const id = ids[campaign] ?? '';
  return suffix === 'PUBLISH'
    ? `core-services/v1/campaigns/${id}`
    : `v5/campaigns${suffix.replace('ID', id)}`;
}

function expectEnvelope(answer: Reply): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.at('response_id')).toEqual(expect.stringMatching(/.+/));
  if (answer.status < 300) {
    expect(answer.at('type')).toBe('campaign');
    expect(answer.at('data')).toBeTypeOf('object');
    return;
  }
  expect(answer.at('error')).toEqual({
    code: expect.stringMatching(/^[A-Z_]+$/) as string,
    message: expect.stringMatching(/.+/) as string,
    target: expect.any(String) as string,
    details: expect.any(Array) as unknown[],
    request_id: expect.any(String) as string,
  });
}

/** A copy in which the value at a place, counted depth first, is another one, or is gone. */
function mutate(value: unknown, place: number, odd: unknown): unknown {
  const count = countOf(value);
  let left = place % count;
  const visit = (here: unknown): unknown => {
    if (left === 0) {
      left = -1;
      return odd;
    }
    if (left > 0) left -= 1;
    if (Array.isArray(here)) return here.map(visit).filter((member) => member !== undefined);
    if (typeof here !== 'object' || here === null) return here;
    return Object.fromEntries(Object.entries(here).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value) ?? {};
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, member) => sum + countOf(member), 0);
}
