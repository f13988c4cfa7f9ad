import type { Approval, ReportedChanges } from './approval.ts';
import {
  componentNames,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type ComponentName,
  type Components,
  type DesiredStatus,
  type Known,
  type LeavesByComponent,
  type Live,
} from './campaign.ts';
import { sameJson, type JsonObject } from './json.ts';
import type { Action } from './transitions.ts';

/** The pair of a key and a campaign ID, with what we last sent and what the service answered right after. */
export interface Binding extends Pick<Live, 'documentId' | 'channel' | 'deliveryType'> {
  readonly key: CampaignKey;
  readonly campaignId: CampaignId;
  readonly name: string;
  /** The service's `updated_at` after our last write, unchanged. Omitted if the service doesn't provide it. */
  readonly updatedAt?: string;
  /** Per component: what we last sent successfully. */
  readonly applied: Components;
  /** Per component of `applied`: what the service answered right after. */
  readonly observed: Components;
  /** Components whose record is what was found in live. They were never sent. */
  readonly adopted: readonly ComponentName[];
  /** The service's `updated_at` when it last showed all of `observed`; every edit changes it. */
  readonly observedAt: string | undefined;
  /** Leaves that no file ever had and that change by themselves. They are ignored. */
  readonly changing: LeavesByComponent;
  /** How many times in a row a change of such a leaf was reverted but was there again in the next run. */
  readonly reverted: { readonly [name in ComponentName]?: Readonly<Record<string, number>> };
  /** Components for which live doesn't show what was last sent. */
  readonly unconfirmed: { readonly [name in ComponentName]?: Unconfirmed };
  /** The status in which the service refused an edit that should be possible, and its message. */
  readonly editsRefused: { readonly status: CampaignStatus; readonly message: string } | undefined;
  /** The file's status at the last apply, the live one right after it, and the live one when it was last recorded. */
  readonly status: {
    readonly applied: DesiredStatus | undefined;
    readonly observed: CampaignStatus;
    readonly seen: CampaignStatus;
  };
}

/** Whether only an outline of a binding is read: then what was sent, and the content that was observed, can't be asked for. */
export type IsOutlined = (binding: Binding) => boolean;

/**
 * Why what was sent of a component is not confirmed. `respelled`: live shows a third value, which may be the service's
 * spelling. `in-flight`: live shows the previous value and the intent is open; never recorded. `not-carried-out`: the
 * same for too long, so `sent` is planned again. `given-up`: the second attempt failed too.
 */
export type Unconfirmed =
  | { readonly kind: 'respelled' | 'in-flight' | 'given-up'; readonly at: number }
  | { readonly kind: 'not-carried-out'; readonly at: number; readonly sent: JsonObject };

/** Creation attempts of at least the last 24 hours, in epoch milliseconds. A success is also an attempt. */
export interface Ledger {
  readonly attempts: readonly number[];
  readonly successes: readonly number[];
}

/** Written before an action, with everything that is needed to resolve it after a crash. */
export type Intent = {
  readonly key: CampaignKey;
  readonly changeId: string;
  readonly run: string;
  /** When it was first recorded (epoch milliseconds). The time limits for sending it again count from here. */
  readonly at: number;
  readonly idempotencyKey: string;
  readonly requestId: string;
  readonly file: string;
  /** When the service answered it with success (epoch milliseconds). Omitted while that is unknown. */
  readonly answered?: number;
} & (
  | {
      readonly kind: 'create';
      readonly channel: string;
      readonly deliveryType: string;
      readonly name: string;
      readonly components: Components;
      readonly body: JsonObject;
      /** Campaigns with its name, channel and type that existed before and were allowed. None of them is its result. */
      readonly sameNameCandidates?: readonly CampaignId[];
      readonly created?: CampaignId;
      /** The service said that it has already done this, but named no campaign. */
      readonly isTaken?: boolean;
    }
  | {
      readonly kind: 'update';
      readonly campaignId: CampaignId;
      readonly components: Components;
      /** What live had of these components when the update was planned. */
      readonly before?: Components;
      /** The `updated_by` of the request. Older versions didn't record it. */
      readonly actor?: string;
    }
  | {
      readonly kind: 'transition';
      readonly campaignId: CampaignId;
      readonly action: Action;
      readonly desired: DesiredStatus;
      readonly from?: CampaignStatus;
      /** For a PUBLISH of a new version: the update before it, which the version must show. */
      readonly components?: Components;
      readonly before?: Components;
    }
);

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>;

export type PublishIntent = IntentOf<'transition'> & { readonly action: 'PUBLISH' };

/** Whether an intent is to publish, which starts to send the campaign to its users. */
export function isPublish(intent: Intent): intent is PublishIntent {
  return intent.kind === 'transition' && intent.action === 'PUBLISH';
}

/** The content of a workspace's state branch: all bindings with what was applied and observed, and more. */
export interface State {
  readonly bindings: ReadonlyMap<CampaignKey, Binding>;
  readonly ledger: Ledger;
  /** Intents without an outcome, from runs that did not finish. */
  readonly open: readonly Intent[];
  /** The code commit in the newest record; `undefined` before the first apply. */
  readonly lastCommit: string | undefined;
  /** Reviews of merged pull requests, including finished ones. */
  readonly approvals: readonly Approval[];
  /** Unreviewed changes for which a run has already failed. */
  readonly reported: ReportedChanges;
}

/** Which service, which workspace of it and which campaign folder a state branch belongs to. */
export interface StateTarget {
  readonly baseUrl: string;
  readonly appKey: string;
  /** From the root of the repository. Older versions didn't record it. */
  readonly folder?: string;
}

export const EMPTY_STATE: State = {
  bindings: new Map(),
  ledger: { attempts: [], successes: [] },
  open: [],
  lastCommit: undefined,
  approvals: [],
  reported: new Map(),
};

/** The binding of a live campaign of which nothing was sent or recorded yet. */
export function newBinding(key: CampaignKey, live: Live): Binding {
  return {
    key,
    documentId: live.documentId,
    campaignId: live.id,
    channel: live.channel,
    deliveryType: live.deliveryType,
    name: live.name ?? '',
    applied: {},
    observed: {},
    observedAt: undefined,
    changing: {},
    reverted: {},
    adopted: [],
    unconfirmed: {},
    editsRefused: undefined,
    status: { applied: undefined, observed: live.status, seen: live.status },
  };
}

/** The components of which a record changes what was applied or observed. */
export function changedIn(record: Binding, before: Binding | undefined): ComponentName[] {
  const sides = [before?.applied, record.applied, before?.observed, record.observed];
  return [...new Set(sides.flatMap((side) => componentNames(side ?? {})))].filter(
    (name) =>
      !sameJson(before?.applied[name], record.applied[name]) ||
      !sameJson(before?.observed[name], record.observed[name]),
  );
}

/** Whether a campaign was adopted and no apply has recorded anything of it yet. */
export function isNeverApplied({ applied, status }: Binding): boolean {
  return Object.keys(applied).length === 0 && status.applied === undefined;
}

export function knownOf({ documentId, applied, observed, updatedAt }: Binding, desired?: Components): Known {
  const names = [applied, observed, desired ?? {}].flatMap(componentNames);
  const components = [...new Set(names)];
  return { documentId: documentId, components, ...(updatedAt !== undefined && { updatedAt }) };
}

/** The campaigns that are already bound. None of them is ever bound a second time. */
export function boundIds(bindings: Iterable<Binding>): ReadonlySet<CampaignId> {
  return new Set([...bindings].map(({ campaignId }) => campaignId));
}

export interface MovedBinding {
  readonly workspace: string;
  readonly from: CampaignKey;
  readonly to: CampaignKey;
  readonly campaignId: string;
}

/** A campaign whose binding was removed, as it was last observed. */
export interface Forgotten {
  readonly key: CampaignKey;
  /** Undefined if only an unresolved creation was recorded. */
  readonly campaignId: string | undefined;
  readonly status: CampaignStatus | undefined;
  readonly isSending: boolean;
}

/** The target of a workspace according to its record and according to workspaces.yaml. */
export interface TargetMove {
  readonly workspace: string;
  /** Undefined if none is recorded yet: the first apply records the target. */
  readonly from: StateTarget | undefined;
  readonly to: StateTarget;
  readonly bound: number;
  /** Whether this command recorded the new target; false if it was recorded already. */
  readonly isMoved: boolean;
}
