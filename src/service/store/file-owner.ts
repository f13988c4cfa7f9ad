import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readRecordName, recordName, type FileOwner } from './owner-record.ts';
import { lifeOf, ownIdentity, type Life, type ProcessIdentity } from './process-life.ts';

export type Ownership =
  | {
      readonly kind: 'owned';
      /** The real file: SQLite is to open this path, as it names its own files after it. */
      readonly path: string;
      /** Gives the file up, once it is closed; a second call does nothing. */
      readonly release: () => void;
    }
  | {
      readonly kind: 'taken';
      readonly owner: FileOwner;
      /** `out-of-sight`: on another machine or in another container, which can't be checked from here. */
      readonly life: Exclude<Life, 'dead'>;
      /** What to remove by hand if that owner is gone for good. */
      readonly leftovers: readonly string[];
    };

/** Every new attempt means that another process got further in between. */
const ATTEMPTS = 1000;

/**
 * Makes this process the only one that has a file, until it releases it or dies; errors of the file system are thrown.
 *
 * The owner's record is the one empty file in the folder `FILE.owner`, and its name tells who it is. Two steps of the
 * file system carry all of it, each whole or not at all, also when a process is killed in between:
 *
 * - A folder with a record in it is made beside and renamed to `FILE.owner`. That fails while the folder there has
 *   something in it, so only one of several starters succeeds, and no record ever joins another.
 * - A record is moved out by its own name, which no other process ever has, and only when its process is dead, which
 *   is for ever. A starter that looked long ago can so remove nothing but what it judged.
 *
 * So whoever finds its record in place owns the file. What was moved out becomes `FILE.owner-died` before anybody can be
 * the next owner: while it is there, `FILE.lock`, which SQLite's file layer leaves behind when it is killed, is a dead
 * process's, and the next owner removes it. A `FILE.lock` without it belongs to another program and stays.
 */
export function ownFile(path: string): Ownership {
  const places = placesOf(realPathOf(path));
  const viewer = ownIdentity();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const holder = livingHolder(places, viewer);
    if (holder) {
      const { pid, host, since, life } = holder;
      return {
        ...{ kind: 'taken', owner: { pid, host, since }, life },
        leftovers: [places.folder, places.lock],
      };
    }
    const record = claim(places, viewer);
    if (record !== null) return owned(places, { record, viewer });
  }
  throw new Error(`${places.folder} holds something that isn't an owner record`);
}

/** The file and what stands beside it. */
interface Places {
  readonly file: string;
  /** The folder with the owner's record. */
  readonly folder: string;
  /** The record of an owner that died and was not yet cleaned up after. */
  readonly died: string;
  /** Folder that the file layer of `node-sqlite3-wasm` locks by. */
  readonly lock: string;
}

function placesOf(file: string): Places {
  return { file, folder: `${file}.owner`, died: `${file}.owner-died`, lock: `${file}.lock` };
}

/** Where a path leads; also a link to what does not exist yet leads somewhere. */
function realPathOf(path: string): string {
  const found = unless(['ENOENT'], () => realpathSync(path));
  if (found !== null) return found;
  const here = join(realpathSync(dirname(path)), basename(path));
  const target = unless(['ENOENT', 'EINVAL'], () => readlinkSync(here));
  return target === null ? here : realPathOf(resolve(dirname(here), target));
}

interface Holder extends FileOwner {
  readonly life: Exclude<Life, 'dead'>;
}

/** The owner that lives or can't be judged; records of the dead are moved out. */
function livingHolder({ folder, died }: Places, viewer: ProcessIdentity): Holder | null {
  for (const name of unless(['ENOENT'], () => readdirSync(folder)) ?? []) {
    const record = readRecordName(name);
    if (!record) continue;
    const life = lifeOf(record, viewer);
    if (life !== 'dead') return { ...record, life };
    unless(['ENOENT'], () => {
      renameSync(join(folder, name), died);
    });
  }
  return null;
}

/** Puts this process's record in place and returns its name, or `null` when another's stands there. */
function claim({ folder }: Places, viewer: ProcessIdentity): string | null {
  const id = randomBytes(8).toString('hex');
  const record = recordName({ ...viewer, since: new Date().toISOString() }, id);
  const made = `${folder}-${id}`;
  mkdirSync(made);
  // Only an owner that cleans up takes an empty folder away; then another attempt is due anyway.
  const fd = unless(['ENOENT'], () => openSync(join(made, record), 'wx'));
  if (fd === null) return null;
  closeSync(fd);
  // Windows renames onto no folder, also not onto an empty one.
  removeEmpty(folder);
  const moved = unless(['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])], () => {
    renameSync(made, folder);
    return true;
  });
  if (moved) return record;
  unlinkSync(join(made, record));
  removeEmpty(made);
  return null;
}

/** Cleans up after the dead, which only the owner may do, and holds the file. */
function owned(
  places: Places,
  { record, viewer }: { readonly record: string; readonly viewer: ProcessIdentity },
): Ownership {
  const { file, folder, died, lock } = places;
  const release = (): void => {
    removeFile(join(folder, record));
    removeEmpty(folder);
  };
  try {
    if (existsSync(died)) {
      unless(['ENOENT'], () => {
        rmdirSync(lock);
      });
      removeFile(died);
    }
    removeUnused(folder, viewer);
  } catch (error) {
    release();
    throw error;
  }
  return { kind: 'owned', path: file, release };
}

/** Removes the folders of starters that were killed before they could claim anything. */
function removeUnused(folder: string, viewer: ProcessIdentity): void {
  const prefix = `${basename(folder)}-`;
  const names = readdirSync(dirname(folder)).filter((name) => isFolderOfStarter(name, prefix));
  for (const made of names.map((name) => join(dirname(folder), name))) {
    for (const name of unless(['ENOENT'], () => readdirSync(made)) ?? []) {
      const record = readRecordName(name);
      if (record && lifeOf(record, viewer) === 'dead') removeFile(join(made, name));
    }
    removeEmpty(made);
  }
}

function isFolderOfStarter(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[0-9a-f]{16}$/.test(name.slice(prefix.length));
}

function removeFile(path: string): void {
  unless(['ENOENT'], () => {
    unlinkSync(path);
  });
}

/** Removes a folder unless there is something in it. */
function removeEmpty(folder: string): void {
  unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => {
    rmdirSync(folder);
  });
}

/** What a step comes to, `null` when it fails in one of the ways that are no surprise. */
function unless<T>(codes: readonly string[], step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return null;
    throw error;
  }
}
