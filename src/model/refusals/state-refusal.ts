import type { CampaignKey } from '../campaign.ts';

/** Why a state branch can't be used; `branch` is its name. */
export type StateProblem =
  /** Two histories of which no single one can be made: no common commit, or one campaign is bound twice. */
  | { readonly code: 'state-diverged'; readonly branch: string }
  /** `said` is null where origin lists the branch and does not hand over its commits. */
  | { readonly code: 'state-unreachable'; readonly branch: string; readonly said: string | null }
  | {
      readonly code: 'state-unreadable';
      readonly branch: string;
      readonly path: string;
      readonly detail: string;
    }
  /** git has the commit, and not its files. */
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

/** Where campaigns live, as far as a person needs it to tell two targets apart. */
interface RecordedTarget {
  readonly host: string;
  readonly appKey: string;
}

/** Why something could not be recorded on the state branch. */
export type RecordFailure =
  | { readonly code: 'state-moved'; readonly branch: string }
  /** It is in this clone, and origin did not take it. */
  | {
      readonly code: 'state-not-pushed';
      readonly branch: string;
      readonly said: string;
      /** Refs at origin that git can't tell from the branch. */
      readonly confusedWith: readonly string[];
    }
  /** It is nowhere. */
  | { readonly code: 'state-not-written'; readonly branch: string; readonly said: string }
  | { readonly code: 'campaign-busy'; readonly key: CampaignKey }
  /** Another run recorded other outcomes first; ours are kept at `ref` in this clone. */
  | { readonly code: 'recorded-otherwise'; readonly keys: readonly CampaignKey[]; readonly ref: string };

/** What an earlier run recorded could not be pushed before this one. */
export interface PendingRefusal {
  readonly code: 'pending-not-pushed';
  readonly failure: RecordFailure;
}

/** Who has the lease; times are epoch milliseconds. */
export interface LeaseHolder {
  readonly run: string;
  /** The page of the workflow's run, or a user; null where the record names neither. */
  readonly by: string | null;
  readonly since: number;
  readonly until: number;
}

/** What happened to a lease beside the work that it is for. */
export type LeaseNotice =
  | { readonly kind: 'taken-over'; readonly holder: LeaseHolder; readonly isDead: boolean }
  /** It ends by itself. */
  | { readonly kind: 'not-freed'; readonly said: string };

/** Why a run may not apply now. */
export type LeaseRefusal =
  | { readonly code: 'lease-held'; readonly workspace: string; readonly holder: LeaseHolder }
  /** Its term ends further ahead than any lease lasts. */
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
  /** Its run renewed it right before it was to be freed. */
  | { readonly code: 'lease-alive'; readonly workspace: string };
