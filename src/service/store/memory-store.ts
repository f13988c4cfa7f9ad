import type { CampaignRecord } from '../campaign/campaign-record.ts';
import type { KeptAnswer, RequestIdUse, Store } from './store.ts';

/** All that is remembered of one workspace. */
interface Memory {
  readonly byId: Map<string, CampaignRecord>;
  /** The ids of a campaign's documents, one per version. */
  readonly versions: Map<string, Set<string>>;
  readonly answers: Map<string, KeptAnswer>;
  readonly requestIds: Map<string, RequestIdUse>;
}

/** A store that lasts as long as the process. */
export function memoryStore(): Store {
  const memories = new Map<string, Memory>();
  const of = (workspace: string): Memory => {
    const known = memories.get(workspace);
    if (known) return known;
    const fresh: Memory = { byId: new Map(), versions: new Map(), answers: new Map(), requestIds: new Map() };
    memories.set(workspace, fresh);
    return fresh;
  };
  return {
    put: (workspace, record) => {
      put(of(workspace), record);
    },
    find: (workspace, identifier) => find(of(workspace), identifier),
    list: (workspace) => [...of(workspace).byId.values()],
    keepAnswer: (workspace, key, answer) => {
      append(of(workspace).answers, key, answer);
    },
    keptAnswer: (workspace, key) => of(workspace).answers.get(key) ?? null,
    useRequestId: (workspace, requestId, use) => {
      append(of(workspace).requestIds, requestId, use);
    },
    requestIdUse: (workspace, requestId) => of(workspace).requestIds.get(requestId) ?? null,
    forgetBefore: (instant) => {
      for (const memory of memories.values()) {
        forgetBefore(memory.answers, instant);
        forgetBefore(memory.requestIds, instant);
      }
    },
    clear: () => {
      memories.clear();
    },
  };
}

function put(memory: Memory, record: CampaignRecord): void {
  const before = memory.byId.get(record.id);
  if (before) memory.versions.get(before.campaign_id)?.delete(record.id);
  memory.byId.set(record.id, record);
  const versions = memory.versions.get(record.campaign_id) ?? new Set();
  memory.versions.set(record.campaign_id, versions.add(record.id));
}

function find(memory: Memory, identifier: string): CampaignRecord | null {
  const versions = [...(memory.versions.get(identifier) ?? [])].flatMap((id) => memory.byId.get(id) ?? []);
  const newest = versions.sort((a, b) => versionOf(b) - versionOf(a))[0];
  return newest ?? memory.byId.get(identifier) ?? null;
}

function versionOf(record: CampaignRecord): number {
  return typeof record.version_number === 'number' ? record.version_number : 1;
}

/** Puts an entry to the end, also one that was there before. */
function append<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key);
  entries.set(key, entry);
}

/** Entries stand in the order in which they came, except after the clock was moved back; then some stay longer. */
function forgetBefore(entries: Map<string, { readonly at: number }>, instant: number): void {
  for (const [key, { at }] of entries) {
    if (at > instant) return;
    entries.delete(key);
  }
}
