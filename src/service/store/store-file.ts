import type sqlite from 'node-sqlite3-wasm';
import { MIGRATIONS } from './migrations.ts';
import { openDatabase } from './open-database.ts';

type Row = Readonly<Record<string, unknown>>;

/** A value that a column can hold. */
export type Value = string | number | Uint8Array | null;

/** Writes that share a transaction, and so one trip to the disk. */
interface Burst {
  /** Whether an answer rests on one of them; else the disk may wait. */
  urgent: boolean;
  readonly committed: Promise<void>;
  /** Ends the waiting: with the error that the commit met, or with `null`. */
  readonly settle: (failure: Error | null) => void;
  /** Takes back the commit that is scheduled. */
  cancel: () => void;
}

/** How long writes that no answer rests on may wait for company, in milliseconds. */
const PATIENCE_MS = 100;

/**
 * The SQLite database behind the store. Writes of one turn of the event loop are committed together; an answer waits
 * with `durable` until what it rests on is on the disk. Synchronous otherwise: between a check and the write that
 * rests on it no other request can come.
 */
export class StoreFile {
  readonly #database: sqlite.Database;
  readonly #statements = new Map<string, sqlite.Statement>();
  #burst: Burst | null = null;

  /** `null` for a database that lasts as long as the process. Throws `StoreRefused` for a file that is of no use. */
  constructor(path: string | null, migrations: readonly string[] = MIGRATIONS) {
    this.#database = openDatabase(path, migrations);
  }

  all(sql: string, values: readonly Value[] = []): readonly Row[] {
    return this.#with(sql, (statement) => statement.all([...values]));
  }

  get(sql: string, values: readonly Value[] = []): Row | null {
    return this.#with(sql, (statement) => statement.get([...values]));
  }

  /** A single write; on its own it is part of the next commit. */
  run(sql: string, values: readonly Value[] = []): void {
    this.#join(false);
    this.#with(sql, (statement) => statement.run([...values]));
  }

  /** Writes that happen whole or not at all, and that the answer rests on. */
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

  /** Reads what the database would hold after some writes; none of them stays. */
  discarding<T>(work: () => T): T {
    this.#join(false);
    this.#database.exec('SAVEPOINT supposed');
    try {
      return work();
    } finally {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK TO supposed; RELEASE supposed');
    }
  }

  /** Resolves when everything that an answer may rest on has been committed; rejects when it could not be. */
  durable(): Promise<void> {
    return this.#burst?.urgent ? this.#burst.committed : Promise.resolve();
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#commit();
    for (const statement of this.#statements.values()) statement.finalize();
    this.#database.close();
  }

  /** Begins a burst, or joins the one there is. */
  #join(urgent: boolean): void {
    const burst = (this.#burst ??= this.#begin());
    if (!urgent || burst.urgent) return;
    burst.urgent = true;
    burst.cancel();
    const soon = setImmediate(() => {
      this.#commit();
    });
    burst.cancel = () => {
      clearImmediate(soon);
    };
  }

  #begin(): Burst {
    this.#database.exec('BEGIN IMMEDIATE');
    let settle: Burst['settle'] = () => undefined;
    const committed = new Promise<void>((resolve, reject) => {
      settle = (failure) => {
        if (failure) reject(failure);
        else resolve();
      };
    });
    // Whoever waits sees the rejection; without anybody waiting it is not an accident of its own.
    committed.catch(() => undefined);
    const later = setTimeout(() => {
      this.#commit();
    }, PATIENCE_MS).unref();
    const cancel = (): void => {
      clearTimeout(later);
    };
    return { urgent: false, committed, settle, cancel };
  }

  #commit(): void {
    const burst = this.#burst;
    if (!burst) return;
    this.#burst = null;
    burst.cancel();
    try {
      this.#database.exec('COMMIT');
      burst.settle(null);
    } catch (cause) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      burst.settle(notWritten(cause));
    }
  }

  /** Some errors, a full disk for one, take the whole transaction with them: all that waits for it has failed, too. */
  #abandonLost(cause: unknown): void {
    const burst = this.#burst;
    if (!burst || this.#database.inTransaction) return;
    this.#burst = null;
    burst.cancel();
    burst.settle(notWritten(cause));
  }

  /** Statements are kept, except one that failed: it can't be used again. */
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

function notWritten(cause: unknown): Error {
  return new Error('what was written could not be put on the disk', { cause });
}

/** Lets go of a statement; one that failed says so once more on this occasion. */
function finalize(statement: sqlite.Statement): void {
  try {
    statement.finalize();
  } catch {
    // Its failure has been told.
  }
}

/** A text column of a row that must have it. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`the column ${column} holds no text`);
  return value;
}

/** A column of bytes of a row that must have it. */
export function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new Error(`the column ${column} holds no bytes`);
  return value;
}

/** A number column of a row that must have it. */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`the column ${column} holds no number`);
  return value;
}
