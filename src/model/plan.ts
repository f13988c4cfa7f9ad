import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  ComponentName,
  Components,
  Desired,
  Live,
} from './campaign.ts';
import type { LastEdit } from './last-edit.ts';
import type { Held } from './held.ts';
import type { JsonObject } from './json.ts';
import type { Binding } from './state.ts';
import type { StepName } from './step-name.ts';
import type { Action } from './transitions.ts';

export type Verdict = 'create' | 'update' | 'transition' | 'in-sync' | 'held' | 'orphaned' | 'unknown';

/** Why a component differs: the file changed, live changed, both did, no record yet, no longer in the file. */
export type Cause = 'edited' | 'drifted' | 'conflict' | 'adopted' | 'released';

/**
 * A component that differs, by what it was compared as: all values are in canonical form, and the request has them as
 * the file spells them. Everything that shows or describes the difference derives it from these values.
 */
export interface ComponentChange {
  readonly name: ComponentName;
  readonly cause: Cause;
  /** What live has, without what the service added by itself; undefined where live has no such component. */
  readonly before: JsonObject | undefined;
  /** What the file wants it to be; of a released component, what live keeps. */
  readonly after: JsonObject | undefined;
  /** What was last sent with success: the third side of a conflict. Undefined where nothing is recorded. */
  readonly applied: JsonObject | undefined;
}

export interface Transition {
  readonly action: Action;
  readonly from: CampaignStatus;
  readonly to: CampaignStatus;
}

/** How a live status changed since it was last noted, where no run of ours did it. */
export interface StatusChange {
  readonly from: CampaignStatus;
  readonly to: CampaignStatus;
  /** The user whom the service names, and its time in UTC; null where it says none, or nobody did it. */
  readonly by: string | null;
  readonly at: string | null;
}

/** What is sent, to the letter. An identifier that is not known yet stands as `{campaign_id}`. */
export interface Request {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: JsonObject;
}

/** One request of a change, in the order in which they are sent. */
export type Step =
  | {
      readonly kind: 'create';
      readonly request: Request;
      readonly components: Components;
      /** Unbound campaigns of its name, channel and type, where a second one is consented to. */
      readonly sameNameCandidates: readonly CampaignId[];
    }
  | { readonly kind: 'update'; readonly request: Request; readonly components: Components }
  | { readonly kind: 'transition'; readonly request: Request; readonly transition: Transition };

/** A step as a review approves it: its name, and 32 hex digits each for what it will do and what it was planned on. */
export interface StepDigest {
  readonly name: StepName;
  readonly target: string;
  /** Null where it rests on nothing: a creation, or a start of what the same change creates. */
  readonly base: string | null;
}

/** Worth telling, but nothing is done or held because of it. */
export type Note =
  | {
      /** Offline nobody knows whether it still does. */
      readonly kind: 'still-sending' | 'sending-when-last-seen';
      readonly status: CampaignStatus;
      /** What its file could say to end it; undefined where the API has no way. */
      readonly emergencyStop: 'PAUSED' | 'STOPPED' | undefined;
    }
  /** An unbound file says just what this campaign's file said. */
  | { readonly kind: 'moved-to'; readonly file: string }
  /** Offline only: nothing was recorded of these components, so live may have them as the file says already. */
  | { readonly kind: 'not-recorded'; readonly components: readonly ComponentName[] }
  /** New, with the name, channel and type of managed campaigns: perhaps a copied file. */
  | { readonly kind: 'same-name'; readonly as: readonly CampaignKey[] }
  | { readonly kind: 'live-also-has'; readonly component: ComponentName; readonly paths: readonly string[] }
  /** Live does not show these leaves as they were sent. */
  | { readonly kind: 'unconfirmed'; readonly component: ComponentName; readonly paths: readonly string[] }
  /** The service keeps these leaves in a spelling of its own, which is recorded now. */
  | { readonly kind: 'kept-as'; readonly component: ComponentName; readonly paths: readonly string[] }
  /** These leaves, which no file ever said, change by themselves: that is recorded now, and they are ignored. */
  | {
      readonly kind: 'changes-by-itself';
      readonly component: ComponentName;
      readonly paths: readonly string[];
    }
  /** The service began to add these leaves with an empty value, which is recorded now (open point W32). */
  | { readonly kind: 'new-default'; readonly component: ComponentName; readonly paths: readonly string[] }
  /** Live has no way to show these leaves, so nobody can tell whether they are as the file says (open point W5). */
  | { readonly kind: 'not-verifiable'; readonly component: ComponentName; readonly paths: readonly string[] }
  /** The service says a status that is none of the eight: final, as far as we are concerned (open point S12). */
  | { readonly kind: 'unknown-status'; readonly status: string }
  /** Above the live version the service has a draft, which is never published from here (open point S7). */
  | { readonly kind: 'draft-above'; readonly version: number }
  /** An earlier run sent this, and its outcome is not known: the next apply reads again before anything else. */
  | {
      readonly kind: 'settled-first';
      readonly sent: 'update' | 'transition';
      readonly run: string;
      /** Whether the service answered with success. */
      readonly answered: boolean;
    }
  | {
      readonly kind: 'moved-by-hand';
      readonly from: CampaignStatus;
      readonly to: CampaignStatus;
      readonly edit?: LastEdit;
    }
  /** The same where the file asks for no status, so that it stays. */
  | {
      readonly kind: 'status-moved';
      readonly from: CampaignStatus;
      readonly to: CampaignStatus;
      readonly edit?: LastEdit;
    }
  | { readonly kind: 'stop-drops'; readonly components: readonly ComponentName[] };

/** What live must still be when the change is sent; the raw components as the service spelled them. */
export interface Base {
  readonly status: CampaignStatus | undefined;
  readonly components: Components;
}

export interface PlannedCampaign {
  readonly key: CampaignKey;
  readonly file: string | null;
  readonly campaignId: CampaignId | null;
  readonly liveStatus: CampaignStatus | null;
  /** Its address in the service's own dashboard; left out where it has no ID, or the workspace names no dashboard. */
  readonly dashboard?: string;
  readonly verdict: Verdict;
  /** 16 hex digits: what would be done and the base it was planned on; null when nothing. */
  readonly changeId: string | null;
  readonly components: readonly ComponentChange[];
  readonly transition: Transition | null;
  readonly held: readonly Held[];
  readonly steps: readonly Step[];
  /** The steps as a review approves them; empty where the service was not asked. */
  readonly digests: readonly StepDigest[];
  readonly notes: readonly Note[];
  readonly base: Base;
  readonly desired: Desired | undefined;
  readonly live: Live | undefined;
  /** The record that this campaign should have even if nothing is sent; undefined when it has it. */
  readonly record: Binding | undefined;
  /** What the audit trail has to tell of the live status, whatever else is planned; left out where there is nothing. */
  readonly statusChange?: StatusChange;
}

export interface CreationSchedule {
  readonly creations: number;
  /** How many the ledger allows at once. */
  readonly now: number;
  /** How many don't fit into the longest wait. */
  readonly deferred: number;
  /** When the last one is possible, in UTC; null without creations. */
  readonly completeAt: string | null;
  /** When each is possible, in UTC, in the order of the keys. */
  readonly instants: readonly string[];
  /** What each window still allows after those that are not deferred, the shortest first. */
  readonly left: readonly { readonly count: number; readonly limit: number; readonly spanMs: number }[];
}

/** A plan that touches too much; PAUSE and STOP are not held by it. */
export interface GuardRefusal {
  readonly touched: number;
  readonly live: number;
  readonly share: number;
}

/** What an offline plan compares with instead of the service: the newest record that could be had. */
export interface OfflineBaseline {
  /** The state branch's commit, and when it was made, in UTC; null where there is no state branch. */
  readonly record: { readonly commit: string; readonly at: string } | null;
  /** `clone`: origin did not answer, so it may have a newer one. */
  readonly from: 'origin' | 'clone';
}

/** A plan of what changed only: since when, and how many campaigns it therefore did not look at. */
export interface Scope {
  /** As it was asked for. */
  readonly ref: string;
  /** The commit where that and HEAD parted. */
  readonly mergeBase: string;
  readonly others: number;
}

export interface Plan {
  readonly workspace: string;
  /** The commit that the files were read from; null without any commit. */
  readonly commit: string | null;
  readonly fingerprint: string;
  /** Sorted by key; every managed or desired campaign exactly once. */
  readonly campaigns: readonly PlannedCampaign[];
  readonly schedule: CreationSchedule;
  readonly guard: GuardRefusal | undefined;
  /** Undefined: the service was asked. Else it was not, statuses are recorded ones, and nothing can be applied. */
  readonly offline: OfflineBaseline | undefined;
  /** Undefined: nobody asked for what changed only. */
  readonly scope: Scope | undefined;
}

/** How many campaigns have each verdict; drifted counts campaigns with a drifted component, whatever their verdict. */
export type PlanSummary = Readonly<
  Record<'create' | 'update' | 'transition' | 'in_sync' | 'held' | 'drifted' | 'orphaned' | 'unknown', number>
>;

/** Counts the campaigns of a plan by verdict. */
export function summarize(plan: Plan): PlanSummary {
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
