import { isDeepStrictEqual } from 'node:util';
import type { CampaignRecord } from '../campaign/campaign-record.ts';
import { valueAt, type JsonObject } from '../json.ts';

/** The change that one API write made to one document. */
export interface Write {
  readonly workspace: string;
  /** The instant of the write, in milliseconds since 1970. */
  readonly at: number;
  /** `null` if the write created the document. */
  readonly before: CampaignRecord | null;
  readonly after: CampaignRecord;
}

/** A document whose recent change isn't visible to reads yet. `record` is `null` if it isn't visible at all. */
export interface LaggingDocument {
  readonly id: string;
  readonly record: CampaignRecord | null;
}

/**
 * The latest API writes, so that reads can show campaigns as they were before them (`read-lag` and `search-lag`, open
 * point W31). It stores what each write changed, not whole states. Other changes, such as edits through the control
 * interface and steps of the clock, are therefore visible at once: a field is reverted only if it still has the value
 * from the write.
 */
export class WriteHistory {
  #writes: readonly Write[] = [];

  add(writes: readonly Write[]): void {
    this.#writes = [...this.#writes, ...writes];
  }

  /**
   * Removes writes that are visible by now even with the longest lag, and writes from before the clock was moved back.
   */
  prune(now: number, lagMs: number): void {
    if (this.#writes.length > 0) this.#writes = this.#writes.filter((write) => isHidden(write, now, lagMs));
  }

  clear(): void {
    this.#writes = [];
  }

  /** The documents of a workspace that a read at an instant must show in an earlier state. */
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

/** A document without the changes of a write, field by field. */
function undone(record: CampaignRecord | null, { before, after }: Write): CampaignRecord | null {
  if (record === null || before === null) return null;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((name) => !isSame(before, after, name) && isSame(record, after, name));
  const kept = Object.entries(record).filter(([name]) => !changed.includes(name));
  const put = Object.entries(before).filter(([name]) => changed.includes(name));
  // The fields come from this record and from an earlier state of it, so they form a record.
  return Object.fromEntries([...kept, ...put]) as CampaignRecord;
}

function isSame(one: JsonObject, other: JsonObject, name: string): boolean {
  return isDeepStrictEqual(valueAt(one, name), valueAt(other, name));
}
