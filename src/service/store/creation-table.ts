import { isDraftChannel, type DraftChannel } from '../domain/campaign/campaign-record.ts';
import { numberIn, textIn, type StoreFile } from './store-file.ts';

/** The last successful creation under a `request_id`. Open point W24. */
export interface RequestIdUse {
  readonly channel: DraftChannel;
  readonly at: number;
}

/** What the rolling windows for creations count. */
export type Counted = 'calls' | 'creations';

/** What limits further creations: the reserved request IDs, and the calls of the last 24 hours. */
export class CreationTable {
  readonly #file: StoreFile;

  constructor(file: StoreFile) {
    this.#file = file;
  }

  useRequestId(workspace: string, requestId: string, { channel, at }: RequestIdUse): void {
    this.#file.run('INSERT OR REPLACE INTO request_ids VALUES (?, ?, ?, ?)', [
      workspace,
      asColumn(requestId),
      channel,
      at,
    ]);
  }

  requestIdUse(workspace: string, requestId: string): RequestIdUse | null {
    const sql = 'SELECT channel, at FROM request_ids WHERE workspace = ? AND request_id = ?';
    const row = this.#file.get(sql, [workspace, asColumn(requestId)]);
    if (!row) return null;
    const channel = textIn(row, 'channel');
    return isDraftChannel(channel) ? { channel, at: numberIn(row, 'at') } : null;
  }

  /** Counts an event. Returns a function that removes it again. */
  count(workspace: string, what: Counted, at: number): () => void {
    this.#file.run('INSERT INTO calls (workspace, name, at) VALUES (?, ?, ?)', [workspace, what, at]);
    return () => {
      const last = 'SELECT max(n) FROM calls WHERE workspace = ? AND name = ? AND at = ?';
      this.#file.run(`DELETE FROM calls WHERE n = (${last})`, [workspace, what, at]);
    };
  }

  /** All stored events, oldest first. */
  counted(): readonly { readonly workspace: string; readonly what: Counted; readonly at: number }[] {
    return this.#file.all('SELECT workspace, name, at FROM calls ORDER BY n').map((row) => ({
      workspace: textIn(row, 'workspace'),
      what: textIn(row, 'name') === 'calls' ? 'calls' : 'creations',
      at: numberIn(row, 'at'),
    }));
  }

  forgetBefore(instant: number): void {
    this.#file.run('DELETE FROM request_ids WHERE at <= ?', [instant]);
    this.#file.run('DELETE FROM calls WHERE at <= ?', [instant]);
  }
}

/** Encodes any text uniquely. SQLite's texts end at a null character and can't contain lone surrogates. */
function asColumn(text: string): string {
  return JSON.stringify(text);
}
