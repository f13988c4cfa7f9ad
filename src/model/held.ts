import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  ComponentName,
  FilePlace,
  Live,
  ReferredText,
  UsedVariable,
} from './campaign.ts';
import type { AnswerProblem } from './answer-problem.ts';
import type { NotReviewed } from './decision.ts';
import type { LastEdit } from './last-edit.ts';
import type { BlackoutCause, ExpiredCause, PublishOffCause, StartPastCause } from './publish-cause.ts';
import type { ReplaceAdvice } from './replace-advice.ts';
import type { Action } from './transitions.ts';
import type { Consent } from './workspace.ts';

/**
 * The reasons in plan documents. Their formats have `quota`, but nothing is blocked for it: creations that have to wait are
 * deferred instead.
 */
export type HeldReason =
  | 'locked'
  | 'conflict'
  | 'drift'
  | 'type-changed'
  | 'needs-publish'
  | 'transition-not-possible'
  | 'in-flight'
  | 'not-reviewed'
  | 'unreadable'
  | 'missing'
  | 'renamed'
  | 'guard'
  | 'quota'
  | 'ambiguous'
  | 'read-only';

/**
 * Why a change is wanted but not possible now, as a code with parameters. `messages/held-messages.ts` puts it into
 * words.
 */
export interface Held {
  readonly reason: HeldReason;
  readonly components: readonly ComponentName[];
  readonly cause: HeldCause;
  /** An instant in UTC, if waiting is enough. */
  readonly until: string | null;
  /** What permits it. Omitted if nothing does. */
  readonly consent?: Consent;
}

/** Live values that no pull can write, because the campaign's file has only a reference in their place. */
export interface Unpulled {
  /** A pull leaves these out as a whole. */
  readonly components: readonly ComponentName[];
  /** Whether those are all that a pull would write. */
  readonly isAll: boolean;
  /** Whether these components also changed in values that the file itself has. */
  readonly hasOwn?: true;
  /** Where the values are, each once. */
  readonly sources: readonly (UsedVariable | ReferredText)[];
}

/** A component, with its field if only that is locked. */
export interface Lock {
  readonly component: ComponentName;
  readonly field?: string;
}

export interface LockedCause {
  readonly code: 'locked';
  readonly locks: readonly Lock[];
  readonly status: CampaignStatus;
  /** The service's word for a status that is none of the eight; `status` is ARCHIVED then (open point S12). */
  readonly statusAs?: string;
  /** Whether the lock is an assumption, because the specification leaves it open (open points S3 and S4). */
  readonly isAssumed: boolean;
  /** Which side changed: the file, live, both, or unknown. `unrecorded` if live was never recorded. */
  readonly by: 'file' | 'live' | 'both' | 'unknown' | 'unrecorded';
  /** Locked fields that live has and the file leaves out, so that the update would clear them. */
  readonly cleared: readonly {
    readonly component: ComponentName;
    readonly field: string;
    readonly value: string;
  }[];
  readonly advice: ReplaceAdvice;
  /** Omitted if a pull can write all live values. */
  readonly unpulled?: Unpulled;
}

/** A live campaign that may belong to another file. */
export interface SameNameCandidate {
  readonly id: CampaignId;
  readonly status: CampaignStatus;
}

/** Why a change is blocked: each code has the parameters of its sentence. */
export type HeldCause =
  | LockedCause
  | {
      readonly code: 'conflict';
      readonly key: CampaignKey;
      readonly edit?: LastEdit;
      readonly unpulled?: Unpulled;
    }
  /** `gone`: the components that live no longer has. */
  | {
      readonly code: 'drift';
      readonly gone: readonly ComponentName[];
      readonly edit?: LastEdit;
      readonly unpulled?: Unpulled;
    }
  | { readonly code: 'status-drift'; readonly action: Action }
  | {
      readonly code: 'type-changed';
      readonly file: { readonly channel: string; readonly type: string };
      readonly live: { readonly channel: string; readonly type: string; readonly isSending: boolean };
    }
  | { readonly code: 'read-only'; readonly why: NonNullable<Live['readOnly']>; readonly key: CampaignKey }
  | {
      readonly code: 'missing';
      readonly campaignId: CampaignId;
      readonly key: CampaignKey;
      readonly hasFile: boolean;
      /** Whether the service runs on this machine, where it may have been started without its data. */
      readonly isLocal?: true;
    }
  | { readonly code: 'unreadable'; readonly problem: AnswerProblem; readonly isMalformed: boolean }
  | { readonly code: 'not-asked' }
  | { readonly code: 'name-not-searched' }
  | { readonly code: 'nothing-recorded' }
  | { readonly code: 'intent-open'; readonly run: string; readonly kind: 'create' | 'update' | 'transition' }
  | {
      readonly code: 'renamed';
      readonly orphan: CampaignKey;
      readonly key: CampaignKey;
      readonly file: string;
      /** What both have: the content, or only the name, channel and type. */
      readonly same: 'content' | 'identity';
      /** Whether it may be created with the consent `same-name`. A file that equals the orphan, including its name, stays blocked. */
      readonly isAllowable: boolean;
      /** Where the file sets its own key. Omitted if it doesn't. */
      readonly place?: FilePlace;
      /** The status of the orphan, if it never sends again. */
      readonly ended?: CampaignStatus;
    }
  /** The file has the name, channel and type that another campaign had at its last apply. */
  | {
      readonly code: 'identity-moved';
      readonly other: CampaignKey;
      readonly file: string;
      readonly place?: FilePlace;
    }
  /** Another file has the name, channel and type that this campaign had at its last apply. `place` is in that file. */
  | {
      readonly code: 'identity-taken';
      readonly key: CampaignKey;
      readonly by: string;
      readonly place?: FilePlace;
    }
  | { readonly code: 'same-name'; readonly key: CampaignKey; readonly found: readonly SameNameCandidate[] }
  /**
   * Most campaigns in a workspace without any record have this problem, so the record was probably lost. `hasOrigin`:
   * whether the repository has a remote on which the record would be.
   */
  | { readonly code: 'no-record'; readonly hasOrigin: boolean }
  /** It would be created and published, but the record seems to be lost, so it may exist under another name. */
  | { readonly code: 'maybe-live'; readonly hasOrigin: boolean }
  /**
   * An earlier creation without an answer, and campaigns that could be its result. `isAlike`: it has the content that
   * was sent.
   */
  | {
      readonly code: 'creation-unclear';
      readonly run: string;
      readonly key: CampaignKey;
      readonly found: readonly SameNameCandidate[];
      readonly isAlike: boolean;
    }
  /** The service says that the campaign was created, but shows no such campaign (open point W24). */
  | { readonly code: 'creation-taken'; readonly key: CampaignKey }
  /** Sent without an answer, and no longer wanted. */
  | { readonly code: 'creation-unwanted'; readonly why: UnwantedCreation }
  | { readonly code: 'creation-edited'; readonly run: string; readonly key: CampaignKey }
  /** Another campaign with the same name is being created. */
  | { readonly code: 'creation-pending'; readonly of: CampaignKey }
  | { readonly code: 'guard'; readonly touched: number; readonly live: number; readonly share: number }
  | PublishOffCause
  /** `missing`: what publishing requires, in words. */
  | { readonly code: 'not-ready'; readonly file: string; readonly missing: readonly string[] }
  | StartPastCause
  | ExpiredCause
  | BlackoutCause
  /** A start that follows the pause or the stop of other campaigns, of which these still send. */
  | { readonly code: 'others-still-send'; readonly action: Action; readonly as: readonly CampaignKey[] }
  /** `isLocked`: it is locked, so that only undoing it lets the campaign go on. */
  | { readonly code: 'waits-for-edits'; readonly action: Action; readonly isLocked?: true }
  | { readonly code: 'waits-for-confirmation'; readonly action: Action }
  /** An earlier run sent it, the service accepted it, and live doesn't show it. */
  | { readonly code: 'transition-pending'; readonly action: Action }
  | { readonly code: 'drafts-only'; readonly advice: ReplaceAdvice }
  /** `said`: the service's own sentence. */
  | {
      readonly code: 'edit-refused';
      readonly status: CampaignStatus | null;
      readonly said: string;
      /** Omitted right after the refusal, because the next plan knows more. */
      readonly advice?: ReplaceAdvice;
    }
  | { readonly code: 'unknown-status'; readonly status: string }
  | {
      readonly code: 'transition-not-possible';
      readonly wanted: 'ACTIVE' | 'PAUSED' | 'STOPPED' | 'DRAFT';
      readonly from: CampaignStatus;
      /** The service's word for `from`. */
      readonly word: string;
      readonly type: string;
      /** It doesn't exist yet, and is created as a draft. */
      readonly isNew?: true;
      /** Its file is for several workspaces. */
      readonly isShared?: true;
    }
  | { readonly code: 'not-reviewed'; readonly why: NotReviewed };

export type UnwantedCreation =
  | { readonly kind: 'file-gone' }
  | { readonly kind: 'other-type'; readonly now: string; readonly before: string };

interface More {
  readonly components?: readonly ComponentName[];
  /** An instant in UTC. */
  readonly until?: string;
  readonly consent?: Consent;
}

/** A change that is wanted but not possible now. */
export function heldBy(
  reason: HeldReason,
  cause: HeldCause,
  { components = [], until, consent }: More = {},
): Held {
  return { reason, components, cause, until: until ?? null, ...(consent && { consent }) };
}
