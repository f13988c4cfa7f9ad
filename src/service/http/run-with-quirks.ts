import { findDocuments, type Call, type Done, type Operation } from './operations/operation.ts';
import { plain, Refusal } from '../domain/failure.ts';
import type { Write, WriteHistory } from '../domain/quirks/write-history.ts';

/** The operations that show what is stored and can therefore lag behind it. */
const READS: readonly Operation['name'][] = ['get', 'search', 'meta'];

/**
 * Runs an operation with the quirks that apply around it: campaigns of another team, and reads that lag behind writes.
 * All other quirks are inside the operations or in how records are presented.
 */
export function runWithQuirks(operation: Operation, call: Call, history: WriteHistory): Done {
  if (CHANGES.includes(operation.name)) checkTeam(call);
  const lags = [call.quirks.ms('read-lag'), call.quirks.ms('search-lag')] as const;
  const longestMs = Math.max(...lags);
  if (longestMs === 0) return operation.run(call);
  history.prune(call.now, longestMs);
  if (!READS.includes(operation.name)) return runNoting(operation, call, history);
  return runAsItWas(operation, call, { history, lagMs: operation.name === 'get' ? lags[0] : longestMs });
}

/** The operations that change an existing campaign. */
const CHANGES: readonly Operation['name'][] = ['update', 'status', 'publish'];

/** Refuses to change a campaign that belongs to another team. Open point W8. */
function checkTeam(call: Call): void {
  const forbidden = call.quirks.values('forbidden');
  const record = forbidden.length > 0 && findDocuments(call, call.identifier)?.named;
  if (record && (forbidden.includes(record.id) || forbidden.includes(record.campaign_id)))
    throw new Refusal(plain(403, 'FORBIDDEN', 'this campaign belongs to another team'));
}

/** Runs a read on the state before the writes that aren't visible yet. The store itself doesn't change. */
function runAsItWas(
  operation: Operation,
  call: Call,
  { history, lagMs }: { readonly history: WriteHistory; readonly lagMs: number },
): Done {
  const { store, now } = call;
  const workspace = call.workspace.appKey;
  const lagging = history.lagging({ workspace, now, lagMs }, (id) => store.campaigns.document(workspace, id));
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
function runNoting(operation: Operation, call: Call, history: WriteHistory): Done {
  const before = documentsOf(call, call.identifier);
  const done = operation.run(call);
  if (operation.kind === 'read') return done;
  const id = typeof done.data.id === 'string' ? done.data.id : call.identifier;
  const writes = [...documentsOf(call, id).values()].flatMap((after): Write[] => {
    const old = before.get(after.id) ?? null;
    return JSON.stringify(old) === JSON.stringify(after)
      ? []
      : [{ workspace: call.workspace.appKey, at: call.now, before: old, after }];
  });
  history.add(writes);
  return done;
}

function documentsOf({ store, workspace }: Call, identifier: string) {
  const versions = identifier === '' ? [] : store.campaigns.versions(workspace.appKey, identifier);
  return new Map(versions.map((record) => [record.id, record]));
}
