// Packs a picture of text into a small PNG: 256 colours are plenty for it, and less than half of the bytes.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const COLOURS = 256;
const SIGNATURE_BYTES = 8;

/** The same picture with a palette, and with a remark that can be read in the file. It must be 8-bit RGB, not interlaced. */
export function smallPng(png, remark) {
  const { width, height, rows } = decoded(png);
  const palette = mostUsed(rows);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${remark}`, 'latin1')),
    chunk('PLTE', Buffer.from(palette.flatMap(parts))),
    chunk('IDAT', deflateSync(indices(rows, palette), { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function decoded(png) {
  const chunks = [];
  for (let at = SIGNATURE_BYTES; at < png.length; at += png.readUInt32BE(at) + 12)
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      body: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    });
  const joined = (wanted) =>
    Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ body }) => body));
  const header = joined('IHDR');
  if (header[8] !== 8 || header[9] !== 2 || header[12] !== 0) throw new Error('not a plain RGB picture');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return { width, height, rows: colourRows(inflateSync(joined('IDAT')), width, height) };
}

/** Rows of colours as numbers; undoes the filters of PNG (its specification, chapter 9). */
function colourRows(bytes, width, height) {
  const length = width * 3;
  let above = new Uint8Array(length);
  return Array.from({ length: height }, (_, y) => {
    const start = y * (length + 1);
    const row = Uint8Array.from(bytes.subarray(start + 1, start + 1 + length));
    for (let x = 0; x < length; x += 1) {
      const [left, upper, corner] = [row[x - 3] ?? 0, above[x], above[x - 3] ?? 0];
      row[x] += [0, left, upper, (left + upper) >> 1, paeth(left, upper, corner)][bytes[start]];
    }
    above = row;
    return Array.from(
      { length: width },
      (__, x) => (row[3 * x] << 16) | (row[3 * x + 1] << 8) | row[3 * x + 2],
    );
  });
}

function paeth(left, upper, corner) {
  const guess = left + upper - corner;
  const [a, b, c] = [left, upper, corner].map((value) => Math.abs(guess - value));
  if (a <= b && a <= c) return left;
  return b <= c ? upper : corner;
}

function mostUsed(rows) {
  const uses = new Map();
  for (const colour of rows.flat()) uses.set(colour, (uses.get(colour) ?? 0) + 1);
  const byUse = [...uses].sort(([left, more], [right, less]) => less - more || left - right);
  return byUse.slice(0, COLOURS).map(([colour]) => colour);
}

function indices(rows, palette) {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  const indexOf = (colour) => {
    if (!known.has(colour)) known.set(colour, nearest(colour, palette));
    return known.get(colour);
  };
  return Buffer.concat(rows.map((row) => Buffer.from([0, ...row.map(indexOf)])));
}

function nearest(colour, palette) {
  const wanted = parts(colour);
  const distances = palette.map((one) =>
    parts(one).reduce((sum, part, at) => sum + (part - wanted[at]) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function parts(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(type, body) {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
