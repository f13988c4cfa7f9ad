import sqlite from 'node-sqlite3-wasm';

/** A data file that can't be used. The message for the user says why and what to do. */
export class UnusableDataFile extends Error {}

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
    if (!(error instanceof sqlite.SQLite3Error) || path === null) throw error;
    const said = `${path} can't be used: ${error.message}. Name another file. If it is locked by no program, remove ${path}.lock.`;
    throw new UnusableDataFile(said, { cause: error });
  }
}

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

/** The number of this layout. A file with another one is refused. */
const LAYOUT_VERSION = 1;

/** `record`, `message` and `upload` contain JSON, `body` the bytes of an answer. Instants are milliseconds since 1970. */
const LAYOUT = `
CREATE TABLE campaigns (
  workspace TEXT NOT NULL, id TEXT NOT NULL, campaign_id TEXT NOT NULL, version INTEGER NOT NULL,
  status TEXT NOT NULL, channel TEXT NOT NULL, delivery_type TEXT NOT NULL, created_by TEXT,
  created_at TEXT NOT NULL, name TEXT NOT NULL, parent_id TEXT, in_flow INTEGER NOT NULL, due INTEGER,
  record TEXT NOT NULL, UNIQUE (workspace, id)
);
CREATE INDEX campaigns_by_campaign ON campaigns (workspace, campaign_id, version);
CREATE INDEX campaigns_by_age ON campaigns (workspace, created_at DESC, id);
CREATE INDEX campaigns_by_parent ON campaigns (workspace, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX campaigns_by_due ON campaigns (due, id) WHERE due IS NOT NULL;

CREATE TABLE answers (
  n INTEGER PRIMARY KEY, workspace TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,
  status INTEGER NOT NULL, content_type TEXT NOT NULL, body BLOB NOT NULL, at INTEGER NOT NULL,
  is_read INTEGER NOT NULL, UNIQUE (workspace, key)
);
CREATE INDEX answers_by_age ON answers (at);
CREATE INDEX answers_of_reads ON answers (n) WHERE is_read = 1;

CREATE TABLE request_ids (
  workspace TEXT NOT NULL, request_id TEXT NOT NULL, channel TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (workspace, request_id)
);
CREATE INDEX request_ids_by_age ON request_ids (at);

CREATE TABLE calls (n INTEGER PRIMARY KEY, workspace TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX calls_by_age ON calls (at);

CREATE TABLE users (
  workspace TEXT NOT NULL, id TEXT NOT NULL, email TEXT, push_id TEXT, mobile TEXT, attributes TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
);
CREATE INDEX users_by_email ON users (workspace, email);
CREATE INDEX users_by_push_id ON users (workspace, push_id);
CREATE INDEX users_by_mobile ON users (workspace, mobile);

CREATE TABLE messages (n INTEGER PRIMARY KEY, workspace TEXT NOT NULL, message TEXT NOT NULL);
CREATE TABLE control_group (n INTEGER PRIMARY KEY, workspace TEXT NOT NULL, upload TEXT NOT NULL);
CREATE TABLE reachability (
  workspace TEXT NOT NULL, id TEXT NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
);
CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`;
