import { isDeepStrictEqual } from 'node:util';
import type { CampaignRecord } from '../campaign/campaign-record.ts';
import { valueAt, type JsonObject } from '../json.ts';

/** What one write by the API did to one document. */
export interface Write {
  readonly workspace: string;
  /** The instant of the write, in milliseconds since 1970. */
  readonly at: number;
  /** `null` for a document that the write created. */
  readonly before: CampaignRecord | null;
  readonly after: CampaignRecord;
}

/** A document that reads show as it was: `record` is `null` where they don't show it at all. */
export interface LaggingDocument {
  readonly id: string;
  readonly record: CampaignRecord | null;
}

/**
 * The latest writes by the API, so that reads can show campaigns as they were before them (`read-lag` and
 * `search-lag`, open point W31). It holds what each write changed rather than whole states of the world, so that other
 * changes — edits over the control interface, steps that the clock brings — show at once: a field is put back only if
 * it still has the value that the write gave it.
 */
export class WriteHistory {
  #writes: readonly Write[] = [];

  add(writes: readonly Write[]): void {
    this.#writes = [...this.#writes, ...writes];
  }

  /** Forgets what shows by now, however long a read lags; and what is left over from before the clock went back. */
  prune(now: number, lagMs: number): void {
    if (this.#writes.length > 0) this.#writes = this.#writes.filter((write) => isHidden(write, now, lagMs));
  }

  clear(): void {
    this.#writes = [];
  }

  /** The documents of a workspace that a read at an instant shows as they were, given what they are now. */
  lagging(
    { workspace, now, lagMs }: { readonly workspace: string; readonly now: number; readonly lagMs: number },
    documentNow: (id: string) => CampaignRecord | null,
  ): readonly LaggingDocument[] {
    const hidden = this.#writes.filter(
      (write) => write.workspace === workspace && isHidden(write, now, lagMs),
    );
    return [...new Set(hidden.map(({ after }) => after.id))].map((id) => {
      const own = hidden.filter(({ after }) => after.id === id);
      const newestFirst = own.toReversed();
      const isCreated = own.some(({ before }) => before === null);
      return { id, record: isCreated ? null : newestFirst.reduce(undone, documentNow(id)) };
    });
  }
}

function isHidden({ at }: Write, now: number, lagMs: number): boolean {
  return at <= now && now < at + lagMs;
}

/** A document without what a write changed in it, field by field. */
function undone(record: CampaignRecord | null, { before, after }: Write): CampaignRecord | null {
  if (record === null || before === null) return null;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((name) => !isSame(before, after, name) && isSame(record, after, name));
  const kept = Object.entries(record).filter(([name]) => !changed.includes(name));
  const put = Object.entries(before).filter(([name]) => changed.includes(name));
  // What is left of the record are fields of it, and what is put back are fields of an earlier state of it.
  return Object.fromEntries([...kept, ...put]) as CampaignRecord;
}

function isSame(one: JsonObject, other: JsonObject, name: string): boolean {
  return isDeepStrictEqual(valueAt(one, name), valueAt(other, name));
}
