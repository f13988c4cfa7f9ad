import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  ComponentName,
  DesiredStatus,
  Live,
  LastEdit,
} from './campaign.ts';
import type { AnswerProblem } from './live-answer.ts';
import type { NotReviewed } from './approval.ts';
import { byCodeUnit } from './json.ts';
import type { None, OneOf } from './one-of.ts';
import type { DaySpan } from './schedule.ts';
import type { Action } from './transitions.ts';
import type { Consent } from './workspace.ts';

/** The reasons in plan documents. Their formats have `quota`, but creations that have to wait are deferred instead. */
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

/** Why a change is wanted but not possible now. `messages/catalog/held.ts` puts it into words. */
export interface Held {
  readonly reason: HeldReason;
  readonly components: readonly ComponentName[];
  readonly cause: HeldCause;
  /** An instant in UTC, if waiting is enough. */
  readonly until: string | null;
  /** What permits it. Omitted if nothing does. */
  readonly consent?: Consent;
}

/** A component, with its field if only that is locked. */
export interface Lock {
  readonly component: ComponentName;
  readonly field?: string;
}

export interface LockedParams {
  readonly locks: readonly Lock[];
  readonly status: CampaignStatus;
  readonly statusAs?: string;
  /** Which side changed; unknown without a record. */
  readonly by: 'file' | 'live' | 'both' | 'unknown';
  readonly advice: ReplaceAdvice;
}

/** What the advice to replace a locked campaign by a copy with the edit depends on. */
export interface ReplaceAdvice {
  readonly key: CampaignKey;
  readonly type: string;
  /** The live status. */
  readonly status: CampaignStatus;
}

export type SameNameCandidate = Pick<Live, 'id' | 'status'>;

export function liveCandidates(found: readonly Live[]): SameNameCandidate[] {
  return found.map(({ id, status }) => ({ id, status })).sort((a, b) => byCodeUnit(a.id, b.id));
}

/** Why a change is blocked, as a code with parameters. `messages/catalog/held.ts` has one row for each. */
export interface HeldParams {
  locked: LockedParams;
  conflict: { key: CampaignKey; edit?: LastEdit };
  drift: { edit?: LastEdit };
  'status-drift': { action: Action };
  /** Channel and delivery type: `EMAIL PERIODIC`. */
  'type-changed': { file: string; live: string };
  'read-only': { why: NonNullable<Live['readOnly']>; key: CampaignKey };
  missing: { campaignId: CampaignId; key: CampaignKey };
  unreadable: { problem: AnswerProblem };
  /** The run didn't read the campaign, didn't search for its name, or has no recorded values to compare with. */
  'not-compared': { why: 'not-asked' | 'not-searched' | 'not-recorded' };
  /** An earlier run, or this one, sent something whose result isn't known yet. */
  unresolved: OneOf<UnresolvedParams, 'what'>;
  /** An earlier creation without an answer, and live campaigns that could be its result. */
  'creation-unclear': { run: string; key: CampaignKey; found: readonly SameNameCandidate[] };
  /** `isAllowable`: with the consent `same-name`. A file that equals the orphan, including its name, stays blocked. */
  renamed: { orphan: CampaignKey; key: CampaignKey; file: string; isAllowable: boolean };
  /** A file has the name, channel and type that the campaign `key` had at its last apply. */
  'identity-moved': { key: CampaignKey; file: string };
  'same-name': { key: CampaignKey; found: readonly SameNameCandidate[] };
  /** The record was probably lost. `isTaken`: live campaigns have these names; otherwise it may be live under another. */
  'no-record': { isTaken: boolean };
  guard:
    | { touched: number; live: number; share: number }
    /** It newly reaches so many people; `unknown`: the campaigns for which that isn't known. */
    | { people: number; atMost: number; unknown: readonly CampaignKey[] };
  /** An apply publishes nothing in this workspace. */
  'publish-off': None;
  /** With versions: a draft above the live one, which may have edits from the file (open point S7). */
  'draft-above': { version: number };
  /** `missing`: what publishing requires, in words. */
  'not-ready': { file: string; missing: readonly string[] };
  /** What would be sent starts in the past, now or when quota allows its creation (`createdAt`, UTC). */
  'start-past': { start: string; zone: string | undefined; createdAt?: string };
  /** What would be published has expired, so that it would never be sent. */
  expired: { expiry: string; zone: string | undefined; createdAt?: string };
  /** It would be sent on a day on which the team sends nothing. `UPDATE`: only its schedule would change. `days`: all of them. */
  blackout: { action: Action | 'UPDATE'; day: string; days: readonly DaySpan[]; key: CampaignKey };
  /** A start waits: for the end of other campaigns (`as`), for blocked edits, or until the service shows what was sent. */
  'start-waits': { action: Action; why: 'others' | 'edits' | 'confirmation'; as?: readonly CampaignKey[] };
  'drafts-only': { advice: ReplaceAdvice };
  /** `said`: the service's own sentence. `advice`: omitted right after the refusal, because the next plan knows more. */
  'edit-refused': { status: CampaignStatus | null; said: string; advice?: ReplaceAdvice };
  'unknown-status': { status: string };
  /** `word`: the service's word for `from`. */
  'transition-not-possible': { wanted: DesiredStatus; from: CampaignStatus; word: string; type: string };
  'not-reviewed': { why: NotReviewed };
}

export type HeldCause = OneOf<HeldParams>;

/** What an earlier run left open. */
export interface UnresolvedParams {
  request: { run: string };
  /** Another campaign with the same name is being created. */
  'same-name': { of: CampaignKey };
  /** The service accepted it, and live doesn't show it. */
  status: { action: Action };
  /** Sent without an answer, and no longer wanted. */
  unwanted: None;
}

/** A draft above the live version that may have more than what was sent. */
export function draftAbove(version: number): Held {
  return heldBy('needs-publish', { code: 'draft-above', version });
}

export type UnwantedCreation =
  | { readonly kind: 'file-gone' }
  | { readonly kind: 'other-type'; readonly now: string; readonly before: string };

export function heldBy(
  reason: HeldReason,
  cause: HeldCause,
  { components = [], until = null, consent }: Partial<Pick<Held, 'components' | 'until' | 'consent'>> = {},
): Held {
  return { reason, components, cause, until, ...(consent && { consent }) };
}
