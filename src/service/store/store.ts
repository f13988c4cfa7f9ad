import type { CampaignRecord, DraftChannel } from '../campaign/campaign-record.ts';

/** An answer that is given again to the same `Idempotency-Key`. Open point W23. */
export interface KeptAnswer {
  /** Digest of method, path and body of the request it was the answer to. */
  readonly digest: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** When it was given first, in milliseconds since 1970. */
  readonly at: number;
}

/** The last successful creation under a `request_id`. Open point W24. */
export interface RequestIdUse {
  readonly channel: DraftChannel;
  readonly at: number;
}

/**
 * What the service remembers, per workspace. Synchronous on purpose: between a check and the write that rests on it
 * no other request can come.
 */
export interface Store {
  /** Adds a document, or replaces the one with the same `id`. */
  put(workspace: string, record: CampaignRecord): void;
  /** The live document under an `id` or a `campaign_id`: of several versions the newest (open point S7). */
  find(workspace: string, identifier: string): CampaignRecord | null;
  list(workspace: string): readonly CampaignRecord[];
  keepAnswer(workspace: string, key: string, answer: KeptAnswer): void;
  keptAnswer(workspace: string, key: string): KeptAnswer | null;
  useRequestId(workspace: string, requestId: string, use: RequestIdUse): void;
  requestIdUse(workspace: string, requestId: string): RequestIdUse | null;
  /** Forgets what was kept or used up to an instant, of all workspaces. */
  forgetBefore(instant: number): void;
  clear(): void;
}
