import type { JsonObject } from './json.ts';
import { plainText } from './spelling.ts';

declare const brand: unique symbol;
/** The campaign's stable name in the repository, for example `promo/black-friday-push`. */
export type CampaignKey = string & { readonly [brand]: 'CampaignKey' };
/** The service's identifier: stable across versions, learnt at creation or adoption. */
export type CampaignId = string & { readonly [brand]: 'CampaignId' };

/** Specification, What the service does, 3: the channels that can be created and updated; what differs is in channel.ts. */
export const CHANNELS = ['PUSH', 'EMAIL'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Specification, What the service does, 4: what the draft creation flow accepts. */
export const DELIVERY_TYPES = [
  'ONE_TIME',
  'PERIODIC',
  'EVENT_TRIGGERED',
  'BUSINESS_EVENT_TRIGGERED',
  'DEVICE_TRIGGERED',
  'LOCATION_TRIGGERED',
] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

/** Specification, States and transitions. */
export const STATUSES = [
  'DRAFT',
  'SCHEDULED',
  'ACTIVE',
  'SENDING',
  'PAUSED',
  'SENT',
  'STOPPED',
  'ARCHIVED',
] as const;
export type CampaignStatus = (typeof STATUSES)[number];

/** Statuses in which a campaign mails people, now or at its time. */
export const SENDING_STATUSES: readonly CampaignStatus[] = ['SCHEDULED', 'ACTIVE', 'SENDING'];

/** What a campaign file may ask of the status. */
export const DESIRED_STATUSES = ['ACTIVE', 'PAUSED', 'STOPPED', 'DRAFT'] as const;
export type DesiredStatus = (typeof DESIRED_STATUSES)[number];

/** Specification, Create request body: the parts that are replaced only as a whole, in canonical order. */
export const COMPONENTS = [
  'basic_details',
  'connector',
  'trigger_condition',
  'campaign_content',
  'segmentation_details',
  'scheduling_details',
  'delivery_controls',
  'advanced',
  'conversion_goal_details',
  'control_group_details',
  'utm_params',
  'campaign_audience_limit',
] as const;
export type ComponentName = (typeof COMPONENTS)[number];
export type Components = { readonly [name in ComponentName]?: JsonObject };

/** Leaves of components, as JSON Pointers into the canonical form. */
export type LeavesByComponent = { readonly [name in ComponentName]?: readonly string[] };

/** A place in a file: line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A place in one of the files, by its path from the repository's root. */
export interface FilePlace extends Position {
  readonly file: string;
}

/** Something that publishing needs and a file doesn't have. */
export interface Lack {
  /** In words: `connector is missing`. */
  readonly what: string;
  /** The component that the file leaves out: live may have it. Left out: a part of one that the file says whole. */
  readonly component?: ComponentName;
}

/** What the repository says of one campaign in one workspace: references resolved, overrides merged. */
export interface Desired {
  readonly key: CampaignKey;
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  readonly channel: Channel;
  readonly deliveryType: DeliveryType;
  readonly name: string;
  /** Left out: the live status is left alone. */
  readonly status: DesiredStatus | undefined;
  readonly components: Components;
  /** What publishing would miss in what the file says; `component` where a whole one is left out. */
  readonly missing: readonly Lack[];
  /** Where `status` and each component stand; an override's place where an override says it. */
  readonly positions: ReadonlyMap<ComponentName | 'status' | 'channel' | 'campaign_delivery_type', Position>;
  /** Files whose text is part of this campaign, the campaign file first. */
  readonly sources: readonly string[];
  /** Paths of `$file`s that lead to a source through a link: where the link leads may change too. */
  readonly links: readonly string[];
  /** Names of the workspace's variables whose value is part of this campaign. */
  readonly variables: readonly string[];
}

/** What the service says now of one campaign (open point W3). */
export interface Live {
  readonly id: CampaignId;
  /** The document's own identifier; another one than `id` only with versioning (open point S8). */
  readonly documentId: string;
  readonly channel: string;
  readonly deliveryType: string;
  readonly status: CampaignStatus;
  readonly name: string | undefined;
  readonly components: Components;
  /** The service's `updated_at`, to the letter: every edit moves it. Left out where the service says none. */
  readonly updatedAt?: string;
  /** The user whom the service names as the last to edit it. */
  readonly updatedBy?: string;
  /** What another read shows, though `updatedAt` is the same. */
  readonly again?: Components;
  /** The service's own word for a status that is none of the eight; `status` is then ARCHIVED (open point S12). */
  readonly statusAs?: string;
  /** The number of a version above this one that is a DRAFT: it changes nothing that is sent (open point S7). */
  readonly draftAbove?: number;
  /** Then the identifier of the document that is live; `documentId` is the draft's. */
  readonly liveDocumentId?: string;
  /** Why it can't be managed: a node of a flow, a child of a periodic campaign (open points S9, S10). */
  readonly readOnly: 'flow-node' | 'child' | 'channel' | undefined;
}

/** What is known of a campaign before it is read. */
export interface Known {
  /** Requests about one campaign carry the newest document's id (open point S7). */
  readonly documentId: string;
  /** Components that it should have: a search row may lack some of them (open point W13). */
  readonly components: readonly ComponentName[];
  /** The service's `updated_at` that was read before: a search row that is older lags behind (open point W31). */
  readonly updatedAt?: string;
}

/** Reading one campaign: a failed or odd read is unknown, never absent. */
export type LiveAnswer =
  { readonly kind: 'present'; readonly live: Live } | { readonly kind: 'missing' } | Unknown;

/**
 * Nothing is known: nobody answered, the credential was refused, it may not read this one campaign, or the answer made
 * no sense.
 */
export interface Unknown {
  readonly kind: 'unknown';
  readonly cause: 'unreachable' | 'credential' | 'forbidden' | 'odd';
  readonly message: string;
  /** Until when the service wants no requests, where it says so (epoch milliseconds); the message says it too. */
  readonly notBefore?: number;
}

export function isComponentName(name: string): name is ComponentName {
  return (COMPONENTS as readonly string[]).includes(name);
}

/** Whether a live campaign could be the one that a file describes: of its kind, manageable, and nobody else's. */
export function couldBe(
  live: Live,
  { channel, deliveryType }: { readonly channel: string; readonly deliveryType: string },
  bound: ReadonlySet<CampaignId>,
): boolean {
  return (
    live.channel === channel &&
    live.deliveryType === deliveryType &&
    live.readOnly === undefined &&
    !bound.has(live.id)
  );
}

/** The named components that are there. */
export function pickComponents(components: Components, names: Iterable<ComponentName>): Components {
  return Object.fromEntries(
    inCanonicalOrder(names).flatMap((name) =>
      components[name] === undefined ? [] : [[name, components[name]]],
    ),
  );
}

/** Component names in canonical order. */
export function inCanonicalOrder(names: Iterable<ComponentName>): ComponentName[] {
  const set = new Set(names);
  return COMPONENTS.filter((name) => set.has(name));
}

/** A name as services may normalise it: see `plainText`, and without regard to case. */
export function comparableName(name: string | undefined): string {
  return plainText(name ?? '').toLowerCase();
}

/** The status as the service says it. */
export function statusWord({ status, statusAs }: Pick<Live, 'status' | 'statusAs'>): string {
  return statusAs ?? status;
}
