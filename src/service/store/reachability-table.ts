import { numberIn, type StoreFile } from './store-file.ts';

/** How many users a campaign would reach, and when that was computed. */
export interface Reachability {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The estimates of the last computation. */
export class ReachabilityTable {
  readonly #file: StoreFile;

  constructor(file: StoreFile) {
    this.#file = file;
  }

  put(workspace: string, id: string, { count, at }: Reachability): void {
    this.#file.run('INSERT OR REPLACE INTO reachability VALUES (?, ?, ?, ?)', [workspace, id, count, at]);
  }

  find(workspace: string, id: string): Reachability | null {
    const sql = 'SELECT count, at FROM reachability WHERE workspace = ? AND id = ?';
    const row = this.#file.get(sql, [workspace, id]);
    return row && { count: numberIn(row, 'count'), at: numberIn(row, 'at') };
  }

  clear(): void {
    this.#file.run('DELETE FROM reachability');
  }
}
