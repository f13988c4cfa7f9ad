import { entityCharacter } from '../../model/html-entity.ts';

/**
 * A secret can come back in any spelling: a service quotes it in an address, a page shows it as HTML, a log has it as
 * JSON in JSON. Listing the spellings of a secret and searching for each would never be complete, since they combine
 * and each tool escapes other characters. So the text is read the way its readers read it: escapes are decoded step by
 * step, and each character remembers which part of the original text it came from. The secret is then searched for in
 * each of these readings.
 */

/** A reading of a text, and the position in the original of each of its UTF-16 units. */
export interface DecodedText {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The text without any decoding. */
export function undecoded(text: string): DecodedText {
  const places = new Uint32Array(text.length + 1);
  for (let at = 0; at <= text.length; at++) places[at] = at;
  return { text, starts: places.subarray(0, text.length), ends: places.subarray(1) };
}

/** How deep escapes may be nested: for example, JSON in HTML in an address. */
const DEPTH = 4;

/** The text itself, and its reading after each step of decoding, until no escape is left. */
export function readingsOf(text: string): DecodedText[] {
  const readings = [undecoded(text)];
  for (let step = 0; step < DEPTH; step++) {
    const last = readings.at(-1);
    const next = last && decodedOnce(last);
    if (!next) break;
    readings.push(next);
  }
  return readings;
}

/** A percent-encoded byte, an HTML entity, or a JSON escape of a character. */
const ESCAPE = /%[0-9a-f]{2}|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});|\\+u[0-9a-f]{4}/gi;

/** The reading without one layer of escapes; undefined if there is none. */
function decodedOnce(reading: DecodedText): DecodedText | undefined {
  const decoded = new Builder(reading);
  let from = 0;
  ESCAPE.lastIndex = 0;
  for (let found = ESCAPE.exec(reading.text); found; found = ESCAPE.exec(reading.text)) {
    const at = found.index;
    const character = characterAt(reading.text, { at, escape: found[0] });
    if (character === undefined) continue;
    decoded.copy(from, at);
    decoded.add(character.text, at, at + character.length);
    from = at + character.length;
    ESCAPE.lastIndex = from;
  }
  if (from === 0) return undefined;
  decoded.copy(from, reading.text.length);
  return decoded.build();
}

interface Character {
  readonly text: string;
  /** How many units of the text represent it. */
  readonly length: number;
}

function characterAt(
  text: string,
  { at, escape }: { readonly at: number; readonly escape: string },
): Character | undefined {
  const { length } = escape;
  if (escape.startsWith('%')) return utf8At(text, at);
  if (escape.startsWith('\\')) return { text: String.fromCharCode(parseInt(escape.slice(-4), 16)), length };
  const character = entityCharacter(escape);
  return character === undefined ? undefined : { text: character, length };
}

/** One percent-encoded character, in as many bytes as UTF-8 uses; a byte that begins no character represents itself. */
function utf8At(text: string, at: number): Character {
  const bytes: number[] = [];
  for (const [, byte = ''] of text.slice(at, at + 12).matchAll(/%([0-9a-f]{2})|[^%]/gi)) {
    if (byte === '') break;
    bytes.push(parseInt(byte, 16));
  }
  const [first = 0] = bytes;
  const size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes.slice(0, size)));
  const isWhole = bytes.length >= size && !decoded.includes('\uFFFD');
  return isWhole ? { text: decoded, length: size * 3 } : { text: String.fromCharCode(first), length: 3 };
}

/** The reading with each match of a global pattern replaced by another text, which must not be longer. */
export function withReplaced(reading: DecodedText, pattern: RegExp, replacement: string): DecodedText {
  const builder = new Builder(reading);
  let from = 0;
  for (const { 0: found, index } of reading.text.matchAll(pattern)) {
    builder.copy(from, index);
    from = index + found.length;
    if (replacement !== '') builder.add(replacement, index, from);
  }
  builder.copy(from, reading.text.length);
  return builder.build();
}

/** Builds a reading from parts of another one, which may only become shorter. */
class Builder {
  private readonly source: DecodedText;
  private readonly parts: string[] = [];
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;
  private length = 0;

  constructor(source: DecodedText) {
    this.source = source;
    this.starts = new Uint32Array(source.text.length);
    this.ends = new Uint32Array(source.text.length);
  }

  /** Copies the text from one index of the source to another. */
  copy(from: number, to: number): void {
    if (from === to) return;
    this.parts.push(this.source.text.slice(from, to));
    this.starts.set(this.source.starts.subarray(from, to), this.length);
    this.ends.set(this.source.ends.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** Adds a text that represents these characters of the source. */
  add(text: string, from: number, to: number): void {
    this.parts.push(text);
    const [start = 0, end = 0] = [this.source.starts[from], this.source.ends[to - 1]];
    this.starts.fill(start, this.length, this.length + text.length);
    this.ends.fill(end, this.length, this.length + text.length);
    this.length += text.length;
  }

  build(): DecodedText {
    return {
      text: this.parts.join(''),
      starts: this.starts.subarray(0, this.length),
      ends: this.ends.subarray(0, this.length),
    };
  }
}
