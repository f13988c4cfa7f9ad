import type { StoreFile } from './store-file.ts';

/** The limits of what is kept. */
export interface Bound {
  readonly rows: number;
  readonly bytes: number;
}

/** The rows, and the column whose size counts. */
interface Rows {
  readonly table: 'answers' | 'messages';
  readonly column: 'body' | 'message';
  readonly where: string;
}

/** Old rows are deleted each time this share of the bound has been added. */
const SHARE = 0.1;

/** Keeps the newest rows of a table and deletes the oldest. The column `n` numbers them. */
export class NewestRows {
  readonly #file: StoreFile;
  readonly #sql: string;
  readonly #bound: Bound;
  #since: Bound = { rows: 0, bytes: 0 };

  constructor(file: StoreFile, { table, column, where }: Rows, bound: Bound) {
    this.#file = file;
    this.#bound = bound;
    const newest = '(ORDER BY n DESC)';
    const sums = `SELECT n, row_number() OVER ${newest} AS place, sum(length(${column})) OVER ${newest} AS bytes
                  FROM ${table} WHERE ${where}`;
    this.#sql = `DELETE FROM ${table} WHERE n IN (SELECT n FROM (${sums}) WHERE place > ? OR bytes > ?)`;
  }

  /** Must be called for each added row. */
  added(bytes: number): void {
    this.#since = { rows: this.#since.rows + 1, bytes: this.#since.bytes + bytes };
    const { rows, bytes: most } = this.#bound;
    if (this.#since.rows < rows * SHARE && this.#since.bytes < most * SHARE) return;
    this.#since = { rows: 0, bytes: 0 };
    this.#file.run(this.#sql, [rows, most]);
  }
}
