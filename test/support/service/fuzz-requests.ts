import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { BODIES } from './fuzz-bodies.ts';
import { bytesOf, mutated, mutation, textChange } from './fuzz-mutations.ts';

/** The paths of operations; `ID` is replaced with a campaign's. Control interface rows are not part of the API. */
export const TARGETS: readonly { readonly name: string; readonly method: string; readonly path: string }[] = [
  { name: 'create', method: 'POST', path: '/v5/campaigns' },
  { name: 'get', method: 'GET', path: '/v5/campaigns/ID' },
  { name: 'update', method: 'PATCH', path: '/v5/campaigns/ID' },
  { name: 'validate', method: 'POST', path: '/v5/campaigns/ID/validate' },
  { name: 'status', method: 'PATCH', path: '/v5/campaigns/ID/status' },
  { name: 'search', method: 'POST', path: '/v5/campaigns/search' },
  { name: 'meta', method: 'POST', path: '/v5/campaigns/meta' },
  { name: 'test', method: 'POST', path: '/v5/campaigns/test' },
  { name: 'preview', method: 'POST', path: '/v5/personalization/preview' },
  { name: 'publish', method: 'PATCH', path: '/core-services/v1/campaigns/ID' },
  { name: 'executions', method: 'POST', path: '/core-services/v1/campaigns/ID/executions' },
  { name: 'control-group', method: 'PUT', path: '/core-services/v1/global-control-group/users' },
  { name: 'seed users', method: 'POST', path: '/_control/users' },
  { name: 'edit by hand', method: 'PATCH', path: '/_control/campaigns/ID' },
];

/** A request as sent. Header values and the body have one character per byte. */
export interface FuzzRequest {
  /** The operation that it is based on. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Alternating names and values, because a name may occur twice. */
  readonly headers: readonly string[];
  readonly body: string;
}

const METHODS = ['HEAD', 'OPTIONS', 'DELETE', 'PUT', 'TRACE', 'PROPFIND', 'M-SEARCH', 'LINK', 'GET', 'POST'];

/** Changes of a path: an added suffix, or a replacement of all of it. */
const pathChange = fc.oneof(
  fc
    .constantFrom(...'/ // /more ?x=% ?a=b&a=c #x %00 % %zz %ff /.. /%2e%2e/x ;v=1 %2F %c0%ae'.split(' '))
    .map((end) => (path: string) => path + end),
  fc
    .constantFrom(
      ...'/ // /* /v5 /V5/campaigns /v5/campaigns/ /v5//campaigns /_control /_control/nothing'.split(' '),
    )
    .map((other) => () => other),
  fc
    .constantFrom('http://example.com', 'https://a:1', 'http://[::1]:80')
    .map((origin) => (path: string) => origin + path),
  fc
    .constantFrom(
      'x'.repeat(24),
      'f'.repeat(24),
      ...`0 __proto__ constructor ' %20 64A3C0D2E4B0F1A2B3C4D5E6`.split(' '),
    )
    .map((id) => (path: string) => path.replace(/[0-9a-f]{24}/, id)),
);

const NAMES = 'Idempotency-Key X-SVC-Request-Id Content-Type SVC-APPKEY Authorization Origin'.split(' ');
const VALUES = [
  ...['', ' ', 'x', '\xe9', 'application/json', 'application/json; charset=latin1', 'text/html'],
  ...['application/jsonx', 'Basic Og==', 'Basic ===', 'Bearer x', 'basic bG9jYWw6b3BlbiBzZXNhbWU='],
  ...['__proto__', 'a b', 'a:b:c', '[::1', 'x'.repeat(5000)],
  ...['1b0e7c58-9a5f-4d42-8f5c-0d2f3f6b7a10', '1b0e7c58-9a5f-1d42-8f5c-0d2f3f6b7a10'],
];
const OTHERS = [
  ...['Content-Encoding', 'gzip', 'Accept', 'text/html', 'X-HTTP-Method-Override', 'DELETE'],
  ...['Range', 'bytes=0-1', 'If-None-Match', '*', 'Cookie', '__proto__=1'],
  ...['X-Forwarded-For', '1.2.3.4', '__proto__', 'x'],
];

/** A header that is omitted, has another value, or occurs twice. */
const headerChange = fc.record({
  name: fc.constantFrom(...NAMES),
  value: fc.option(fc.constantFrom(...VALUES)),
  isExtra: fc.boolean(),
});

/** A value once in `once` times, otherwise `null`. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>, once: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: once - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** Requests of all operations for the given campaigns and credentials, from valid to absurd. */
export function fuzzRequest(world: {
  readonly ids: readonly string[];
  readonly credentials: readonly { readonly appKey: string; readonly apiKey: string }[];
}): fc.Arbitrary<FuzzRequest> {
  const start = fc
    .constantFrom(...TARGETS)
    .chain((target) =>
      fc.record({ target: fc.constant(target), body: fc.constantFrom(...(BODIES[target.name] ?? [{}])) }),
    );
  const id = fc.constantFrom(...world.ids);
  return fc
    .record({
      ...{ start, id, credential: fc.constantFrom(...world.credentials) },
      mutations: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 4 }) },
      ),
      text: sometimes(textChange, 20),
      method: sometimes(fc.constantFrom(...METHODS), 25),
      path: sometimes(pathChange, 15),
      headers: fc.oneof(
        { weight: 6, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(headerChange, { minLength: 1, maxLength: 2 }) },
      ),
      other: sometimes(fc.nat(OTHERS.length / 2 - 1), 20),
    })
    .map((parts) => {
      const { target } = parts.start;
      const path = target.path.replace('ID', parts.id);
      const body = JSON.parse(JSON.stringify(parts.start.body).replace('"ID"', `"${parts.id}"`)) as unknown;
      return {
        name: target.name,
        method: parts.method ?? target.method,
        path: parts.path?.(path) ?? path,
        headers: [
          ...headersOf(parts.credential, parts.headers),
          ...(parts.other === null ? [] : OTHERS.slice(parts.other * 2, parts.other * 2 + 2)),
        ],
        body: target.method === 'GET' ? '' : bytesOf(mutated(body, parts.mutations), parts.text),
      };
    });
}

function headersOf(
  { appKey, apiKey }: { readonly appKey: string; readonly apiKey: string },
  changes: readonly { readonly name: string; readonly value: string | null; readonly isExtra: boolean }[],
): string[] {
  const usual = Object.entries({
    Authorization: `Basic ${Buffer.from(`${appKey}:${apiKey}`).toString('base64')}`,
    'SVC-APPKEY': appKey,
    'X-SVC-Request-Id': randomUUID(),
    'Idempotency-Key': randomUUID(),
    'Content-Type': 'application/json',
  });
  const kept = usual.filter(([name]) => !changes.some((change) => change.name === name && !change.isExtra));
  return [...kept, ...changes.map(({ name, value }) => (value === null ? [] : [name, value]))].flat();
}
