import { findDocuments, type Call, type Operation, type Outcome } from './operations/operation.ts';
import type { Store } from '../store/store.ts';
import { plain, Refusal } from '../domain/failure.ts';
import type { Quirks } from '../domain/quirks/quirks.ts';
import type { Write, WriteHistory } from '../domain/quirks/write-history.ts';

/** The operations that show what is stored and can therefore lag behind it. */
const READS: readonly Operation['name'][] = ['get', 'search', 'meta'];

/**
 * Runs an operation with the quirks that apply around it: campaigns of another team, and reads that lag behind writes.
 * All other quirks are inside the operations or in how records are presented.
 */
export function runWithQuirks(operation: Operation, call: Call, history: WriteHistory): Outcome {
  const { quirks } = call;
  if (CHANGES.includes(operation.name)) checkTeam(call);
  const longestMs = Math.max(quirks.readLagMs, quirks.searchLagMs);
  if (longestMs === 0) return operation.run(call);
  history.prune(call.now, longestMs);
  return READS.includes(operation.name)
    ? runAsItWas(operation, call, history)
    : runNoting(operation, call, history);
}

/** The operations that change an existing campaign. */
const CHANGES: readonly Operation['name'][] = ['update', 'status', 'publish'];

/** Refuses to change a campaign that belongs to another team. Open point W8. */
function checkTeam(call: Call): void {
  const { forbidden } = call.quirks;
  const record = forbidden.size > 0 && findDocuments(call, call.identifier)?.named;
  if (record && (forbidden.has(record.id) || forbidden.has(record.campaign_id)))
    throw new Refusal(plain(403, 'FORBIDDEN', 'this campaign belongs to another team'));
}

/** How late an operation shows writes, in milliseconds. */
function lagOf(operation: Operation, { readLagMs, searchLagMs }: Quirks): number {
  return operation.name === 'get' ? readLagMs : Math.max(readLagMs, searchLagMs);
}

/** Runs a read on the state before the writes that aren't visible yet. The store itself doesn't change. */
function runAsItWas(operation: Operation, call: Call, history: WriteHistory): Outcome {
  const { store, now, quirks } = call;
  const workspace = call.workspace.appKey;
  const lagging = history.lagging({ workspace, now, lagMs: lagOf(operation, quirks) }, (id) =>
    store.campaigns.document(workspace, id),
  );
  if (lagging.length === 0) return operation.run(call);
  return store.discarding(() => {
    for (const { id, record } of lagging) {
      if (record) store.campaigns.put(workspace, record, null);
      else store.campaigns.remove(workspace, id);
    }
    return operation.run(call);
  });
}

/** Runs a write and records what it changed in the documents of its campaign. */
function runNoting(operation: Operation, call: Call, history: WriteHistory): Outcome {
  const before = documentsOf(call, call.identifier);
  const outcome = operation.run(call);
  if (outcome.kind === 'refused' || operation.kind === 'read') return outcome;
  const id = typeof outcome.data.id === 'string' ? outcome.data.id : call.identifier;
  const writes = [...documentsOf(call, id).values()].flatMap((after): Write[] => {
    const old = before.get(after.id) ?? null;
    return JSON.stringify(old) === JSON.stringify(after)
      ? []
      : [{ workspace: call.workspace.appKey, at: call.now, before: old, after }];
  });
  history.add(writes);
  return outcome;
}

function documentsOf(
  { store, workspace }: { readonly store: Store; readonly workspace: Call['workspace'] },
  identifier: string,
) {
  const versions = identifier === '' ? [] : store.campaigns.versions(workspace.appKey, identifier);
  return new Map(versions.map((record) => [record.id, record]));
}
