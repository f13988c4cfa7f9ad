import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

// Lines of text that only save time. They are used only if they are whole and were written for the same purpose, and a
// disk that doesn't take them is no failure.

/** The fields of a line, which tabs separate, by their index. A field is decoded when somebody asks. */
export type Line = (field: number) => string;

/** The lines that were written for `identity`; none if there are none, or if they are damaged. */
export function readPack(path: string, identity: string): readonly Line[] {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf('\n');
    const body = bytes.subarray(end + 1);
    if (end === -1 || bytes.toString('utf8', 0, end) !== headOf(identity, body)) return [];
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
export function writePack(path: string, identity: string, lines: readonly string[]): void {
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, Buffer.concat([Buffer.from(`${headOf(identity, body)}\n`), body]));
  } catch {
    // The next run reads the files again.
  }
}

function headOf(identity: string, body: Buffer): string {
  return `${identity} ${createHash('sha256').update(body).digest('hex')}`;
}

/** Writes a file completely or not at all, in place of what is there; throws errors of the file system. */
export function replaceFile(path: string, content: string | Buffer): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, content, { flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
