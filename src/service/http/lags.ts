import { isDeepStrictEqual } from 'node:util';
import type { CampaignRecord } from '../domain/campaign/campaign-record.ts';
import { refusal } from '../domain/failure.ts';
import { findDocuments, type Call, type Done, type Operation } from './operations/operation.ts';

/** The change that one API write made to one document, at an instant in milliseconds since 1970. */
interface Write {
  readonly workspace: string;
  readonly at: number;
  /** `null` if the write created the document. */
  readonly before: CampaignRecord | null;
  readonly after: CampaignRecord;
}

/** The operations that show what is stored and can therefore lag behind it. */
const READS: readonly Operation['name'][] = ['get', 'search', 'meta'];

const CHANGES: readonly Operation['name'][] = ['update', 'status', 'publish'];

/**
 * Runs operations with the quirks that apply around them: campaigns of another team, and reads that lag behind writes
 * (`read-lag` and `search-lag`, open point W31). All other quirks are inside the operations or in how records are
 * presented. A document that changed in another way since a write, such as through the control interface or by the
 * clock, is visible at once.
 */
export class WriteHistory {
  #writes: readonly Write[] = [];

  clear(): void {
    this.#writes = [];
  }

  run(operation: Operation, call: Call): Done {
    if (CHANGES.includes(operation.name)) checkTeam(call);
    const readLagMs = call.quirks.ms('read-lag');
    const longestMs = Math.max(readLagMs, call.quirks.ms('search-lag'));
    if (longestMs === 0) return operation.run(call);
    // Writes that are visible by now, and those from before the clock was moved back.
    this.#writes = this.#writes.filter((write) => isHidden(write, call.now, longestMs));
    if (!READS.includes(operation.name)) return this.#noting(operation, call);
    return this.#asItWas(operation, call, operation.name === 'get' ? readLagMs : longestMs);
  }

  /** Runs a read on the state before the writes that aren't visible yet. The store itself doesn't change. */
  #asItWas(operation: Operation, call: Call, lagMs: number): Done {
    const { campaigns } = call.store;
    const { appKey } = call.workspace;
    const hidden = this.#writes.filter(
      (write) => write.workspace === appKey && isHidden(write, call.now, lagMs),
    );
    if (hidden.length === 0) return operation.run(call);
    return call.store.discarding(() => {
      for (const { before, after } of hidden.toReversed()) {
        if (!isDeepStrictEqual(campaigns.document(appKey, after.id), after)) continue;
        if (before) campaigns.put(appKey, before, null);
        else campaigns.remove(appKey, after.id);
      }
      return operation.run(call);
    });
  }

  /** Runs a write and records what it changed in the documents of its campaign. */
  #noting(operation: Operation, call: Call): Done {
    const before = documentsOf(call, call.identifier);
    const done = operation.run(call);
    if (operation.kind === 'read') return done;
    const id = typeof done.data.id === 'string' ? done.data.id : call.identifier;
    const writes = documentsOf(call, id).map((after) => ({
      ...{ workspace: call.workspace.appKey, at: call.now, after },
      before: before.find((one) => one.id === after.id) ?? null,
    }));
    const changes = writes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
    this.#writes = [...this.#writes, ...changes];
    return done;
  }
}

/** Refuses to change a campaign that belongs to another team. Open point W8. */
function checkTeam(call: Call): void {
  const forbidden = call.quirks.values('forbidden');
  const record = forbidden.length > 0 && findDocuments(call, call.identifier)?.named;
  if (record && (forbidden.includes(record.id) || forbidden.includes(record.campaign_id)))
    throw refusal(403, 'this campaign belongs to another team');
}

function isHidden({ at }: Write, now: number, lagMs: number): boolean {
  return at <= now && now < at + lagMs;
}

function documentsOf({ store, workspace }: Call, identifier: string): readonly CampaignRecord[] {
  return identifier === '' ? [] : store.campaigns.versions(workspace.appKey, identifier);
}
