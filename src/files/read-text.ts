import { constants, closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFault } from '../model/file-fault.ts';

/** A file of the user can't be used. */
export interface FileProblem {
  readonly kind: 'problem';
  readonly fault: FileFault;
}

export type ReadText = { readonly kind: 'text'; readonly text: string } | FileProblem;

export function fileProblem(fault: FileFault): FileProblem {
  return { kind: 'problem', fault };
}

/** The maximum size of a file. */
export interface FileLimit {
  readonly bytes: number;
}

/** For a text that campaigns use: what fits into a request with room to spare (open point W29: 5 MiB per body). */
export const TEXT_LIMIT: FileLimit = { bytes: 2 * 1024 * 1024 };

/**
 * A regular file's UTF-8 text, without a byte order mark. Its size is checked before it is read, and a pipe is not
 * waited for. Nothing is thrown for problems with a file.
 */
export function readText(path: string, limit: FileLimit): ReadText {
  try {
    return readOpen(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), limit);
  } catch (error) {
    return systemErrorProblem(error);
  }
}

/** The exact text of a file, with its byte order mark and its line endings; undefined if it can't be read. */
export function wholeText(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

function readOpen(descriptor: number, limit: FileLimit): ReadText {
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return fileProblem(NOT_REGULAR);
    if (facts.size > limit.bytes) {
      const mebibytes = limit.bytes / 1024 / 1024;
      return fileProblem({ code: 'E_FILE', why: 'too-large', mebibytes });
    }
    return decode(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function decode(bytes: Uint8Array): ReadText {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return fileProblem({ code: 'E_FILE', why: 'not-text' });
  }
}

const NOT_HERE: FileFault = { code: 'E_FILE_MISSING', why: 'not-here' };
const NOT_REGULAR: FileFault = { code: 'E_FILE', why: 'not-a-file' };

/** The meaning of the system's error codes. */
const SYSTEM_ERRORS: Readonly<Record<string, FileFault>> = {
  ENOENT: NOT_HERE,
  ENOTDIR: NOT_HERE,
  ENAMETOOLONG: NOT_HERE,
  ERR_INVALID_ARG_VALUE: NOT_HERE,
  EISDIR: NOT_REGULAR,
  ENXIO: NOT_REGULAR,
  ELOOP: { code: 'E_FILE', why: 'link' },
};

/** The problem behind a file system error. */
export function systemErrorProblem(error: unknown): FileProblem {
  const { code = '', message: said = String(error) } = error as { code?: string; message?: string };
  return fileProblem(SYSTEM_ERRORS[code] ?? { code: 'E_FILE', why: 'unreadable', said });
}
