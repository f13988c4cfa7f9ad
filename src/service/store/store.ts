import { CampaignTable } from './campaign-table.ts';
import { numberIn, StoreFile, textIn } from './store-file.ts';
import { AnswerTable, CreationTable, JournalTable, ReachabilityTable, UserTable } from './tables.ts';

/** The names of the instants that survive a restart. */
type StoredInstant = 'clock' | 'reachability_computed';

/** How often expired rows are deleted, in milliseconds of the service's clock. */
const FORGET_EVERY_MS = 60_000;

/** Everything that the service stores, by workspace. */
export class Store extends StoreFile {
  readonly campaigns = new CampaignTable(this);
  readonly answers = new AnswerTable(this);
  readonly creations = new CreationTable(this);
  readonly users = new UserTable(this);
  readonly messages = new JournalTable(this, 'messages', 'message');
  readonly controlGroup = new JournalTable(this, 'control_group', 'upload');
  readonly reachability = new ReachabilityTable(this);
  #forgotten = Number.NEGATIVE_INFINITY;

  remember(name: StoredInstant, value: number): void {
    this.run('INSERT OR REPLACE INTO facts VALUES (?, ?)', [name, value]);
  }

  recall(name: StoredInstant): number | null {
    const row = this.get('SELECT value FROM facts WHERE name = ?', [name]);
    return row && numberIn(row, 'value');
  }

  /** Deletes answers, request IDs and calls older than `keptMs`, in all workspaces. */
  forget(now: number, keptMs: number): void {
    if (Math.abs(now - this.#forgotten) < FORGET_EVERY_MS) return;
    this.#forgotten = now;
    this.answers.forgetBefore(now - keptMs);
    this.creations.forgetBefore(now - keptMs);
  }

  /** Empties every table. */
  clear(): void {
    this.atomically(() => {
      for (const row of this.all("SELECT name FROM sqlite_master WHERE type = 'table'"))
        this.run(`DELETE FROM ${textIn(row, 'name')}`);
    });
  }
}
