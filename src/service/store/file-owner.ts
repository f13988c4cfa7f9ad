import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { parseJson, textAt } from '../domain/json.ts';
import type { DataFile, OwnProcess } from '../domain/service-options.ts';
import { UnusableDataFile } from './open-database.ts';
import { Store } from './store.ts';

// If two processes write to one database, they destroy it. SQLite's file layer in this build locks with a folder, which a
// killed process leaves behind. So the service has a lock of its own, the file FILE.owner, which names the owner:
//
// - It is put in place with a hard link, which fails if the file already exists. The linked file is complete, so the
//   record is never half written.
// - The record of a dead process is replaced, never removed, and only by the one process that has the right of
//   succession to that record. That right is a file of the same kind, claimed in the same way, so a process that dies
//   with it is succeeded too.
//
// A process with the right of succession to a record that is still in place is therefore the only one that can replace
// it, however long ago it read the record, and whenever any of the processes is killed.

interface OwnedFile {
  /** The real file: SQLite must open this path, as it names its own files after it. */
  readonly path: string;
  /** Gives the file up once it is closed; a second call does nothing. */
  readonly release: () => void;
}

interface OwnerRecord {
  readonly id: string;
  readonly title: string;
  readonly identity: string;
  /** ISO, UTC. */
  readonly since: string;
}

/** Makes this process the only owner of a file until it releases it or dies. Throws `UnusableDataFile` if another one is. */
export function ownFile({ path, process: { title, identity, lifeOf } }: DataFile): OwnedFile {
  // An empty file is an empty database, and only an existing file has a real path.
  closeSync(openSync(path, 'a'));
  const file = realpathSync(path);
  const [place, lock] = [`${file}.owner`, `${file}.lock`];
  const own = { id: randomUUID(), title, identity, since: new Date().toISOString() };
  const made = `${place}-${own.id}`;
  writeFileSync(made, JSON.stringify(own));
  try {
    const claimed = claim(place, { made, lifeOf });
    if (typeof claimed !== 'string')
      throw new UnusableDataFile(
        `${path} is in use by ${claimed.title}, since ${claimed.since}. Stop that process, or name another file. If it has ended, remove ${place} and ${lock}.`,
      );
    // A folder without a dead owner is the lock of another program.
    if (claimed === 'inherited')
      unless('ENOENT', () => {
        rmdirSync(lock);
      });
  } finally {
    unlinkSync(made);
  }
  const release = (): void => {
    if (recordAt(place)?.id === own.id) unlinkSync(place);
  };
  return { path: file, release };
}

/** Puts the prepared record in place, also of a dead process. Otherwise says who owns the file. */
function claim(
  place: string,
  own: { readonly made: string; readonly lifeOf: OwnProcess['lifeOf'] },
): 'first' | 'inherited' | OwnerRecord {
  for (;;) {
    const isLinked = unless('EEXIST', () => {
      linkSync(own.made, place);
      return true;
    });
    if (isLinked) return 'first';
    const owner = recordAt(place);
    // It was released in the meantime.
    if (!owner) continue;
    if (own.lifeOf(owner.identity) !== 'dead') return owner;
    const succession = `${place}-${owner.id.slice(0, 8)}`;
    const claimed = claim(succession, own);
    if (typeof claimed !== 'string') return claimed;
    if (recordAt(place)?.id === owner.id) {
      renameSync(succession, place);
      return 'inherited';
    }
    // Another process succeeded first.
    unlinkSync(succession);
  }
}

function recordAt(place: string): OwnerRecord | undefined {
  const text = unless('ENOENT', () => readFileSync(place, 'utf8'));
  if (text === undefined) return undefined;
  const read = parseJson(text);
  const [id, title, identity, since] = ['id', 'title', 'identity', 'since'].map((name) =>
    read.kind === 'parsed' ? textAt(read.value, name) : null,
  );
  if (!id || !title || !identity || !since)
    throw new UnusableDataFile(`${place} isn't the record of an owner. Remove it.`);
  return { id, title, identity, since };
}

function unless<T>(code: 'EEXIST' | 'ENOENT', step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  }
}

/** The store in a file that this process owns, or in memory (`null`). Throws `UnusableDataFile`. */
export function openStore(data: DataFile | null): { readonly store: Store; readonly close: () => void } {
  let owned: OwnedFile | null = null;
  try {
    owned = data && ownFile(data);
    const store = new Store(owned?.path ?? null);
    const close = (): void => {
      store.close();
      owned?.release();
    };
    return { store, close };
  } catch (cause) {
    owned?.release();
    if (!data || !(cause instanceof Error) || !('code' in cause)) throw cause;
    throw new UnusableDataFile(`${data.path} can't be used: ${cause.message}. Name another file.`, { cause });
  }
}
