import { CampaignTable } from './campaign-table.ts';
import { numberIn, StoreFile, Table, textIn, bytesIn, jsonIn, type Row } from './store-file.ts';
import { isDraftChannel, type DraftChannel } from '../domain/campaign/campaign-record.ts';
import type { JsonObject } from '../domain/json.ts';
import { userFrom, type User, type UserIdentifier } from '../domain/user.ts';

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
    this.put('facts', { name, value });
  }

  recall(name: StoredInstant): number | null {
    const row = this.get('SELECT value FROM facts WHERE name = ?', [name]);
    return row && numberIn(row, 'value');
  }

  /** Deletes answers, request IDs and calls older than `keptMs`, in all workspaces. */
  forget(now: number, keptMs: number): void {
    if (Math.abs(now - this.#forgotten) < FORGET_EVERY_MS) return;
    this.#forgotten = now;
    for (const table of ['answers', 'request_ids', 'calls'])
      this.run(`DELETE FROM ${table} WHERE at <= ?`, [now - keptMs]);
  }

  clear(): void {
    this.atomically(() => {
      for (const row of this.all("SELECT name FROM sqlite_master WHERE type = 'table'"))
        this.run(`DELETE FROM ${textIn(row, 'name')}`);
    });
  }
}

/** Old rows are deleted each time this share of the bound has been added. */
const SHARE = 0.1;

/** Returns a function that must be called for each added row, and keeps only the newest rows. */
function keepNewest(
  file: StoreFile,
  { from, rows }: { readonly from: string; readonly rows: number },
): () => void {
  let added = 0;
  return () => {
    added = (added + 1) % (rows * SHARE);
    if (added === 0)
      file.run(`DELETE FROM ${from} AND n <= (SELECT n FROM ${from} ORDER BY n DESC LIMIT 1 OFFSET ?)`, [
        rows,
      ]);
  };
}

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

/** The stored answers by which repeated requests are recognized. */
export class AnswerTable extends Table {
  /** For all workspaces together. */
  readonly #addedRead = keepNewest(this.file, { from: 'answers WHERE is_read = 1', rows: 1000 });

  put(workspace: string, key: string, answer: KeptAnswer): void {
    const { digest, status, contentType: content_type, at, of } = answer;
    // Bytes are copied into the database at once but texts character by character, and a page of campaigns is long.
    const body = Buffer.from(answer.body);
    const is_read = of === 'read' ? 1 : 0;
    this.file.put('answers', { workspace, key, digest, status, content_type, body, at, is_read });
    if (of === 'read') this.#addedRead();
  }

  find(workspace: string, key: string): KeptAnswer | null {
    const row = this.file.get('SELECT * FROM answers WHERE workspace = ? AND key = ?', [workspace, key]);
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
}

/** The last successful creation under a `request_id`. Open point W24. */
export interface RequestIdUse {
  readonly channel: DraftChannel;
  readonly at: number;
}

type Counted = 'calls' | 'creations';

/** What limits further creations. IDs are JSON: SQLite's texts end at a null and have no lone surrogates. */
export class CreationTable extends Table {
  useRequestId(workspace: string, requestId: string, { channel, at }: RequestIdUse): void {
    this.file.put('request_ids', { workspace, request_id: JSON.stringify(requestId), channel, at });
  }

  requestIdUse(workspace: string, requestId: string): RequestIdUse | null {
    const sql = 'SELECT channel, at FROM request_ids WHERE workspace = ? AND request_id = ?';
    const row = this.file.get(sql, [workspace, JSON.stringify(requestId)]);
    const channel = row && textIn(row, 'channel');
    return row && isDraftChannel(channel) ? { channel, at: numberIn(row, 'at') } : null;
  }

  /** Counts an event. Returns a function that removes it again. */
  count(workspace: string, what: Counted, at: number): () => void {
    this.file.put('calls', { workspace, name: what, at });
    return () => {
      const last = 'SELECT max(n) FROM calls WHERE workspace = ? AND name = ? AND at = ?';
      this.file.run(`DELETE FROM calls WHERE n = (${last})`, [workspace, what, at]);
    };
  }

  counted(): readonly { readonly workspace: string; readonly what: Counted; readonly at: number }[] {
    return this.file.all('SELECT workspace, name, at FROM calls ORDER BY n').map((row) => ({
      workspace: textIn(row, 'workspace'),
      what: textIn(row, 'name') === 'calls' ? 'calls' : 'creations',
      at: numberIn(row, 'at'),
    }));
  }
}

/** How many users a campaign would reach, and when that was computed, in milliseconds since 1970. */
interface Reachability {
  readonly count: number;
  readonly at: number;
}

class ReachabilityTable extends Table {
  put(workspace: string, id: string, { count, at }: Reachability): void {
    this.file.put('reachability', { workspace, id, count, at });
  }

  find(workspace: string, id: string): Reachability | null {
    const sql = 'SELECT count, at FROM reachability WHERE workspace = ? AND id = ?';
    const row = this.file.get(sql, [workspace, id]);
    return row && { count: numberIn(row, 'count'), at: numberIn(row, 'at') };
  }

  clear(): void {
    this.file.run('DELETE FROM reachability');
  }
}

/** JSON in order of arrival, shown all at once: the outbox, and the uploads for the global control group. */
class JournalTable extends Table {
  readonly #table: 'messages' | 'control_group';
  readonly #column: 'message' | 'upload';
  readonly #added: () => void;

  constructor(file: StoreFile, table: 'messages' | 'control_group', column: 'message' | 'upload') {
    super(file);
    this.#table = table;
    this.#column = column;
    this.#added = keepNewest(file, { from: `${table} WHERE true`, rows: 10_000 });
  }

  add(workspace: string, entry: JsonObject): void {
    this.file.put(this.#table, { workspace, [this.#column]: JSON.stringify(entry) });
    this.#added();
  }

  list(): readonly JsonObject[] {
    const rows = this.file.all(`SELECT * FROM ${this.#table} ORDER BY n`);
    return rows.map((row) => jsonIn(row, this.#column));
  }
}

const IN_ROW: Readonly<Record<UserIdentifier, string>> = {
  id: 'id',
  email: 'email',
  push_id: 'push_id',
  mobile: 'mobile',
  advertising_id: "json_extract(attributes, '$.advertising_id')",
  gaid: "json_extract(attributes, '$.gaid')",
};

class UserTable extends Table {
  put(workspace: string, user: User): void {
    this.file.put('users', { workspace, ...user, attributes: JSON.stringify(user.attributes) });
  }

  /** If several users have the same address, the first one by ID. */
  find(workspace: string, by: UserIdentifier, value: string): User | null {
    const sql = `SELECT * FROM users WHERE workspace = ? AND ${IN_ROW[by]} = ? ORDER BY id LIMIT 1`;
    const row = this.file.get(sql, [workspace, value]);
    return row && userIn(row);
  }

  list(workspace: string): readonly User[] {
    return this.file.all('SELECT * FROM users WHERE workspace = ? ORDER BY id', [workspace]).map(userIn);
  }
}

function userIn(row: Row): User {
  return userFrom({ ...(row as JsonObject), attributes: jsonIn(row, 'attributes') });
}
