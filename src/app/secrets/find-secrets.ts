import { undecoded, readingsOf, withReplaced, type DecodedText } from './spelled-text.ts';

/** Part of a text: from one index to before another. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A secret, prepared for the search. */
export interface SoughtSecret {
  readonly secret: string;
  /** The secret without anything that looks like an escape, or that escaping adds. */
  readonly plain: readonly string[];
  /** The possible Base64 encodings, by where the secret begins. */
  readonly encoded: readonly EncodedCore[];
}

/** The part of a Base64-encoded secret that doesn't depend on the text around it. */
interface EncodedCore {
  readonly text: string;
  /** Characters before and after it that contain bits of the secret, too. */
  readonly before: number;
  readonly after: number;
}

/** The minimum length of a secret without backslashes and the like; a shorter one would be found in any text. */
const SHORTEST_PLAIN = 6;

export function soughtSecret(secret: string): SoughtSecret {
  const plain = readingsOf(secret).map(({ text }) => respelledText(text, BARE));
  return {
    secret,
    plain: [...new Set(plain)].filter(({ length }) => length >= SHORTEST_PLAIN),
    encoded: [0, 1, 2].map((offset) => coreAt(Buffer.from(secret), offset)),
  };
}

/** Base64 has 6 bits per character, so a text looks different depending on whether it begins at byte 0, 1 or 2 of 3. */
function coreAt(bytes: Buffer, offset: number): EncodedCore {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return {
    text: encoded.slice(first, last),
    before: offset === 0 ? 0 : 1,
    after: (offset + bytes.length) % 3 === 0 ? 0 : 1,
  };
}

/** Where a text contains one of these secrets, in any spelling, in order and without overlaps. */
export function findSecrets(text: string, sought: readonly SoughtSecret[]): Range[] {
  if (sought.length === 0) return [];
  const written = undecoded(text);
  const exact = sought.flatMap(({ secret }) => placesOf(written, secret));
  const found = readingsOf(text).flatMap((reading) => [
    ...inReading(reading, sought),
    ...inBase64(reading, sought),
  ]);
  return merged([...exact, ...found]);
}

/** Positions in the original are computed only if something is found, which is rare. */
function inReading(reading: DecodedText, sought: readonly SoughtSecret[]): Range[] {
  const text = respelledText(reading.text, BARE);
  const present = sought.flatMap(({ plain }) => plain.filter((one) => text.includes(one)));
  if (present.length === 0) return [];
  const spelled = respelled(reading, BARE);
  return present.flatMap((one) => placesOf(spelled, one));
}

function inBase64(reading: DecodedText, sought: readonly SoughtSecret[]): Range[] {
  const text = respelledText(reading.text, ALPHABET);
  const present = sought.flatMap(({ encoded }) => encoded.filter((core) => text.includes(core.text)));
  if (present.length === 0) return [];
  const spelled = respelled(reading, ALPHABET);
  return present.flatMap((core) =>
    indexesOf(spelled.text, core.text).map((at) => widened(spelled, at, core)),
  );
}

/** The core with the adjacent characters that contain bits of the secret, and the padding. */
function widened(reading: DecodedText, at: number, { text, before, after }: EncodedCore): Range {
  const isBase64Digit = (index: number) => /^[\w+/]$/.test(reading.text.charAt(index));
  const from = before > 0 && isBase64Digit(at - 1) ? at - 1 : at;
  let to = at + text.length;
  if (after > 0 && isBase64Digit(to)) to += 1;
  while (reading.text.charAt(to) === '=') to += 1;
  return rangeOf(reading, from, to);
}

function placesOf(reading: DecodedText, wanted: string): Range[] {
  return indexesOf(reading.text, wanted).map((at) => rangeOf(reading, at, at + wanted.length));
}

function indexesOf(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

function rangeOf({ starts, ends }: DecodedText, from: number, to: number): Range {
  return { from: starts[from] ?? 0, to: ends[to - 1] ?? 0 };
}

/** What is replaced in a reading, in order, before it is searched. */
type Respelling = readonly (readonly [pattern: RegExp, replacement: string])[];

/** What escaping adds and changes: backslashes, code marks, zero-width breaks, and spaces, which forms write as `+`. */
const BARE: Respelling = [
  [/[\\`\u200b]+/g, ''],
  [/[\s+]{2,}|[^\S ]|\+/g, ' '],
];
/** The standard Base64 alphabet, without the line breaks that the text may have. */
const ALPHABET: Respelling = [
  [/[\n\r\\]+\s*/g, ''],
  [/-/g, '+'],
  [/_/g, '/'],
];

function respelledText(text: string, by: Respelling): string {
  return by.reduce((spelled, [pattern, replacement]) => spelled.replaceAll(pattern, replacement), text);
}

function respelled(reading: DecodedText, by: Respelling): DecodedText {
  return by.reduce((spelled, [pattern, replacement]) => withReplaced(spelled, pattern, replacement), reading);
}

function merged(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a.from - b.from || b.to - a.to);
  const whole: Range[] = [];
  for (const range of sorted) {
    const last = whole.at(-1);
    if (last && range.from < last.to)
      whole[whole.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else whole.push(range);
  }
  return whole;
}
