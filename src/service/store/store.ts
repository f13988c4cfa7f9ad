import { AnswerTable } from './answer-table.ts';
import { CampaignTable } from './campaign-table.ts';
import { CreationTable } from './creation-table.ts';
import { ReachabilityTable } from './reachability-table.ts';
import { RecordList } from './record-list.ts';
import { numberIn, textIn, type StoreFile } from './store-file.ts';
import { UserTable } from './user-table.ts';

/** The names of the instants that survive a restart. */
type StoredInstant = 'clock' | 'reachability_computed';

/** How often expired rows are deleted, in milliseconds of the service's clock. */
const FORGET_EVERY_MS = 60_000;

/** Everything that the service stores, by workspace. */
export class Store {
  readonly campaigns: CampaignTable;
  readonly answers: AnswerTable;
  readonly creations: CreationTable;
  readonly users: UserTable;
  /** The messages of test sends. */
  readonly messages: RecordList;
  /** The uploads for the global control group. */
  readonly controlGroup: RecordList;
  readonly reachability: ReachabilityTable;
  readonly #file: StoreFile;
  #forgotten = Number.NEGATIVE_INFINITY;

  constructor(file: StoreFile) {
    this.#file = file;
    this.campaigns = new CampaignTable(file);
    this.answers = new AnswerTable(file);
    this.creations = new CreationTable(file);
    this.users = new UserTable(file);
    this.messages = new RecordList(file, 'messages');
    this.controlGroup = new RecordList(file, 'control_group');
    this.reachability = new ReachabilityTable(file);
  }

  /** Writes that happen together or not at all. */
  atomically<T>(work: () => T): T {
    return this.#file.atomically(work);
  }

  /** Runs work, returns its result and undoes its writes. */
  discarding<T>(work: () => T): T {
    return this.#file.discarding(work);
  }

  /** Resolves when everything that was written atomically so far is on disk. */
  durable(): Promise<void> {
    return this.#file.durable();
  }

  remember(name: StoredInstant, value: number): void {
    this.#file.run('INSERT OR REPLACE INTO facts VALUES (?, ?)', [name, value]);
  }

  recall(name: StoredInstant): number | null {
    const row = this.#file.get('SELECT value FROM facts WHERE name = ?', [name]);
    return row && numberIn(row, 'value');
  }

  /** Deletes answers, request IDs and calls older than `keptMs`, in all workspaces. */
  forget(now: number, keptMs: number): void {
    if (Math.abs(now - this.#forgotten) < FORGET_EVERY_MS) return;
    this.#forgotten = now;
    this.answers.forgetBefore(now - keptMs);
    this.creations.forgetBefore(now - keptMs);
  }

  /** Empties every table that the migrations created. */
  clear(): void {
    this.atomically(() => {
      for (const row of this.#file.all("SELECT name FROM sqlite_master WHERE type = 'table'"))
        this.#file.run(`DELETE FROM ${textIn(row, 'name')}`);
    });
  }
}
