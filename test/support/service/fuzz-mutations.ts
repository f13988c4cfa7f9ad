import fc from 'fast-check';

/** A text that is inserted into JSON without quotes, because no JavaScript value serializes to it. */
const raw = (text: string): string => `\u0001${text}\u0001`;

const DEEP = 300;
const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  raw(open.repeat(depth) + '1' + close.repeat(depth));

/** Replacements for a value somewhere in a body. */
export const unusualValue = fc.oneof(
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
export const textChange = fc.oneof(
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
export function mutated(body: unknown, changes: readonly Mutation[]): unknown {
  return changes.reduce<unknown>((value, { place, replacement }) => mutate(value, place, replacement), body);
}

/** A replacement at a position, or `undefined` to remove the value. */
export const mutation = fc.record({
  place: fc.nat(300),
  replacement: fc.option(unusualValue, { nil: undefined }),
});
export type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

/** The bytes of a body, each as one character. */
export function bytesOf(body: unknown, change: TextChange | null): string {
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
