import type { JsonObject } from './json.ts';
import { normalizedText } from './spelling.ts';

declare const brand: unique symbol;
/** The campaign's stable name in the repository, for example `promo/black-friday-push`. */
export type CampaignKey = string & { readonly [brand]: 'CampaignKey' };
/** The service's identifier, stable across versions. Known from creation or adoption on. */
export type CampaignId = string & { readonly [brand]: 'CampaignId' };

/** Specification, What the service does, 3: channels that can be written. Their differences are in channel.ts. */
export const CHANNELS = ['PUSH', 'EMAIL'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Specification, What the service does, 4: the delivery types that drafts can have. */
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

/** Statuses in which a campaign sends messages, now or at its scheduled time. */
export const SENDING_STATUSES: readonly CampaignStatus[] = ['SCHEDULED', 'ACTIVE', 'SENDING'];

/** What a campaign file has a known position of. `start_time` and `expiry_time` are those of `scheduling_details`. */
export type Positioned =
  ComponentName | 'key' | 'status' | 'channel' | 'campaign_delivery_type' | 'start_time' | 'expiry_time';

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

/** A position in a file. Line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A position in one of the files, with its path relative to the root of the repository. */
export interface FilePlace extends Position {
  readonly file: string;
}

/** Something that publishing requires and the file doesn't have. */
export interface MissingField {
  /** A description, such as `connector is missing`. */
  readonly what: string;
  /** The component that the file leaves out, which live may have. Omitted if only a part of it is missing. */
  readonly component?: ComponentName;
}

/** What the repository says about one campaign in one workspace, with references resolved and overrides merged. */
export interface Desired {
  readonly key: CampaignKey;
  /** Relative to the root of the repository, with forward slashes. */
  readonly file: string;
  readonly channel: Channel;
  readonly deliveryType: DeliveryType;
  readonly name: string;
  /** If `undefined`, the live status is not changed. */
  readonly status: DesiredStatus | undefined;
  readonly components: Components;
  readonly missing: readonly MissingField[];
  /** `key` and the times only if the file sets them. If an override sets it, the position in the override. */
  readonly positions: ReadonlyMap<Positioned, Position>;
  /** Files whose text is part of this campaign. The campaign file comes first. */
  readonly sources: readonly string[];
  /** Paths of `$file`s that lead to a source through a symbolic link, whose target may change as well. */
  readonly links: readonly string[];
  readonly variables: readonly string[];
}

/** What the service currently says about one campaign (open point W3). */
export interface Live {
  readonly id: CampaignId;
  /** The document's own identifier, which differs from `id` only with versioning (open point S8). */
  readonly documentId: string;
  readonly channel: string;
  readonly deliveryType: string;
  readonly status: CampaignStatus;
  readonly name: string | undefined;
  readonly components: Components;
  /** The service's `updated_at`, unchanged. Every edit changes it. Omitted if the service doesn't provide it. */
  readonly updatedAt?: string;
  readonly updatedBy?: string;
  /** What another read showed, with the same `updatedAt`. */
  readonly again?: Components;
  /** The service's word for a status that is none of the eight; `status` is ARCHIVED then (open point S12). */
  readonly statusAs?: string;
  /** The number of a DRAFT version above this one. The draft doesn't affect what is sent (open point S7). */
  readonly draftAbove?: number;
  /** The identifier of the live document, if there is a draft above it; `documentId` is the draft's then. */
  readonly liveDocumentId?: string;
  /** What that draft contains. Omitted if there are several, or if it differs in something that no file can have. */
  readonly draft?: Components;
  /** Parts that no file can have; omitted if there are none. */
  readonly unknownParts?: readonly UnknownPart[];
  /** Why it can't be managed: a node of a flow, a child of a periodic campaign (S9, S10) or on another channel. */
  readonly readOnly: 'flow-node' | 'child' | 'channel' | undefined;
}

/** A field of a campaign that is neither a component nor part of the record (open point W3). */
export interface UnknownPart {
  readonly name: string;
  /** Components are objects, so an object may be a component of a newer version of the service. */
  readonly isObject: boolean;
}

/** What is known about a campaign before it is read. */
export interface Known {
  /** Requests about a campaign use the ID of its newest document (open point S7). */
  readonly documentId: string;
  /** Components that it should have. A search row may lack some of them (open point W13). */
  readonly components: readonly ComponentName[];
  /** The service's `updated_at` from an earlier read. A search row with an older one is outdated (open point W31). */
  readonly updatedAt?: string;
}

export function isComponentName(name: string): name is ComponentName {
  return (COMPONENTS as readonly string[]).includes(name);
}

/** Whether a live campaign could be a file's: of the same kind, manageable, and not bound to another file. */
export function couldBe(live: Live, file: Kind, bound: ReadonlySet<CampaignId>): boolean {
  return channelAndType(live) === channelAndType(file) && live.readOnly === undefined && !bound.has(live.id);
}

type Kind = Pick<Live, 'channel' | 'deliveryType'>;

export function pickComponents(components: Components, names: Iterable<ComponentName>): Components {
  return Object.fromEntries(
    inCanonicalOrder(names).flatMap((name) =>
      components[name] === undefined ? [] : [[name, components[name]]],
    ),
  );
}

/** The entries of all other components, in canonical order. */
export function withoutComponents<Value>(
  byComponent: { readonly [name in ComponentName]?: Value },
  names: readonly ComponentName[],
): { readonly [name in ComponentName]?: Value } {
  const kept = inCanonicalOrder(componentNames(byComponent)).filter((name) => !names.includes(name));
  return Object.fromEntries(kept.map((name) => [name, byComponent[name]]));
}

export function componentNames(byComponent: { readonly [name in ComponentName]?: unknown }): ComponentName[] {
  return Object.keys(byComponent) as ComponentName[];
}

export function inCanonicalOrder(names: Iterable<ComponentName>): ComponentName[] {
  const set = new Set(names);
  return COMPONENTS.filter((name) => set.has(name));
}

/** A name for comparisons: letter case, and what services change in names (`normalizedText`), doesn't count. */
export function comparableName(name: string | undefined): string {
  return normalizedText(name ?? '').toLowerCase();
}

/** A text for the name, channel and type of a campaign: the same for all that could be mistaken for each other. */
export function identityOf({ name, channel, deliveryType }: Kind & Pick<Live, 'name'>): string {
  return JSON.stringify([comparableName(name), channel, deliveryType]);
}

export function channelAndType({ channel, deliveryType }: Kind): string {
  return `${channel} ${deliveryType}`;
}

/** Whether one has the name, channel and type of another: a rename, or an edited copy. */
export function sameIdentity(
  one: Kind & { readonly name: string | undefined },
  other: Kind & { readonly name: string | undefined },
): boolean {
  return one.name === other.name && channelAndType(one) === channelAndType(other);
}

export function statusWord({ status, statusAs }: Pick<Live, 'status' | 'statusAs'>): string {
  return statusAs ?? status;
}

/** Statuses in which a campaign no longer sends; one that sends repeatedly may still do so in SENT (see `isPast`). */
export const ENDED_STATUSES: readonly CampaignStatus[] = ['SENT', 'STOPPED', 'ARCHIVED'];

/** Whether it only describes the past: stopped, archived, or sent for the only time. Others may be SENT between sends. */
export function isPast(live: Pick<Live, 'status' | 'deliveryType' | 'statusAs'>): boolean {
  const { status, deliveryType, statusAs } = live;
  if (statusAs !== undefined) return false;
  return status === 'SENT' ? deliveryType === 'ONE_TIME' : ENDED_STATUSES.includes(status);
}

/** Who last edited a campaign in the service, and when (an instant in UTC); `null` if the service doesn't say. */
export interface LastEdit {
  readonly by: string | null;
  readonly at: string | null;
}

/** Undefined if the service provides neither. */
export function lastEditOf({ updatedBy, updatedAt }: Live): LastEdit | undefined {
  const edit = { by: updatedBy ?? null, at: instantOfUpdate(updatedAt) };
  return edit.by === null && edit.at === null ? undefined : edit;
}

/** `2024-07-04 08:00:54.847000` (open point W3) as an instant; `null` for any other text or none. */
export function instantOfUpdate(time: string | undefined): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(time ?? '');
  const instant = parts
    ? Date.parse(`${parts[1] ?? ''}T${parts[2] ?? ''}${(parts[3] ?? '').slice(0, 4)}Z`)
    : NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
