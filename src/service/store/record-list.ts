import type { JsonObject } from '../domain/json.ts';
import { NewestRows, type Bound } from './newest-rows.ts';
import { jsonIn, type StoreFile } from './store-file.ts';

/** The most messages in the outbox, which are shown all at once. */
const MESSAGES_KEPT: Bound = { rows: 10_000, bytes: 64 * 1024 * 1024 };

/** A list in order of arrival: the sent messages, or the uploads for the global control group. */
export class RecordList {
  readonly #file: StoreFile;
  readonly #newest: NewestRows | null;
  readonly #table: 'messages' | 'control_group';
  readonly #column: 'message' | 'upload';

  constructor(file: StoreFile, table: 'messages' | 'control_group') {
    this.#file = file;
    this.#table = table;
    this.#column = table === 'messages' ? 'message' : 'upload';
    this.#newest =
      table === 'messages'
        ? new NewestRows(file, { table, column: 'message', where: 'true' }, MESSAGES_KEPT)
        : null;
  }

  add(workspace: string, record: JsonObject): void {
    const sql = `INSERT INTO ${this.#table} (workspace, ${this.#column}) VALUES (?, ?)`;
    const text = JSON.stringify(record);
    this.#file.run(sql, [workspace, text]);
    this.#newest?.added(text.length);
  }

  /** The entries of one workspace or of all, oldest first. */
  list(workspace: string | null): readonly JsonObject[] {
    const sql = `SELECT ${this.#column} AS record FROM ${this.#table} WHERE workspace = ?1 OR ?1 IS NULL ORDER BY n`;
    return this.#file.all(sql, [workspace]).map((row) => jsonIn(row, 'record'));
  }
}
