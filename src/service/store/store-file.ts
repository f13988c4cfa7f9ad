import type { JsonObject } from '../domain/json.ts';
import type sqlite from 'node-sqlite3-wasm';
import { openDatabase } from './open-database.ts';

/** A row of a result, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A value that a column can hold. */
export type Value = string | number | Uint8Array | null;

/** Writes that share a transaction and one sync to disk. */
interface Batch {
  /** Whether an answer depends on one of the writes. Otherwise the commit can wait. */
  awaited: boolean;
  readonly committed: Promise<void>;
  /** Settles `committed`: rejects it with the error of the commit, if there is one. */
  readonly finish: (failure?: Error) => void;
}

/** How long writes wait for others if no answer depends on them, in milliseconds. */
const BATCH_DELAY_MS = 100;

/**
 * The SQLite database behind the store. All writes in one turn of the event loop are committed together. An answer
 * waits with `durable` until everything that it depends on is on disk. All other operations are synchronous, so no
 * other request can run between a check and the write that depends on it.
 */
export class StoreFile {
  readonly #database: sqlite.Database;
  readonly #statements = new Map<string, sqlite.Statement>();
  #batch: Batch | null = null;

  /** `null` means a database in memory. Throws `UnusableDataFile` if the file can't be used. */
  constructor(path: string | null) {
    this.#database = openDatabase(path);
  }

  all(sql: string, values: readonly Value[] = []): readonly Row[] {
    return this.#with(sql, (statement) => statement.all([...values]));
  }

  get(sql: string, values: readonly Value[] = []): Row | null {
    return this.#with(sql, (statement) => statement.get([...values]));
  }

  /** A single write, which becomes part of the next commit. */
  run(sql: string, values: readonly Value[] = []): void {
    this.#join(false);
    this.#with(sql, (statement) => statement.run([...values]));
  }

  /** Adds a row, or replaces the one with the same key. */
  put(table: string, row: Readonly<Record<string, Value>>): void {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const sql = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
    this.run(sql, Object.values(row));
  }

  /** Writes that happen together or not at all, and that an answer depends on. */
  atomically<T>(work: () => T): T {
    this.#join(true);
    this.#database.exec('SAVEPOINT work');
    try {
      const result = work();
      this.#database.exec('RELEASE work');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK TO work; RELEASE work');
      throw error;
    }
  }

  /** Returns what the work reads and then undoes its writes. */
  discarding<T>(work: () => T): T {
    this.#join(false);
    this.#database.exec('SAVEPOINT supposed');
    try {
      return work();
    } finally {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK TO supposed; RELEASE supposed');
    }
  }

  /** Resolves when everything that an answer may depend on has been committed. Rejects if that failed. */
  durable(): Promise<void> {
    return this.#batch?.awaited ? this.#batch.committed : Promise.resolve();
  }

  close(): void {
    if (!this.#database.isOpen) return;
    if (this.#batch) this.#commit(this.#batch);
    for (const statement of this.#statements.values()) statement.finalize();
    this.#database.close();
  }

  #join(awaited: boolean): void {
    const batch = (this.#batch ??= this.#begin());
    if (!awaited || batch.awaited) return;
    batch.awaited = true;
    setImmediate(() => {
      this.#commit(batch);
    });
  }

  #begin(): Batch {
    this.#database.exec('BEGIN IMMEDIATE');
    let finish: Batch['finish'] = () => undefined;
    const committed = new Promise<void>((resolve, reject) => {
      finish = (failure) => {
        if (failure) reject(failure);
        else resolve();
      };
    });
    // Callers of `durable` see the rejection. Without a caller it must not be unhandled.
    committed.catch(() => undefined);
    const batch = { awaited: false, committed, finish };
    setTimeout(() => {
      this.#commit(batch);
    }, BATCH_DELAY_MS).unref();
    return batch;
  }

  #commit(batch: Batch): void {
    if (this.#batch !== batch) return;
    this.#batch = null;
    try {
      this.#database.exec('COMMIT');
      batch.finish();
    } catch (cause) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      batch.finish(notWritten(cause));
    }
  }

  /** A full disk, for example, rolls back the whole transaction: everything that waits for it has failed. */
  #abandonLost(cause: unknown): void {
    if (this.#database.inTransaction) return;
    this.#batch?.finish(notWritten(cause));
    this.#batch = null;
  }

  /** Statements are cached, except one that failed, because it can't be used again. */
  #with<T>(sql: string, use: (statement: sqlite.Statement) => T): T {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    try {
      return use(statement);
    } catch (error) {
      this.#statements.delete(sql);
      finalize(statement);
      this.#abandonLost(error);
      throw error;
    }
  }
}

/** A table, or several that belong together. */
export class Table {
  protected readonly file: StoreFile;

  constructor(file: StoreFile) {
    this.file = file;
  }
}

function notWritten(cause: unknown): Error {
  return new Error('the data could not be written to the disk', { cause });
}

/** Finalizes a statement. One that failed throws its error again here. */
function finalize(statement: sqlite.Statement): void {
  try {
    statement.finalize();
  } catch {
    // The error has been reported already.
  }
}

/** A text column that the row must have. */
export function textIn(row: Row, column: string): string {
  return columnIn(row, column, (value) => typeof value === 'string');
}

/** The JSON object in a column. The column contains what `JSON.stringify` wrote. */
export function jsonIn(row: Row, column: string): JsonObject {
  return JSON.parse(textIn(row, column)) as JsonObject;
}

/** A column of bytes that the row must have. */
export function bytesIn(row: Row, column: string): Uint8Array {
  return columnIn(row, column, (value) => value instanceof Uint8Array);
}

/** A number column that the row must have. */
export function numberIn(row: Row, column: string): number {
  return columnIn(row, column, (value) => typeof value === 'number');
}

function columnIn<T>(row: Row, column: string, fits: (value: unknown) => value is T): T {
  const value = row[column];
  if (fits(value)) return value;
  throw new Error(`the column ${column} holds something else`);
}
