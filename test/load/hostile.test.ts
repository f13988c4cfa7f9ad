import { describe, expect, it } from 'vitest';
import { isInside } from '../support/load/is-inside.ts';
import { load, PUSH, placeAndCode, unmark, workspace } from '../support/load/marked.ts';

// Files that no author writes, and that must not stop or fool a run: each has exactly the diagnostics of its
// row, at the marks », or loads. How long they take is measured in bench/hostile-files.mjs.

const MEBIBYTE = 1024 * 1024;
const MOST_CHARS = 400;

type Refused = readonly [what: string, code: string, marked: string];
type Accepted = readonly [what: string, text: string];

const repeated = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
/** PUSH with another name, as written. */
const named = (name: string) => PUSH.replace('A push', () => name);
const controls = (fields: string) => `${PUSH}delivery_controls: { ${fields} }\n`;
const utm = (source: string) => `${PUSH}utm_params: { utm_source: ${source}, utm_medium: b }\n`;
const throttle = (value: string) => controls(`campaign_throttle_rpm: ${value}`);

/** Ten times ten times …: a few hundred characters that expand to a billion. */
const laughs = ['&a0 [x, x, x, x, x, x, x, x, x, x]', ...Array<string>(9).fill('')]
  .map(
    (first, index) =>
      first ||
      `&a${index} [${Array<string>(10)
        .fill(`*a${index - 1}`)
        .join(', ')}]`,
  )
  .map((list, index) => `k${index}: ${list}\n`)
  .join('');

/** Each list is harmless; through its aliases the last is nested as deep as all together. */
const tower = repeated(
  55,
  (index) =>
    `k${index}: &a${index} ${'['.repeat(150)}${index === 0 ? 'x' : `*a${index - 1}`}${']'.repeat(150)}\n`,
);

const ALIASES: readonly Refused[] = [
  ['a billion laughs', 'E_YAML', laughs.replace('[*a0', '[»*a0') + PUSH],
  ['an alias inside what it stands for', 'E_YAML', `${PUSH}utm_params: &a { utm_source: »*a, utm_medium: b }\n`],
  ['an alias without anchor', 'E_YAML', `${PUSH}utm_params: »*nowhere\n`],
  ['aliases that build a tower', 'E_YAML', tower.replace('*a0', '»*a0') + PUSH],
  ['100,000 aliases of one anchor', 'E_FILE', `${PUSH}advanced: [&a x${',*a'.repeat(24_980)},»*a${',*a'.repeat(75_000)}]\n`],
  ['an alias of a long text, often', 'E_YAML', `${PUSH}utm_params: [&a ${'x'.repeat(1000)},»*a${',*a'.repeat(3000)}]\n`],
]; // prettier-ignore

const SIZE_AND_DEPTH: readonly Refused[] = [
  ['more than 1 MiB', 'E_FILE', `»${PUSH}#${'x'.repeat(MEBIBYTE)}\n`],
  ['200,000 unknown fields', 'E_FILE', `»${PUSH}delivery_controls:\n${repeated(200_000, (index) => ` f${index}: 1\n`)}`],
  ['100,000 times the same key', 'E_FILE', `${'a: 1\n'.repeat(7_142)}a: »1\n${'a: 1\n'.repeat(92_857)}`],
  ['- - -', 'E_YAML', `${'- '.repeat(201)}»${'- '.repeat(1000)}`],
  ['? ? ?', 'E_YAML', `${'? '.repeat(201)}»${'? '.repeat(1000)}`],
  ['1,000 levels of indentation', 'E_YAML', repeated(1000, (index) => `${' '.repeat(index)}${index === 201 ? '»' : ''}a:\n`)],
  ['an escaped spelling of the same key', 'E_DUPLICATE_KEY', `${PUSH}»"ch\\u0061nnel": EMAIL\n`],
  ['a merge key of an alias', 'E_YAML', `${PUSH}delivery_controls: &a { bypass_dnd: true }\nadvanced:\n  »<<: *a\n`],
  ['a tag of 5,000 characters', 'E_YAML', named(`!${'a'.repeat(5000)} »A push`)],
  ['an escape character', 'E_FILE', named('"»\u001b[31m"')],
  ['a deep list, never closed', 'E_FILE', `a: ${'['.repeat(49_995)}»${'['.repeat(5)}`],
  ['a map of 1,000 levels', 'E_YAML', `${'{a: '.repeat(201)}»${'{a: '.repeat(799)}${'}'.repeat(1000)}`],
  ['100,000 closing brackets', 'E_FILE', `${']'.repeat(49_999)}»${']'.repeat(50_001)}`],
  ['100,000 documents', 'E_FILE', `${'---\n'.repeat(24_999)}---»\n${'---\n'.repeat(75_000)}`],
]; // prettier-ignore

const CHARACTERS: readonly Refused[] = [
  ['random bytes', 'E_FILE', `ab\ncd»\u0001\u0002${repeated(2000, (index) => String.fromCharCode((index * 7919) % 160))}`],
  ['a NUL character', 'E_FILE', `${PUSH}status: "»\0"\n`],
  ['a NUL character, escaped', 'E_TEXT', `${PUSH}status: »"\\0"\n`],
  ['a NUL character in a key, escaped', 'E_TEXT', `${PUSH}»"\\0": a\n`],
  ['half a character, escaped', 'E_TEXT', named('»"\\ud800"')],
  ['half a character in a key', 'E_TEXT', controls('»"\\ud800": 1')],
  ['lone carriage returns', 'E_FILE', PUSH.replaceAll('\n', '\r').replace('\r', '»\r')],
  ['a mistake after CRLF', 'E_STATUS', `${PUSH.replaceAll('\n', '\r\n')}status: »RUNNING\r\n`],
  ['a second byte order mark', 'E_UNKNOWN_KEY', `${PUSH}»\ufeffstatus: DRAFT\n`],
  ['tabs as indentation', 'E_YAML', 'basic_details:\n»\tname: A push\n'],
]; // prettier-ignore

const KEYS: readonly Refused[] = [
  ['the same key many times', 'E_DUPLICATE_KEY', `${PUSH}»${'channel: EMAIL\n'.repeat(5)}`],
  ['two keys twice', 'E_DUPLICATE_KEY', `${PUSH}»channel: EMAIL\nutm_params: { utm_source: a, utm_medium: b, utm_source: c }\n`],
  ['a quoted spelling of the same key', 'E_DUPLICATE_KEY', `${PUSH}»"channel": EMAIL\n`],
  ['a number as a key', 'E_YAML', `${PUSH}»1: a\n`],
  ['null as a key', 'E_YAML', `${PUSH}»null: a\n`],
  ['a map as a key', 'E_YAML', `${PUSH}»{ a: b }: c\n`],
  ['a key that is missing', 'E_YAML', `${PUSH}»: a\n`],
  ['an empty key', 'E_UNKNOWN_KEY', `${PUSH}»"": a\n`],
  ['a key of 1 MB', 'E_YAML', `»${'k'.repeat(MEBIBYTE - 100)}: 1\n`],
  ['a quoted key of 1,000 characters', 'E_UNKNOWN_KEY', `${PUSH}»"${'k'.repeat(1000)}": 1\n`],
  ['a value of 1 MB', 'E_STATUS', `${PUSH}status: »${'k'.repeat(MEBIBYTE - 100)}\n`],
]; // prettier-ignore

/** Names that every JavaScript object has and that YAML must not reach; only `__proto__` can't be the name of a field. */
const PROTOTYPE: readonly Refused[] = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].flatMap(
  (name): Refused[] => {
    const asKey = (code: string) => (name === '__proto__' ? 'E_YAML' : code);
    const keyed = (key: string, listed: string) =>
      `${PUSH}campaign_content:\n  locales: [${listed}]\n  content: { default: { variation_1: { push: {} } }, »${key}: { variation_1: { push: {} } } }\n`;
    return [
      [`${name} at the top`, asKey('E_UNKNOWN_KEY'), `${PUSH}»${name}: { a: 1 }\n`],
      [`${name} in a component`, asKey('W_UNKNOWN_FIELD'), controls(`»${name}: 1`)],
      [`${name} in utm_params`, asKey('E_UNKNOWN_KEY'), utm(`a, »${name}: c`)],
      [`${name} as a locale that is not listed`, asKey('E_VARIATION'), keyed(name, 'de').replace('content: {', 'content: { de: { variation_1: { push: {} } },')],
      [`${name} in an override`, asKey('W_UNKNOWN_FIELD'), `${PUSH}overrides: { local: { delivery_controls: { »${name}: 1 } } }\n`],
      [`an override of ${name}`, asKey('E_UNKNOWN_KEY'), `${PUSH}overrides: { local: { »${name}: 1 } }\n`],
      [`an override for ${name}`, asKey('E_WORKSPACE_UNKNOWN'), `${PUSH}overrides: { »${name}: {} }\n`],
      [`${name} as a workspace`, 'E_WORKSPACE_UNKNOWN', `workspaces: [»${name}]\n${PUSH}`],
      [`${name} as a variable`, 'E_VAR_UNKNOWN', utm(`»{ $var: ${name} }`)],
      [`${name} as a status`, 'E_STATUS', `${PUSH}status: »${name}\n`],
      [`${name} as a delivery type`, 'E_VALUE', PUSH.replace('ONE_TIME', `»${name}`)],
      [`${name} as a channel`, 'E_VALUE', PUSH.replace('PUSH', `»${name}`)],
    ];
  },
); // prettier-ignore

const DOCUMENTS: readonly Refused[] = [
  ['nothing', 'E_YAML', '»'],
  ['null', 'E_YAML', '»null\n'],
  ['an empty list', 'E_YAML', '»[]\n'],
  ['an empty map', 'E_MISSING', '»»{}\n'],
  ['two documents', 'E_YAML', `${PUSH}»---\n${PUSH}`],
  ['a merge key', 'E_YAML', `${PUSH}utm_params:\n  »<<: { utm_source: a }\n  utm_medium: b\n`],
  ['YAML 1.1', 'E_YAML', `»%YAML 1.1\n---\n${PUSH}`],
]; // prettier-ignore

const TAGS: readonly Refused[] = [
  ['!!binary', 'E_YAML', named('!!binary »aGVsbG8=')],
  ['!!set', 'E_YAML', `${PUSH}delivery_controls: !!set »{ a: , b: }\n`],
  ['a tag of its own', 'E_YAML', named('!custom »A push')],
  ['a tag on a key', 'E_YAML', `${PUSH}!custom »status: DRAFT\n`],
  ['a tag on an alias', 'E_YAML', `${PUSH}utm_params: &a {}\nadvanced: !!map »*a\n`],
  ['a block header that goes on', 'E_YAML', `${PUSH}status: |»${'x'.repeat(5000)}\n`],
]; // prettier-ignore

const NUMBERS: readonly Refused[] = [
  ['infinity', 'E_RANGE', throttle('».inf')],
  ['no number', 'E_RANGE', throttle('».nan')],
  ['a number beyond all', 'E_RANGE', throttle('»1e400')],
  ['a number that loses its last digit', 'E_RANGE', throttle('»9007199254740993')],
  ['a number of 1 MB', 'E_RANGE', throttle(`»${'9'.repeat(MEBIBYTE - 200)}`)],
]; // prettier-ignore

const ACCEPTED: readonly Accepted[] = [
  ['exactly 1 MiB', `${PUSH}#${'x'.repeat(MEBIBYTE - PUSH.length - 1)}`],
  ['a map in a list, 190 levels deep', `${PUSH}segmentation_details: { included_filters: ${'{ filter_operator: and, filters: ['.repeat(90)}${']}'.repeat(90)} }\n`],
  ['a byte order mark', `\ufeff${PUSH}`],
  ['1,000 aliases of one anchor', `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [{ filter_type: user_attributes, name: city, data_type: string, operator: in, value: [&a Rome${',*a'.repeat(1000)}] }] } }
`],
  ['a document with its beginning and its end', `---\n${PUSH}...\n`],
  ['a version that is ours', `%YAML 1.2\n---\n${PUSH}`],
  ['a locale named constructor', `${PUSH}campaign_content:\n  locales: [constructor]\n  content: { default: { variation_1: { push: {} } }, constructor: { variation_1: { push: {} } } }\n`],
  ['overrides without any', `${PUSH}overrides:\n`],
]; // prettier-ignore

/** Names and values that a message shows, and may be longer than a message. */
const LONG: readonly Refused[] = [
  ['a time zone of 5,000 characters', 'E_TIMEZONE', `${PUSH}scheduling_details: { delivery_type: ASAP, timezone: »${'a'.repeat(5000)} }\n`],
  ['an emoji where a message is cut', 'E_STATUS', `${PUSH}status: »"${'x'.repeat(58)}😀😀"\n`],
  ['shares of 10,000 variations', 'E_VARIATION', `${PUSH}campaign_content:\n  variation_details: { distribution_type: MANUAL, no_of_variations: 10000, manual_distribution_percentage: »{ variation_1: 100 } }\n  content: { default: { variation_1: { push: {} } } }\n`],
]; // prettier-ignore

const HERE = { workspaces: [workspace({ vars: { sender: 'hello' } })] };

describe.each([
  ['aliases', ALIASES],
  ['size and depth', SIZE_AND_DEPTH],
  ['characters', CHARACTERS],
  ['keys', KEYS],
  ['names that every object has', PROTOTYPE],
  ['documents', DOCUMENTS],
  ['tags', TAGS],
  ['numbers', NUMBERS],
  ['length', LONG],
])('of %s', (_, rows) => {
  it.each(rows)('%s is %s at its place', (_what, code, marked) => {
    const { text, places } = unmark(marked);
    const { diagnostics, desired } = load({ 'a.yaml': text }, HERE);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired.get('local')).toHaveLength(code.startsWith('E_') ? 0 : 1);
    for (const { line, column, message, hint } of diagnostics) {
      expect(isInside({ line, column }, text)).toBe(true);
      expect(message.length).toBeLessThanOrEqual(MOST_CHARS);
      expect(hint.length).toBeLessThanOrEqual(MOST_CHARS);
      expect(message + hint).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

describe('unusual but valid', () => {
  it.each(ACCEPTED)('loads: %s', (_, text) => {
    const { diagnostics, desired } = load({ 'a.yaml': text }, HERE);
    expect(diagnostics).toEqual([]);
    expect(desired.get('local')).toHaveLength(1);
  });
});

it('references do not nest without end', () => {
  const { text, places } = unmark(
    PUSH.replace('A push', `A push, tags: [${'{ $file: ./b },'.repeat(6)}»{ $file: ./b },»{ $file: ./b }]`),
  );
  const { diagnostics } = load({ 'a.yaml': text }, { texts: { 'campaigns/b': 'x'.repeat(MEBIBYTE) } });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_FILE`));
});
