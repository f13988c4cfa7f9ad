import fc from 'fast-check';
import { stringify } from 'yaml';
import { isSource, parseSource } from '../../../src/load/yaml/source.ts';

/** A small change to a text, as by a person or a broken program. */
export type Mutation = (text: string) => string;

/** Tokens with a meaning in YAML, in our files or in JavaScript. */
const TOKENS = [
  ...['{', '}', '[', ']', ',', ':', ': ', '- ', '? ', '|', '>', '|+2', '&a ', '*a', '!!str ', '!x ', '%', '@', '`', '#', ' #'],
  ...['---\n', '...\n', '%YAML 1.1\n', '"', "'", '\\', '<<: ', '"\\ud800"', '"\\0"', "''", '{}', '[]', '{', '{{', '}}', '{{ '],
  ...['\t', '\r', '\r\n', '\n', '\n\n', ' ', '  ', '\0', '\u0007', '\u001b', '\u0085', '\u2028', '\ufeff', '\ud83d', '\ude00', '😀'],
  ...['null', '~', 'true', 'no', '0', '-0', '1e400', '.nan', '.inf', '9007199254740993', '0x1F', '2026-02-30', '12:30:45'],
  ...['{ $file: ./nothing.html }', '{ $var: connector }', '{ $var: nothing }', '{ $var: gear_fans }', '$var', '$file: '],
  ...['__proto__', 'constructor', 'toString', 'PUSH', 'EMAIL', 'ACTIVE', 'PERIODIC', 'default', 'variation_2', 'overrides:\n'],
]; // prettier-ignore

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TOKENS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 3 }),
  },
  { weight: 1, arbitrary: fc.constantFrom('x', 'é', '😀', '{{ ').map((one) => one.repeat(500)) },
);

/** Changes of characters and lines. Positions are drawn as numbers, modulo the length. */
export const textMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ at: fc.nat(), length: fc.integer({ min: 1, max: 8 }) }).map(({ at, length }): Mutation => (text) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + text.slice(from + length);
  }),
  fc.record({ at: fc.nat(), length: fc.integer({ min: 1, max: 40 }) }).map(({ at, length }): Mutation => (text) => {
    const from = at % (text.length + 1);
    return text.slice(0, from + length) + text.slice(from);
  }),
  fc.nat().map((at): Mutation => (text) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + (text[from + 1] ?? '') + (text[from] ?? '') + text.slice(from + 2);
  }),
  fc.record({ at: fc.nat(), put: piece }).map(({ at, put }): Mutation => (text) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + put + text.slice(from);
  }),
  // Right after a key, where a value starts.
  fc.record({ at: fc.nat(), put: piece }).map(({ at, put }): Mutation => (text) => {
    const values = [...text.matchAll(/: /g)].map(({ index }) => index + 2);
    const from = values[at % Math.max(1, values.length)] ?? 0;
    return text.slice(0, from) + put + text.slice(text.indexOf('\n', from));
  }),
  fc.nat().map((at): Mutation => byLine(at, (lines, index) => lines.filter((_, other) => other !== index))),
  fc.nat().map((at): Mutation => byLine(at, (lines, index) => lines.toSpliced(index, 0, lines[index] ?? ''))),
  fc.nat().map((at): Mutation => byLine(at, (lines, index) => lines.toSpliced(index, 2, ...lines.slice(index, index + 2).reverse()))),
  fc.record({ at: fc.nat(), indent: fc.constantFrom('', ' ', '  ', '\t', '        ') }).map(({ at, indent }): Mutation =>
    byLine(at, (lines, index) => lines.with(index, indent + (lines[index] ?? '').trimStart())),
  ),
  fc.nat().map((at): Mutation => (text) => text.slice(0, at % (text.length + 1))),
); // prettier-ignore

function byLine(at: number, change: (lines: string[], index: number) => string[]): Mutation {
  return (text) => {
    const lines = text.split('\n');
    return change(lines, at % lines.length).join('\n');
  };
}

type Tree = null | boolean | number | string | Tree[] | { [name: string]: Tree };

/** Values of every type, most of them wrong in any position. */
const leaf: fc.Arbitrary<Tree> = fc.oneof(
  fc.constantFrom<Tree>(null, true, false, 0, -1, 1.5, 1e300, 3, '', ' ', '0', '-1', 'yes', 'constructor', '{{ a', '}}'),
  fc.constantFrom<Tree>('2031-02-30T09:00:00', '2031-05-01T09:00:00', '2031-05-01T09:00:00Z', 'Europe/Berlin', 'Mars/Phobos'),
  fc.constantFrom<Tree>('and', 'AND', 'MANUAL', 'SHERPA', 'AT_FIXED_TIME', 'SEND_IN_BTS', 'WEEKLY', 'Custom', 'TIMER', 'dwell'),
  fc.constantFrom<Tree>('x'.repeat(600), '😀'.repeat(600), '\n'.repeat(70), '"'.repeat(100), '\\'.repeat(100)),
  fc.constantFrom<Tree>([], {}, [[]], [{}], { a: 1 }, [1, 'a', null], { constructor: 1 }, { $var: 'nothing' }, { $var: 'gear_fans' }),
  fc.constantFrom<Tree>({ $file: './nothing.html' }, { $file: './welcome.html' }, { $var: 'connector' }, { $file: 1 }, { $var: 'a', b: 1 }),
  fc.constantFrom<Tree>({ ['x'.repeat(600)]: 1 }, { ['😀'.repeat(300)]: {} }, { '': 1 }, { ' ': 1 }, { toString: {} }, Array<Tree>(120).fill('a')),
  fc.constantFrom<Tree>(...Array.from({ length: 8 }, (_, index) => 10 ** index), 'variation_3', 'ACTIVE', 'PAUSED', 'PUSH', 'EMAIL'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
); // prettier-ignore

/** The same for the values of a YAML text. A text that isn't YAML stays unchanged. */
export const treeMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ at: fc.nat(), put: leaf }).map(({ at, put }) => byPlace(at, (holder, name) => { set(holder, name, put); })),
  fc.nat().map((at) => byPlace(at, (holder, name) => { drop(holder, name); })),
  fc.record({ at: fc.nat(), spell: spelling() }).map(({ at, spell }) => byPlace(at, (holder, name) => {
    const value = get(holder, name);
    drop(holder, name);
    set(holder, spell(String(name)), value);
  })),
  fc.record({ at: fc.nat(), spell: spelling() }).map(({ at, spell }) => byPlace(at, (holder, name) => {
    if (Array.isArray(holder)) holder.push(get(holder, name));
    else set(holder, spell(String(name)), get(holder, name));
  })),
  fc.nat().map((at) => byPlace(at, (holder, name) => { set(holder, name, [get(holder, name)]); })),
  fc.record({ at: fc.nat(), key: fc.constantFrom('default', 'variation_1', 'push', 'email', 'filters', 'x') }).map(({ at, key }) =>
    byPlace(at, (holder, name) => { set(holder, name, { [key]: get(holder, name) }); }),
  ),
  fc.record({ from: fc.nat(), to: fc.nat() }).map(({ from, to }): Mutation => byPlace(from, (holder, name, places) => {
    const { holder: other, name: place } = places[to % places.length] ?? { holder, name };
    set(other, place, structuredClone(get(holder, name)));
  })),
  fc.record({ at: fc.nat(), put: leaf, workspace: fc.constantFrom('local', 'staging', 'production') }).map(({ at, put, workspace }): Mutation =>
    byPlace(at, (holder, name, places) => {
      const root = places[0]?.holder;
      const top = name in (root ?? {}) ? name : 'utm_params';
      if (root && !Array.isArray(root)) root.overrides = { [workspace]: { [top]: put } };
    }),
  ),
); // prettier-ignore

function spelling(): fc.Arbitrary<(name: string) => string> {
  return fc.constantFrom(
    (name: string) => name.slice(1),
    (name: string) => name.toUpperCase(),
    (name: string) => name.replaceAll('_', '-'),
    (name: string) => `${name}s`,
    (name: string) => name.replace(/(.)(.)/, '$2$1'),
    () => 'constructor',
    () => '__proto__',
    () => 'x'.repeat(600),
  );
}

type Holder = Tree[] | { [name: string]: Tree };
interface Place {
  readonly holder: Holder;
  readonly name: string | number;
}

function byPlace(
  at: number,
  change: (holder: Holder, name: string | number, places: readonly Place[]) => void,
): Mutation {
  return (text) => {
    const tree = treeOf(text);
    const places = placesIn(tree);
    const place = places[at % Math.max(1, places.length)];
    if (!place) return text;
    change(place.holder, place.name, places);
    return stringify(tree, { aliasDuplicateObjects: false });
  };
}

/** A copy, without aliases. */
function treeOf(text: string): Tree {
  const parsed = parseSource('', text);
  return isSource(parsed) ? (JSON.parse(JSON.stringify(parsed.value)) as Tree) : null;
}

function placesIn(tree: Tree, depth = 0): Place[] {
  // Limits how deep two changes can nest a value in itself.
  if (typeof tree !== 'object' || tree === null || depth > 60) return [];
  const here: Place[] = Object.keys(tree).map((name) => ({
    holder: tree,
    name: Array.isArray(tree) ? Number(name) : name,
  }));
  return [...here, ...Object.values(tree).flatMap((member) => placesIn(member, depth + 1))];
}

function get(holder: Holder, name: string | number): Tree {
  return (holder as Record<string | number, Tree>)[name] ?? null;
}

function set(holder: Holder, name: string | number, value: Tree): void {
  if (Array.isArray(holder)) holder.push(value);
  else Object.defineProperty(holder, name, { value, configurable: true, enumerable: true, writable: true });
  if (Array.isArray(holder) && typeof name === 'number' && name < holder.length - 1) {
    holder[name] = holder.pop() ?? null;
  }
}

function drop(holder: Holder, name: string | number): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
}
