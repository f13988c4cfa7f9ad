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
    return partsOf(body, '\n').map(
      (line): Line =>
        (field) =>
          partsOf(line, '\t')[field]?.toString() ?? '',
    );
  } catch {
    return [];
  }
}

/** What this mark ends or separates. */
function partsOf(bytes: Buffer, mark: string): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += (parts.at(-1)?.length ?? 0) + 1) {
    const end = bytes.indexOf(mark, at);
    parts.push(bytes.subarray(at, end === -1 ? undefined : end));
  }
  return parts;
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
