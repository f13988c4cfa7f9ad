import { isJsonObject, parseJson, type JsonObject } from '../json.ts';
import { textIn, type StoreFile } from './store-file.ts';

/** A table that only grows: the messages that left, or the uploads for the global control group. */
export class RecordList {
  readonly #file: StoreFile;
  readonly #table: 'messages' | 'control_group';
  readonly #column: 'message' | 'upload';

  constructor(file: StoreFile, table: 'messages' | 'control_group') {
    this.#file = file;
    this.#table = table;
    this.#column = table === 'messages' ? 'message' : 'upload';
  }

  add(workspace: string, record: JsonObject): void {
    const sql = `INSERT INTO ${this.#table} (workspace, ${this.#column}) VALUES (?, ?)`;
    this.#file.run(sql, [workspace, JSON.stringify(record)]);
  }

  /** In the order in which they came, of one workspace or of all. */
  list(workspace: string | null): readonly JsonObject[] {
    const sql = `SELECT ${this.#column} AS record FROM ${this.#table} WHERE workspace = ?1 OR ?1 IS NULL ORDER BY n`;
    return this.#file.all(sql, [workspace]).flatMap((row) => {
      const parsed = parseJson(textIn(row, 'record'));
      return parsed.kind === 'parsed' && isJsonObject(parsed.value) ? [parsed.value] : [];
    });
  }
}
