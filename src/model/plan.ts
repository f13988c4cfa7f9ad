import {
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type ComponentName,
  type Components,
  type Desired,
  type Live,
  isPast,
  type LastEdit,
} from './campaign.ts';
import type { NotReviewed } from './approval.ts';
import type { Stale } from './failure.ts';
import type { Held, HeldParams } from './held.ts';
import type { JsonObject } from './json.ts';
import type { None, OneOf } from './one-of.ts';
import type { People } from './people.ts';
import type { Day } from './schedule.ts';
import type { Binding } from './state.ts';
import type { Action, StatusMove, StepName } from './transitions.ts';

export type Verdict = 'create' | 'update' | 'transition' | 'in-sync' | 'held' | 'orphaned' | 'unknown';

/** Why a component differs: file, live or both changed, nothing is recorded, or the file has it no more. */
export type Cause = 'edited' | 'drifted' | 'conflict' | 'adopted' | 'released';

/** A component that differs. Values are in the canonical form in which they were compared; requests spell as files do. */
export interface ComponentChange {
  readonly name: ComponentName;
  readonly cause: Cause;
  /** The live value, without what the service added by itself; `undefined` if live has no such component. */
  readonly before: JsonObject | undefined;
  /** The value that the file wants. For a released component, what remains in live. */
  readonly after: JsonObject | undefined;
  /** What was last sent successfully: the third side of a conflict. `undefined` if nothing is recorded. */
  readonly applied: JsonObject | undefined;
}

export interface Transition extends StatusMove {
  readonly action: Action;
}

/** A change of the live status since the last record that no run of ours made. The edit may have nulls. */
export type StatusChange = StatusMove & LastEdit & { readonly isByItself?: true };

/** Exactly what is sent. An identifier that isn't known yet is `{campaign_id}`. */
export interface Request {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: JsonObject;
}

/** One request of a change. Steps are in the order in which they are sent. */
export type Step =
  | {
      readonly kind: 'create';
      readonly request: Request;
      readonly components: Components;
      /** Unbound campaigns with its name, channel and type, if creating another one is allowed. */
      readonly sameNameCandidates: readonly CampaignId[];
    }
  | { readonly kind: 'update'; readonly request: Request; readonly components: Components }
  | { readonly kind: 'transition'; readonly request: Request; readonly transition: Transition };

/** A step as a review approves it: its name, and 32 hex digits each for what it will do and what it was planned on. */
export interface StepDigest {
  readonly name: StepName;
  readonly target: string;
  /** `null` if it depends on nothing: a creation, or a start of a campaign that the same change creates. */
  readonly base: string | null;
}

/**
 * What a note says about some leaves of a component. `unconfirmed`: live doesn't show them as they were sent. `kept-as`: the
 * service stores them in its own spelling. `changes-by-itself`: no file ever had them, and they change by themselves.
 * `new-default`: the service started to add them with an empty value (open point W32). These three are recorded now.
 * `not-verifiable`: live can't show them, so it is unknown whether they equal the file (open point W5).
 */
type AboutLeaves =
  'live-also-has' | 'unconfirmed' | 'kept-as' | 'changes-by-itself' | 'new-default' | 'not-verifiable';
type SomeLeaves = Record<AboutLeaves, { component: ComponentName; paths: readonly string[] }>;

/** Offline it is unknown whether it still sends. `status-removed`: its file requested ACTIVE, and has no status now. */
type AboutSending = 'still-sending' | 'sending-when-last-seen' | 'status-removed';
/** `emergencyStop`: what its file could say to stop it; `undefined` if the API can't do that. */
type StillLive = { status: CampaignStatus; emergencyStop: 'PAUSED' | 'STOPPED' | undefined };

/** A day on which a segment gets more scheduled sends than the team allows. */
export interface Crowded {
  readonly day: Day;
  readonly segment: string;
  readonly count: number;
  readonly atMost: number;
}

/** Worth mentioning, without an effect on what is done or blocked. */
export interface NoteParams extends SomeLeaves, Record<AboutSending, StillLive> {
  /** Its file paused it and no longer has a status, so nothing resumes it. */
  'still-paused': None;
  /** The live status was changed by hand: `status-moved` if its file requests none, so that it stays. */
  'moved-by-hand': StatusMove & { edit?: LastEdit };
  'status-moved': StatusMove & { edit?: LastEdit };
  /** Offline, live may already equal the file. */
  'not-recorded': { components: readonly ComponentName[] };
  /** A stop drops their edits. */
  'stop-drops': { components: readonly ComponentName[] };
  /** More sends to a segment on a day than the team's rule `sends_per_day` allows, because of this change. */
  'crowded-day': Crowded;
  /** An unbound file has exactly the content that this campaign's file had. */
  'moved-to': { file: string };
  /** A draft whose start, in `zone`, is in the past, so that it can't be published. */
  'start-past': { start: string; zone: string };
  /** It is live, and an edit moves its start to less than an hour from now. `isLocal`: by the clock of each user. */
  'starts-soon': { start: string; zone: string; isLocal?: true };
  /** New, with the name, channel and type of managed campaigns. The file may be a copy. */
  'same-name': { as: readonly CampaignKey[] };
  /** Its file began to ask for a stop after it was sent. */
  'too-late-to-stop': None;
  /** The service's status is none of the eight. It is treated as final (open point S12). */
  'unknown-status': { status: string };
  /** A draft that somebody reviewed and rejected in the service, and why. */
  rejected: { comment: string };
  /** A draft that the plan publishes as it is saved, and what the service says against that. */
  'publish-refused': { said: readonly string[] };
  /**
   * An earlier run sent this, and its outcome is unknown. The next apply reads the campaign again first. `stop`: the emergency
   * stop that is sent although live doesn't show the start that was sent.
   */
  'settled-first': { run: string; stop?: Action };
}

export type Note = OneOf<NoteParams, 'kind'>;

/** What live must still be when the change is sent. Components are as the service spelled them. */
export interface Base {
  readonly status: CampaignStatus | undefined;
  readonly components: Components;
}

export interface PlannedCampaign {
  readonly key: CampaignKey;
  readonly file: string | null;
  readonly campaignId: CampaignId | null;
  readonly liveStatus: CampaignStatus | null;
  /** Its address in the service's dashboard. Omitted without a campaign ID or a configured dashboard. */
  readonly dashboard?: string;
  /** How many people it reaches; undefined if nothing of it is sent, or if the service wasn't asked. */
  readonly people?: People;
  readonly verdict: Verdict;
  /** 16 hex digits that identify the change and what it was planned on; `null` if there is no change. */
  readonly changeId: string | null;
  readonly components: readonly ComponentChange[];
  readonly transition: Transition | null;
  /** Its start is sent only once these campaigns are paused or stopped. Omitted if there are none. */
  readonly startsAfter?: readonly CampaignKey[];
  readonly held: readonly Held[];
  readonly steps: readonly Step[];
  /** The steps as a review approves them. Empty for an offline plan. */
  readonly digests: readonly StepDigest[];
  readonly notes: readonly Note[];
  readonly base: Base;
  readonly desired: Desired | undefined;
  readonly live: Live | undefined;
  /** The record that this campaign should have even if nothing is sent; `undefined` if it already has it. */
  readonly record: Binding | undefined;
  /** When it sends next if the plan is applied: an instant in UTC, or `at-once`. Undefined if that is never or unknown. */
  readonly nextSend?: string | undefined;
  /** The change of the live status that belongs into the audit trail, whatever else is planned. */
  readonly statusChange?: StatusChange;
}

export interface CreationSchedule {
  readonly creations: number;
  /** How many the ledger allows immediately. */
  readonly now: number;
  readonly deferred: number;
  /** When the last one is possible, in UTC; `null` without creations. */
  readonly completeAt: string | null;
  /** When each one is possible, in UTC, in the order of the keys. */
  readonly instants: readonly string[];
  /** What each window still allows after those that are not deferred, shortest window first. */
  readonly left: readonly { readonly count: number; readonly limit: number; readonly spanMs: number }[];
}

/** What an offline plan compares with instead of the service: the newest available record. */
export interface OfflineBaseline {
  /** The state branch's commit and its time in UTC; `null` if there is no state branch. */
  readonly record: { readonly commit: string; readonly at: string } | null;
  /** `clone`: origin did not answer, so it may have a newer one. */
  readonly from: 'origin' | 'clone';
}

/** The scope of a plan of recent changes: since when, and how many campaigns it leaves out. */
export interface Scope {
  readonly ref: string;
  readonly mergeBase: string;
  readonly others: number;
}

export interface Plan {
  readonly workspace: string;
  /** The commit that the files were read from; `null` without a commit. */
  readonly commit: string | null;
  readonly fingerprint: string;
  /** When it was made (epoch ms). */
  readonly now: number;
  /** Sorted by key. Every managed or desired campaign occurs exactly once. */
  readonly campaigns: readonly PlannedCampaign[];
  readonly schedule: CreationSchedule;
  /** It touches too many campaigns, or newly reaches too many people. That doesn't block PAUSE and STOP. */
  readonly guard: HeldParams['guard'] | undefined;
  /** Undefined if the service wasn't asked, or if nothing starts and no audience grows. */
  readonly reach?: Reach | undefined;
  readonly publishes: boolean;
  /** `undefined` if the service was asked. Otherwise statuses are recorded ones, and nothing can be applied. */
  readonly offline: OfflineBaseline | undefined;
  /** `undefined` unless only recent changes were requested. */
  readonly scope: Scope | undefined;
}

/** How many more people get messages, as far as that is known, and the campaigns for which it isn't. */
export interface Reach {
  readonly people: number;
  readonly unknown: readonly CampaignKey[];
}

/** The parts of a plan that may be executed according to its review. */
export interface Review {
  /** Campaigns with something to send, each with exactly the steps that may be sent. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  /** Campaigns whose change differs from the plan file. */
  readonly moved: readonly Stale[];
  readonly notReviewed: readonly { readonly key: CampaignKey; readonly why: NotReviewed }[];
}

/** Whether the plan sends this change. */
export function isSent(
  { name }: Pick<ComponentChange, 'name'>,
  { steps, verdict }: Pick<PlannedCampaign, 'steps' | 'verdict'>,
): boolean {
  return verdict === 'create' || steps.some((step) => step.kind === 'update' && name in step.components);
}

/** Whether its status changes now. */
export function isMoved({ transition, steps }: Pick<PlannedCampaign, 'transition' | 'steps'>): boolean {
  return transition !== null && steps.some(({ kind }) => kind === 'transition');
}

/** Whether file and campaign have both ended. The binding stays, so that no copy becomes a second one. */
export function isPastOrphan({ verdict, live }: Pick<PlannedCampaign, 'verdict' | 'live'>): boolean {
  return verdict === 'orphaned' && live !== undefined && isPast(live);
}

/** Why a reviewer in the service rejected this draft; undefined if nobody did, or if the service wasn't asked. */
export function rejectionIn({ notes }: Pick<PlannedCampaign, 'notes'>): string | undefined {
  return notes.flatMap((note) => (note.kind === 'rejected' ? [note.comment] : []))[0];
}

/** How many campaigns have each verdict; `drifted`: a drifted component, whatever the verdict. */
export function summarize(plan: Plan) {
  const count = (verdict: Verdict) => plan.campaigns.filter((one) => one.verdict === verdict).length;
  return {
    create: count('create'),
    update: count('update'),
    transition: count('transition'),
    in_sync: count('in-sync'),
    held: count('held'),
    drifted: plan.campaigns.filter((one) => one.components.some(({ cause }) => cause === 'drifted')).length,
    orphaned: count('orphaned'),
    unknown: count('unknown'),
  };
}

/** The placeholders of a planned request for what is known only when it is sent. */
export const UNKNOWN_ID = '{campaign_id}';
export const UNKNOWN_REQUEST_ID = '{request_id}';

/** Specification, Create Campaign Draft. */
export function creation(body: JsonObject): Request {
  return { method: 'POST', path: '/v5/campaigns', body };
}
