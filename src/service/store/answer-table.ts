import { NewestRows, type Bound } from './newest-rows.ts';
import { bytesIn, numberIn, textIn, type StoreFile } from './store-file.ts';

/** An answer that is repeated for the same `Idempotency-Key`. Open point W23. */
export interface KeptAnswer {
  /** Digest of the method, path and body of its request. */
  readonly digest: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** When it was first sent, in milliseconds since 1970. */
  readonly at: number;
  /** The kind of its request. Only the newest answers of reads are kept, because repeating a read does no harm. */
  readonly of: 'read' | 'write';
}

/** How many answers of reads are kept, for all workspaces together. */
const READS_KEPT: Bound = { rows: 1000, bytes: 64 * 1024 * 1024 };

/** The stored answers by which repeated requests are recognized. */
export class AnswerTable {
  readonly #file: StoreFile;
  readonly #reads: NewestRows;

  constructor(file: StoreFile) {
    this.#file = file;
    this.#reads = new NewestRows(
      file,
      { table: 'answers', column: 'body', where: 'is_read = 1' },
      READS_KEPT,
    );
  }

  put(workspace: string, key: string, answer: KeptAnswer): void {
    const { digest, status, contentType, body, at, of } = answer;
    this.#file.run(
      `INSERT OR REPLACE INTO answers (workspace, key, digest, status, content_type, body, at, is_read)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      // Bytes are copied into the database at once but texts character by character, and a page of campaigns is long.
      [workspace, key, digest, status, contentType, Buffer.from(body), at, of === 'read' ? 1 : 0],
    );
    if (of === 'read') this.#reads.added(body.length);
  }

  find(workspace: string, key: string): KeptAnswer | null {
    const row = this.#file.get('SELECT * FROM answers WHERE workspace = ? AND key = ?', [workspace, key]);
    return (
      row && {
        digest: textIn(row, 'digest'),
        status: numberIn(row, 'status'),
        contentType: textIn(row, 'content_type'),
        body: Buffer.from(bytesIn(row, 'body')).toString(),
        at: numberIn(row, 'at'),
        of: row.is_read === 1 ? 'read' : 'write',
      }
    );
  }

  forgetBefore(instant: number): void {
    this.#file.run('DELETE FROM answers WHERE at <= ?', [instant]);
  }
}
