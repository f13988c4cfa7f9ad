import sqlite from 'node-sqlite3-wasm';
import { LAYOUT, LAYOUT_VERSION } from './layout.ts';

/** A data file that can't be used. The message for the user says why and what to do. */
export class UnusableDataFile extends Error {}

/** Identifies a file as one of ours: "CAMP". */
const APPLICATION_ID = 0x43414d50;

/** Opens a database and gives a new one its tables. `null` opens one in memory. */
export function openDatabase(path: string | null): sqlite.Database {
  let database: sqlite.Database | undefined;
  try {
    database = new sqlite.Database(path ?? ':memory:');
    if (path !== null) {
      // The file has one owner, so neither shared memory nor locks between processes are needed.
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      checkIsOurs(database, path);
      database.exec('PRAGMA journal_mode = WAL');
      database.exec('PRAGMA synchronous = FULL');
    }
    layOut(database, path ?? 'the database');
    return database;
  } catch (error) {
    database?.close();
    throw asRefusal(error, path);
  }
}

/** A database of another program is not touched. */
function checkIsOurs(database: sqlite.Database, path: string): void {
  const application = numberOf(database, 'PRAGMA application_id');
  if (application === APPLICATION_ID) return;
  const tables = numberOf(database, 'SELECT count(*) FROM sqlite_master');
  if (application !== 0 || tables > 0) {
    throw new UnusableDataFile(`${path} is a database of another program. Name another file.`);
  }
}

function layOut(database: sqlite.Database, path: string): void {
  const version = numberOf(database, 'PRAGMA user_version');
  if (version === LAYOUT_VERSION) return;
  if (version !== 0)
    throw new UnusableDataFile(
      `${path} was written by another version of this program (layout ${version}, this one has ${LAYOUT_VERSION}). Use that version, or name another file.`,
    );
  database.exec(
    `BEGIN IMMEDIATE; ${LAYOUT} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${LAYOUT_VERSION}; COMMIT`,
  );
}

function numberOf(database: sqlite.Database, sql: string): number {
  return Number(Object.values(database.get(sql) ?? {})[0] ?? 0);
}

/** This SQLite build distinguishes errors only by their messages. */
function asRefusal(error: unknown, path: string | null): unknown {
  if (!(error instanceof sqlite.SQLite3Error) || path === null) return error;
  const why = /locked/i.test(error.message)
    ? `is locked by another program. If there is none, remove ${path}.lock`
    : /not a database/i.test(error.message)
      ? 'is not a database. Name another file'
      : /unable to open/i.test(error.message)
        ? "can't be opened. Its folder must exist, and both must be writable"
        : `can't be used: ${error.message}`;
  return new UnusableDataFile(`${path} ${why}.`, { cause: error });
}
