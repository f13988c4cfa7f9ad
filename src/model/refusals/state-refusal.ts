import type { CampaignId, CampaignKey } from '../campaign.ts';

/** Why a state branch can't be used. `branch` is its name. */
export type StateProblem =
  /** Two histories that can't be combined: they have no common commit, or one campaign would be bound twice. */
  | { readonly code: 'state-diverged'; readonly branch: string }
  /** `said` is `null` if origin lists the branch but doesn't serve its commits. */
  | { readonly code: 'state-unreachable'; readonly branch: string; readonly said: string | null }
  | {
      readonly code: 'state-unreadable';
      readonly branch: string;
      readonly path: string;
      readonly fault: StateFileFault;
    }
  /** git has the commit but not its files. */
  | { readonly code: 'state-without-files'; readonly branch: string }
  | { readonly code: 'state-without-target'; readonly branch: string }
  | { readonly code: 'state-newer'; readonly branch: string; readonly path: string; readonly format: string }
  | {
      readonly code: 'state-other-target';
      readonly branch: string;
      readonly workspace: string;
      readonly recorded: RecordedTarget;
      readonly now: RecordedTarget;
    }
  | {
      readonly code: 'state-other-folder';
      readonly branch: string;
      readonly workspace: string;
      readonly recorded: string;
      readonly now: string;
    };

/** Why a file of a state branch can't be used. `said` is what the parser or the schema's validator said. */
export type StateFileFault =
  | { readonly code: 'not-json'; readonly said: string }
  /** `expected`: the format that a file at this path has. */
  | { readonly code: 'other-format'; readonly expected: string }
  /** `at`: a JSON Pointer. */
  | { readonly code: 'other-shape'; readonly at: string; readonly said: string | undefined }
  /** A binding whose key is not that of its path. */
  | { readonly code: 'other-key'; readonly key: string }
  /** Another binding has the same campaign. */
  | { readonly code: 'bound-twice'; readonly campaignId: CampaignId };

/** The target of a workspace, as far as people need it to distinguish two targets. */
interface RecordedTarget {
  readonly host: string;
  readonly appKey: string;
}

/** Why something could not be recorded on the state branch. */
export type RecordFailure =
  | { readonly code: 'state-moved'; readonly branch: string }
  /** It is in this clone, but origin did not accept it. */
  | {
      readonly code: 'state-not-pushed';
      readonly branch: string;
      readonly said: string;
      /** Refs at origin that git can't distinguish from the branch. */
      readonly confusedWith: readonly string[];
    }
  /** It is recorded nowhere. */
  | { readonly code: 'state-not-written'; readonly branch: string; readonly said: string }
  | { readonly code: 'campaign-busy'; readonly key: CampaignKey }
  /** Another run recorded different outcomes first. Ours are kept at `ref` in this clone. */
  | { readonly code: 'recorded-otherwise'; readonly keys: readonly CampaignKey[]; readonly ref: string };

/** What an earlier run recorded could not be pushed before this run. */
export interface PendingRefusal {
  readonly code: 'pending-not-pushed';
  readonly failure: RecordFailure;
}

/** The holder of the lease. Times are epoch milliseconds. */
export interface LeaseHolder {
  readonly run: string;
  /** The address of the workflow run, or a user; `null` if the record names neither. */
  readonly by: string | null;
  readonly since: number;
  readonly until: number;
}

/** An event of a lease that doesn't affect the work that it protects. */
export type LeaseNotice =
  | { readonly kind: 'taken-over'; readonly holder: LeaseHolder; readonly isDead: boolean }
  /** The lease will expire by itself. */
  | { readonly kind: 'not-freed'; readonly said: string };

/** Why a run may not apply now. */
export type LeaseRefusal =
  | { readonly code: 'lease-held'; readonly workspace: string; readonly holder: LeaseHolder }
  /** Its expiry is later than that of any valid lease. */
  | { readonly code: 'lease-from-the-future'; readonly workspace: string; readonly holder: LeaseHolder }
  | { readonly code: 'lease-of-newer-version'; readonly workspace: string }
  | { readonly code: 'lease-lost'; readonly workspace: string }
  | {
      readonly code: 'lease-unreachable';
      readonly workspace: string;
      readonly attempt: 'take' | 'renew' | 'read';
      readonly said: string;
      readonly confusedWith: readonly string[];
    }
  | { readonly code: 'lease-not-freed'; readonly workspace: string; readonly said: string }
  /** Its run renewed it right before it was to be released. */
  | { readonly code: 'lease-alive'; readonly workspace: string };
