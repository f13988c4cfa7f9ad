import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEBIBYTE, type FileFault } from '../model/findings.ts';

/** A file of the user can't be used. */
export interface FileProblem {
  readonly kind: 'problem';
  readonly fault: FileFault;
}

/** `id`: the one that git gives to the bytes. */
export type ReadText = { readonly kind: 'text'; readonly text: string; readonly id: string } | FileProblem;

export function fileProblem(fault: FileFault): FileProblem {
  return { kind: 'problem', fault };
}

/**
 * A regular file's UTF-8 text, without a byte order mark. Its size is checked before it is read, and a pipe is not
 * waited for. Nothing is thrown for problems with a file.
 */
export function readText(path: string, limitBytes: number): ReadText {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return fileProblem(NOT_REGULAR);
    if (facts.size > limitBytes) return fileProblem({ why: 'too-large', mebibytes: limitBytes / MEBIBYTE });
    const bytes = readFileSync(descriptor);
    if (!isUtf8(bytes)) return fileProblem({ why: 'not-text' });
    return { kind: 'text', text: new TextDecoder().decode(bytes), id: blobId(bytes) };
  } catch (error) {
    return systemErrorProblem(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** In a repository with SHA-256, git gives another one, and what is known of a text is found after reading it. */
function blobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The exact text of a file, with its byte order mark and its line endings; undefined if it can't be read. */
export function wholeText(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

const NOT_HERE: FileFault = { why: 'not-here' };
const NOT_REGULAR: FileFault = { why: 'not-a-file' };

/** The meaning of the system's error codes. */
const SYSTEM_ERRORS: Readonly<Record<string, FileFault>> = {
  ENOENT: NOT_HERE,
  ENOTDIR: NOT_HERE,
  ENAMETOOLONG: NOT_HERE,
  ERR_INVALID_ARG_VALUE: NOT_HERE,
  EISDIR: NOT_REGULAR,
  ENXIO: NOT_REGULAR,
  ELOOP: { why: 'link' },
};

/** The problem behind a file system error. */
export function systemErrorProblem(error: unknown): FileProblem {
  const { code = '', message: said = String(error) } = error as { code?: string; message?: string };
  return fileProblem(SYSTEM_ERRORS[code] ?? { why: 'unreadable', said });
}
