import { constants, closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why a file of the user can't be used. */
export interface FileProblem {
  readonly kind: 'problem';
  readonly code: `E_FILE_${string}`;
  readonly message: string;
  readonly hint: string;
}

export type ReadText = { readonly kind: 'text'; readonly text: string } | FileProblem;

export function fileProblem(code: `E_FILE_${string}`, message: string, hint: string): FileProblem {
  return { kind: 'problem', code, message, hint };
}

/** How much of a path a message shows, in characters. */
const SHOWN_CHARS = 100;

/** A path short enough for a message; its end is more useful than its beginning. */
export function shown(path: string): string {
  if (path.length <= SHOWN_CHARS) return path;
  return `…${path.slice(1 - SHOWN_CHARS).replace(/^\p{Surrogate}/u, '')}`;
}

/** The maximum size of a file, and what to do about a larger one. */
export interface SizeLimit {
  readonly bytes: number;
  readonly hint: string;
}

/**
 * A regular file's UTF-8 text, without a byte order mark. Its size is checked before it is read, and a pipe is not
 * waited for. Nothing is thrown for problems with a file.
 */
export function readText(path: string, limit: SizeLimit): ReadText {
  try {
    return readOpen(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), limit);
  } catch (error) {
    return unreadable(error);
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

function readOpen(descriptor: number, limit: SizeLimit): ReadText {
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return fileProblem('E_FILE_TYPE', 'this is not a regular file', 'name a text file');
    if (facts.size > limit.bytes) {
      const mebibytes = limit.bytes / 1024 / 1024;
      return fileProblem('E_FILE_SIZE', `the file is larger than ${mebibytes} MiB`, limit.hint);
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
    return fileProblem('E_FILE_ENCODING', 'the file is not UTF-8 text', 'save it as UTF-8');
  }
}

/** The error codes of the system, in words. */
const REASONS: Readonly<Record<string, readonly [code: `E_FILE_${string}`, message: string, hint: string]>> =
  {
    ENOENT: ['E_FILE_MISSING', 'there is no such file', 'check the path'],
    ENOTDIR: ['E_FILE_MISSING', 'there is no such file', 'check the path'],
    ENAMETOOLONG: ['E_FILE_MISSING', 'there is no such file: its name is too long', 'check the path'],
    ERR_INVALID_ARG_VALUE: [
      'E_FILE_MISSING',
      'there is no such file: its name contains a NUL character',
      'check the path',
    ],
    EISDIR: ['E_FILE_TYPE', 'this is a folder', 'name a text file'],
    ENXIO: ['E_FILE_TYPE', 'this is not a regular file', 'name a text file'],
    ELOOP: ['E_FILE_LINK', 'its symbolic links form a loop', 'put the file itself here'],
    EACCES: ['E_FILE_UNREADABLE', "the file can't be read: permission denied", 'give yourself read access'],
    EPERM: ['E_FILE_UNREADABLE', "the file can't be read: permission denied", 'give yourself read access'],
  };

/** The problem behind a file system error. */
export function unreadable(error: unknown): FileProblem {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const known = REASONS[code];
  if (known) return fileProblem(...known);
  return fileProblem(
    'E_FILE_UNREADABLE',
    `the file can't be read: ${message}`,
    'check the path and its permissions',
  );
}
