import { constants, closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileContent, FileFault } from '../model/file-fault.ts';

/** A file of the user can't be used. */
export interface FileProblem {
  readonly kind: 'problem';
  readonly fault: FileFault;
}

export type ReadText = { readonly kind: 'text'; readonly text: string } | FileProblem;

export function fileProblem(fault: FileFault): FileProblem {
  return { kind: 'problem', fault };
}

/** The maximum size of a file, and what it is for. */
export interface FileLimit {
  readonly bytes: number;
  readonly content: FileContent;
}

/** For a text that campaigns use: what fits into a request with room to spare (open point W29: 5 MiB per body). */
export const TEXT_LIMIT: FileLimit = { bytes: 2 * 1024 * 1024, content: 'text' };

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
      return fileProblem({ code: 'E_FILE', why: 'too-large', mebibytes, content: limit.content });
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
    return fileProblem({ code: 'E_FILE', why: 'not-utf8' });
  }
}

const NOT_REGULAR: FileFault = { code: 'E_FILE', why: 'not-regular', todo: 'name-another' };

/** The meaning of the system's error codes. */
const SYSTEM_ERRORS: Readonly<Record<string, FileFault>> = {
  ENOENT: { code: 'E_FILE_MISSING', why: 'nothing' },
  ENOTDIR: { code: 'E_FILE_MISSING', why: 'nothing' },
  ENAMETOOLONG: { code: 'E_FILE_MISSING', why: 'name-too-long' },
  ERR_INVALID_ARG_VALUE: { code: 'E_FILE_MISSING', why: 'nul-in-name' },
  EISDIR: { code: 'E_FILE', why: 'folder' },
  ENXIO: NOT_REGULAR,
  ELOOP: { code: 'E_FILE', why: 'loop' },
  EACCES: { code: 'E_FILE', why: 'no-permission' },
  EPERM: { code: 'E_FILE', why: 'no-permission' },
};

/** The problem behind a file system error. */
export function systemErrorProblem(error: unknown): FileProblem {
  const { code = '', message: said = String(error) } = error as { code?: string; message?: string };
  return fileProblem(SYSTEM_ERRORS[code] ?? { code: 'E_FILE', why: 'unreadable', said });
}
