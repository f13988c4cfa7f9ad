import type { Approval, ReportedChanges } from './approval.ts';
import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  ComponentName,
  Components,
  DesiredStatus,
  Known,
  LeavesByComponent,
} from './campaign.ts';
import type { JsonObject } from './json.ts';
import type { Action } from './transitions.ts';

/** The pair key ↔ campaign id, with what we last sent and what the service answered right after. */
export interface Binding {
  readonly key: CampaignKey;
  /** The document's identifier at the last look; another one than `campaignId` only with versioning. */
  readonly id: string;
  readonly campaignId: CampaignId;
  readonly channel: string;
  readonly deliveryType: string;
  readonly name: string;
  /** The service's `updated_at`, to the letter, when a write of ours was last seen; left out where it said none. */
  readonly updatedAt?: string;
  /** Per component: what we last sent with success. */
  readonly applied: Components;
  /** Per component of `applied`: what the service answered right after. */
  readonly observed: Components;
  /** Components of which the record says what was found in live: nothing was ever sent of them. */
  readonly adopted: readonly ComponentName[];
  /**
   * The service's `updated_at` when it last showed all of `observed`: every edit moves it. Undefined where nobody knows.
   */
  readonly observedAt: string | undefined;
  /** Leaves that no file ever said and that change by themselves: they are ignored. */
  readonly changing: LeavesByComponent;
  /** How often in a row a change of such a leaf was put back, and was there again at the next run. */
  readonly reverted: { readonly [name in ComponentName]?: Readonly<Record<string, number>> };
  /** Components of which live does not show what was last sent. */
  readonly unconfirmed: { readonly [name in ComponentName]?: Unconfirmed };
  /** The status in which the service refused an edit that we take for possible, and its words for it. */
  readonly editsRefused: { readonly status: CampaignStatus; readonly message: string } | undefined;
  /** The file's status at the last apply, the live one right after it, and the live one when it was last noted. */
  readonly status: {
    readonly applied: DesiredStatus | undefined;
    readonly observed: CampaignStatus;
    readonly seen: CampaignStatus;
  };
}

/**
 * Why what was sent of a component is not confirmed. `respelled`: live shows a third value, which may be how the service
 * keeps it. `in-flight`: live shows the value from before, and the intent is open; never recorded. `not-carried-out`:
 * the same for too long, so `sent` is planned again. `given-up`: that was in vain, too.
 */
export type Unconfirmed =
  | { readonly kind: 'respelled' | 'in-flight' | 'given-up'; readonly at: number }
  | { readonly kind: 'not-carried-out'; readonly at: number; readonly sent: JsonObject };

/** Creation attempts of the last 24 hours, as epoch milliseconds; a success is an attempt too. */
export interface Ledger {
  readonly attempts: readonly number[];
  readonly successes: readonly number[];
}

/** Written before an act: all that is needed to resolve it after a crash. */
export type Intent = {
  readonly key: CampaignKey;
  readonly changeId: string;
  readonly run: string;
  /** Epoch milliseconds of the first recording: the windows for a re-send count from here. */
  readonly at: number;
  readonly idempotencyKey: string;
  readonly requestId: string;
  readonly file: string;
  /** When the service answered it with success (epoch milliseconds); left out while nobody knows that it did. */
  readonly answered?: number;
} & (
  | {
      readonly kind: 'create';
      readonly channel: string;
      readonly deliveryType: string;
      readonly name: string;
      readonly components: Components;
      readonly body: JsonObject;
      /** Campaigns of its name, channel and type that were there before, with consent: none of them is what it made. */
      readonly sameNameCandidates?: readonly CampaignId[];
      /** The campaign that the answer named. */
      readonly created?: CampaignId;
      /** The service said that it has done it, and named no campaign. */
      readonly isTaken?: boolean;
    }
  | {
      readonly kind: 'update';
      readonly campaignId: CampaignId;
      readonly components: Components;
      /** What live had of them when the update was planned. */
      readonly before?: Components;
    }
  | {
      readonly kind: 'transition';
      readonly campaignId: CampaignId;
      readonly action: Action;
      readonly desired: DesiredStatus;
      /** The live status when it was planned. */
      readonly from?: CampaignStatus;
    }
);

/** All bindings of a workspace with what was applied and observed: the content of its state branch. */
export interface State {
  readonly bindings: ReadonlyMap<CampaignKey, Binding>;
  readonly ledger: Ledger;
  /** Intents without an outcome: runs that are not finished. */
  readonly open: readonly Intent[];
  /** The code commit that the newest record names; undefined before the first apply. */
  readonly lastCommit: string | undefined;
  /** Reviews of merged pull requests, those that are over too. */
  readonly approvals: readonly Approval[];
  /** Changes without a review that some run has already failed for. */
  readonly reported: ReportedChanges;
}

export const EMPTY_STATE: State = {
  bindings: new Map(),
  ledger: { attempts: [], successes: [] },
  open: [],
  lastCommit: undefined,
  approvals: [],
  reported: new Map(),
};

/** What is to be expected of a campaign that is read. */
export function knownOf({ id, applied, observed, updatedAt }: Binding, desired?: Components): Known {
  const names = [applied, observed, desired ?? {}].flatMap(componentNames);
  const components = [...new Set(names)];
  return { documentId: id, components, ...(updatedAt !== undefined && { updatedAt }) };
}

/** Whether a campaign has left DRAFT: its start may be in the past, and it had what publishing needs. */
export function wasPublished(binding: Binding | undefined): boolean {
  return (
    binding !== undefined && [binding.status.observed, binding.status.seen].some((one) => one !== 'DRAFT')
  );
}

/** Whether a campaign was sent, stopped or archived when its status was last noted: nothing of it is sent any more. */
export function hasEnded(binding: Binding | undefined): boolean {
  return binding !== undefined && ENDED.includes(binding.status.seen);
}

const ENDED: readonly CampaignStatus[] = ['SENT', 'STOPPED', 'ARCHIVED'];

/** The campaigns that a binding holds already: never bound a second time. */
export function boundIds(bindings: Iterable<Binding>): ReadonlySet<CampaignId> {
  return new Set([...bindings].map(({ campaignId }) => campaignId));
}

export function componentNames(components: Components): ComponentName[] {
  return Object.keys(components) as ComponentName[];
}
