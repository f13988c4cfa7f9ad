import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

// Lines of text that only save time. They are used only if they are whole and were written for the same purpose, and a
// disk that doesn't take them is no failure. After the last of them is a digest of everything before it.

/** How many characters are written at once: the lines of many campaigns are too long to be joined. */
const CHARS_AT_ONCE = 1 << 20;

/** The fields of a line, which tabs separate, by their index. A field is decoded when somebody asks. */
export type Line = (field: number) => string;

/** The lines that were written for `identity`; none if there are none, or if they are damaged. */
export function readPack(path: string, identity: string): readonly Line[] {
  try {
    const bytes = readFileSync(path);
    const body = bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
    const digest = createHash('sha256').update(identity).update(body).digest('hex');
    if (bytes.toString('utf8', body.length) !== digest) return [];
    const lines: Line[] = [];
    for (let from = 0; from < body.length; from = body.indexOf(LINE_FEED, from) + 1)
      lines.push(fieldsOf(body.subarray(from, body.indexOf(LINE_FEED, from))));
    return lines;
  } catch {
    return [];
  }
}

const [TAB, LINE_FEED] = [9, 10] as const;

function fieldsOf(line: Buffer): Line {
  return (field) => {
    let from = 0;
    for (let left = field; left > 0; left -= 1) {
      from = line.indexOf(TAB, from) + 1;
      if (from === 0) return '';
    }
    const end = line.indexOf(TAB, from);
    return line.toString('utf8', from, end === -1 ? line.length : end);
  };
}

/** Replaces all lines at once. Not flushed to the disk: what is damaged isn't used. */
export function writePack(path: string, identity: string, lines: Iterable<string>): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, partsFor(identity, lines));
  } catch {
    // The next run reads the files again.
  }
}

function* partsFor(identity: string, lines: Iterable<string>): Generator<string> {
  const digest = createHash('sha256').update(identity);
  let part = '';
  for (const line of lines) {
    part += `${line}\n`;
    if (part.length < CHARS_AT_ONCE) continue;
    digest.update(part);
    yield part;
    part = '';
  }
  yield part;
  yield digest.update(part).digest('hex');
}

/** Writes a file completely or not at all, in place of what is there; throws errors of the file system. */
export function replaceFile(path: string, parts: Iterable<string>): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    for (const part of parts) appendFileSync(draft, part);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
