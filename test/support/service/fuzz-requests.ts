import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { BODIES } from './fuzz-bodies.ts';

/** The channels that can be read and searched. Specification, What the service does, point 3. */
// prettier-ignore
export const READ_CHANNELS = [
  'EMAIL', 'PUSH', 'SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS',
];

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

/** A text that is inserted into JSON without quotes, because no JavaScript value serializes to it. */
const raw = (text: string): string => `\u0001${text}\u0001`;

const DEEP = 300;
const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  raw(open.repeat(depth) + '1' + close.repeat(depth));

/** Replacements for a value somewhere in a body. */
const unusualValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom<unknown>(
    ...[null, true, false, '', ' ', 0, -1, 0.5, 16, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63)],
    ...[[], {}, [[]], [null]],
    ...['\u0000', '\ud800', 'a\udc00b', '𝒳', '\u202e', "'; DROP TABLE campaigns; --", '%', '_'],
    ...['1e400', '-1e400', '-0', '123456789012345678901234567890', '1.0', '0.1e-400'].map(raw),
    nested(DEEP, ['[', ']']),
    nested(DEEP, ['{"filters":[', ']}']),
    nested(100, ['{"filter_operator":"and","filters":[', ']}']),
    'x'.repeat(70_000),
    Array.from({ length: 2000 }, (_, n) => n),
  ),
  fc.constantFrom(
    ...['Mars/Base', 'UTC', 'Europe/Berlin', '+25:00', '9999-12-31T23:59:59', '0000-00-00T00:00:00'],
    ...['2026-03-29T02:30:00', '-271821-04-20', '2024-01-01T00:00:00.123456789', '2024-02-30', '24:00'],
    ...['DRAFT', 'ARCHIVED', 'SMS', 'BROADCAST_LIVE_ACTIVITY', 'FLOW', 'HOURLY', 'MONTHLY', 'INSTANCE'],
  ),
  fc.constantFrom(
    ...['{{', '{{ }}', '{% raw %}', '{% for i in (1..999999999) %}x{% endfor %}', '{{ user.__proto__ }}'],
    ...['{{ user | map: "constructor" }}', '{% include "/etc/passwd" %}', '{{ 1 | divided_by: 0 }}'],
    ...["{{UserAttribute['", '{{ "x" | prepend: user }}', '{% assign a = "x" %}{{ a | append: a }}'],
  ),
  fc
    .constantFrom('constructor', '__proto__', 'toString', 'length')
    .map((name) => raw(`{"${name}":{"${name}":1}}`)),
);

/** Changes of a body's text, whatever its content. */
const textChange = fc.oneof(
  fc.nat(400).map((place) => ({ kind: 'cut' as const, place })),
  fc.record({
    kind: fc.constant('insert' as const),
    place: fc.nat(400),
    bytes: fc.constantFrom(
      ...['\xff', '\x00', '\xed\xa0\x80', '"', '}', ',', '\\u', '\xef\xbb\xbf', '{"__proto__":{"a":1},'],
    ),
  }),
  fc
    .constantFrom('', 'null', '[]', '"x"', '1', ' ', '{}', '{"a":1}{"b":2}')
    .map((text) => ({ kind: 'other' as const, text })),
);
type TextChange = typeof textChange extends fc.Arbitrary<infer T> ? T : never;

/** A body with replacements at positions that count all of its values. */
function mutated(body: unknown, changes: readonly Mutation[]): unknown {
  return changes.reduce<unknown>((value, { place, replacement }) => mutate(value, place, replacement), body);
}

/** A replacement at a position, or `undefined` to remove the value. */
const mutation = fc.record({
  place: fc.nat(300),
  replacement: fc.option(unusualValue, { nil: undefined }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

/** The bytes of a body, each as one character. */
function bytesOf(body: unknown, change: TextChange | null): string {
  const json = JSON.stringify(body).replace(
    /"\\u0001(.*?)\\u0001"/g,
    (_, text: string) => JSON.parse(`"${text}"`) as string,
  );
  const bytes = Buffer.from(json, 'utf8').toString('latin1');
  switch (change?.kind) {
    case undefined:
      return bytes;
    case 'cut':
      return bytes.slice(0, change.place);
    case 'insert':
      return bytes.slice(0, change.place) + change.bytes + bytes.slice(change.place);
    case 'other':
      return change.text;
  }
}

function mutate(value: unknown, place: number, replacement: unknown): unknown {
  let left = place % countOf(value);
  const visit = (here: unknown): unknown => {
    if (left === 0) {
      left = -1;
      return replacement;
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
