import type { CampaignStatus, ComponentName } from './campaign.ts';
import type { JsonValue } from './json.ts';
import type { Severity } from './diagnostic.ts';
import type { FilesKnown, Remedy, StatusMove } from './drift.ts';
import type { HeldReason } from './held.ts';
import type { Cause, OfflineBaseline, PlanSummary, Request, Step, Transition, Verdict } from './plan.ts';
import type { RunOutcome, Refusal } from './result.ts';

// The documents that the library returns; commands print the same with --json. The other formats of commands are in
// src/render/documents. A change to a format increases the number in its name.

/** One difference of a component: an operation of RFC 6902 with the old value. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  /** A JSON Pointer relative to the component. */
  readonly path: string;
  readonly value?: JsonValue;
  readonly was?: JsonValue;
}

/** `campaigns plan --json`: schemas/plan.schema.json. */
export interface PlanDocument {
  readonly format: 'campaign-plan/1';
  readonly workspace: string;
  readonly commit: string | null;
  readonly fingerprint: string;
  readonly summary: PlanSummary;
  readonly campaigns: readonly PlanDocumentCampaign[];
  readonly schedule: {
    readonly creations: number;
    readonly now: number;
    readonly deferred: number;
    readonly complete_at: string | null;
  };
  readonly changed_since?: {
    readonly ref: string;
    readonly merge_base: string;
    readonly not_looked_at: number;
  };
  readonly offline?: OfflineBaseline;
}

export interface PlanDocumentCampaign {
  readonly key: string;
  readonly file: string | null;
  readonly campaign_id: string | null;
  readonly live_status: CampaignStatus | null;
  readonly verdict: Verdict;
  readonly change_id: string | null;
  readonly steps: readonly { readonly step: string; readonly target: string; readonly base: string | null }[];
  readonly components: readonly {
    readonly name: ComponentName;
    readonly cause: Cause;
    readonly operations: readonly Operation[];
  }[];
  readonly transition: Transition | null;
  readonly held: readonly {
    readonly reason: HeldReason;
    readonly components: readonly string[];
    readonly message: string;
    readonly until: string | null;
  }[];
  readonly requests: readonly Request[];
  readonly not_verifiable?: readonly string[];
}

/** `campaigns apply --json`: schemas/result.schema.json. */
export interface ResultDocument {
  readonly format: 'campaign-result/1';
  readonly workspace: string;
  readonly outcome: RunOutcome;
  readonly reason?: Refusal;
  readonly applied: readonly {
    readonly key: string;
    readonly change: Step['kind'];
    readonly campaign_id: string;
    readonly components: readonly string[];
    readonly response_id: string | null;
  }[];
  readonly deferred: readonly { readonly key: string; readonly resume_at: string }[];
  readonly stale: readonly { readonly key: string; readonly message: string }[];
  readonly unconfirmed: readonly {
    readonly key: string;
    readonly component: string;
    readonly paths: readonly string[];
  }[];
  readonly held: readonly {
    readonly key: string;
    readonly reason: HeldReason;
    readonly message: string;
  }[];
  readonly failed: readonly {
    readonly key: string;
    readonly code: string;
    readonly message: string;
    readonly response_id: string | null;
  }[];
  readonly resume_at: string | null;
}

/** `campaigns drift --json`: schemas/drift.schema.json. */
export interface DriftDocument {
  readonly format: 'campaign-drift/1';
  readonly workspace: string;
  readonly commit: string | null;
  readonly drifted: readonly {
    readonly key: string;
    readonly file: string | null;
    readonly campaign_id: string;
    readonly dashboard_url?: string;
    readonly live_status: CampaignStatus | null;
    readonly missing: boolean;
    readonly status: StatusMove | null;
    readonly updated_by: string | null;
    readonly updated_at: string | null;
    readonly unchanged_at: string | null;
    readonly components: readonly { readonly name: string; readonly operations: readonly Operation[] }[];
    readonly remedy: Remedy['kind'];
    readonly held: readonly { readonly reason: HeldReason; readonly message: string }[];
  }[];
  readonly unknown: readonly {
    readonly key: string;
    readonly file: string | null;
    readonly campaign_id: string;
    readonly message: string;
  }[];
  readonly unrecorded?: readonly string[];
  readonly orphaned: readonly string[];
  readonly unreviewed: readonly string[];
  readonly checked: number;
  readonly files: FilesKnown;
}

/** `campaigns validate --json`. */
export interface DiagnosticsDocument {
  readonly format: 'campaign-diagnostics/1';
  readonly diagnostics: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly hint: string;
  }[];
}

/** What `fmt` found and, unless it only checked, changed; paths begin at the top of the work tree. */
export interface FmtResult {
  readonly kind: 'written' | 'checked';
  /** The files that were not formatted, in order. */
  readonly changed: readonly string[];
  /** How many could not be formatted, and were left unchanged; out of how many. */
  readonly refused: number;
  readonly total: number;
}
