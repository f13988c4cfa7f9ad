import { CHANNEL_RULES, type ChannelRules } from '../model/channel.ts';
import { leafMap } from '../model/component-leaves.ts';
import { canonical, sameComponent } from '../model/canonical.ts';
import { byCodeUnit, memberOf, stableText } from '../model/json.ts';
import {
  componentNames,
  comparableName,
  pickComponents,
  SENDING_STATUSES,
  type CampaignStatus,
  type ComponentName,
  type Components,
  type Desired,
} from '../model/campaign.ts';
import { LOCKS, type LockRule } from '../model/locks.ts';
import type { Sender, SenderState } from '../model/sender.ts';
import { isScheduled, startInstant } from '../model/schedule.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop, moveFor } from '../model/transitions.ts';
import { asIfStarted } from './open-start.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { AT_ONE_TIME_AT_MOST, timeTerms } from './time-of-day.ts';
import { byDelay } from './trigger-delay.ts';

/** What the users get shows that two campaigns send the same. Tracking parameters and tags don't count. */
export const RECEIVED: readonly ComponentName[] = [
  'campaign_content',
  'segmentation_details',
  'trigger_condition',
  'scheduling_details',
];

/**
 * The campaigns that send, will send, or were sent, with or without a file; not those that a file pauses, stops or keeps
 * as a draft before they send anything. `only`: the campaigns that are planned; the files of others stop nothing. `now` is
 * in epoch milliseconds.
 */
export function sendersAmong(
  all: readonly JoinedCampaign[],
  { now, only }: { readonly now: number; readonly only?: ReadonlySet<string> | undefined },
): Sender[] {
  return all.flatMap((shown) => {
    const joined = asIfStarted(shown, now);
    const { desired, binding, key } = joined;
    const isPlanned = only?.has(key) ?? true;
    const state = stateOf(joined, { now, isPlanned });
    if (!state) return [];
    const wasSent = (state === 'sent' || state === 'stopped') && binding && hasContent(binding);
    const isTooLate = state === 'sent' && (desired?.status === 'STOPPED' || desired?.status === 'PAUSED');
    const sent = wasSent ? [ofRecord(binding)] : sentBy(joined);
    const isStopped = isPlanned && isToBeStopped(joined);
    const isLeftOut = !isPlanned && isToBeStopped(joined);
    const { status = 'DRAFT' } = statusOf(joined);
    const hasBegun = status !== 'DRAFT' && status !== 'SCHEDULED';
    const hasFile = desired !== undefined;
    return sent.map((one) => ({
      ...one,
      state,
      isTooLate,
      isStopped,
      hasFile,
      hasBegun,
      ...(isLeftOut && { ends: 'left-out' }),
    }));
  });
}

/** What a campaign sends at present, if it does, and its file doesn't pause or stop it. */
export function sentAtPresent(joined: JoinedCampaign): Sends | undefined {
  const { binding, live } = joined;
  const { status } = statusOf(joined);
  if (!binding || !status || !SENDING_STATUSES.includes(status) || isToBeStopped(joined)) return undefined;
  if (live && live.kind !== 'present') return undefined;
  return {
    ...ofRecord(binding),
    components: componentsNow(joined, binding),
    hasBegun: status !== 'SCHEDULED',
  };
}

/** What a campaign sends now, and what its file makes it send. The same campaign is listed twice if they differ. */
function sentBy(joined: JoinedCampaign): SentContent[] {
  const { desired, binding } = joined;
  const { status } = statusOf(joined);
  if (!binding) return desired ? [ofFile(desired)] : [];
  const now = { ...ofRecord(binding), components: componentsNow(joined, binding) };
  const sendsNow =
    status !== undefined && SENDING_STATUSES.includes(status) && now.components.campaign_content;
  if (!desired) return [sendsNow ? now : ofRecord(binding)];
  if (!sendsNow) return [ofFile(desired)];
  const edited = RECEIVED.filter(
    (name) => !sameComponent(name, desired.components[name], now.components[name]),
  );
  if (edited.length === 0) return [ofFile(desired)];
  return edited.some((name) => isLocked(name, status))
    ? [now]
    : [{ ...now, ends: 'edited' }, ofFile(desired)];
}

/** Live may spell what was sent in another way, so what was sent counts where live hasn't changed since. */
function componentsNow({ live }: JoinedCampaign, { applied, observed }: Binding): Components {
  if (live?.kind !== 'present') return applied;
  const shown = live.live.components;
  const kept = componentNames(applied).filter((name) => sameComponent(name, shown[name], observed[name]));
  return { ...shown, ...pickComponents(applied, kept) };
}

/** Whether no edit of a component is applied in a status, and therefore no edit of the file that has one. */
function isLocked(name: ComponentName, status: CampaignStatus): boolean {
  const { locked }: LockRule = LOCKS[status];
  return (
    locked === 'everything' ||
    locked.some(({ component, field }) => component === name && field === undefined)
  );
}

function ofRecord({ key, channel, deliveryType, applied }: Binding): SentContent {
  return { key, channel, deliveryType, components: applied };
}

function ofFile({ key, channel, deliveryType, components }: Desired): SentContent {
  return { key, channel, deliveryType, components };
}

type SentContent = Omit<Sender, 'state' | 'isTooLate' | 'isStopped' | 'hasFile' | 'hasBegun'>;

/** A campaign that was adopted may have no record of what it sent. */
function hasContent({ applied }: Binding): boolean {
  return applied.campaign_content !== undefined;
}

function stateOf(
  joined: JoinedCampaign,
  { now, isPlanned }: { readonly now: number; readonly isPlanned: boolean },
): SenderState | undefined {
  const { desired, binding } = joined;
  const { status, type } = statusOf(joined);
  if (status === 'SENT') return 'sent';
  if (status === 'STOPPED') return hadBegun(type, binding?.applied ?? {}, now) ? 'stopped' : undefined;
  if (status && SENDING_STATUSES.includes(status)) {
    if (!isPlanned || !isToBeStopped(joined)) return 'sending';
    // Only a message that is sent once reaches some users before it is stopped, and would reach them again.
    return type === 'ONE_TIME' && status !== 'SCHEDULED' ? 'stopped' : 'ending';
  }
  return desired?.status === 'ACTIVE' ? 'planned' : undefined;
}

function statusOf({ desired, binding, live }: JoinedCampaign): {
  readonly status: CampaignStatus | undefined;
  readonly type: string;
} {
  const status = live?.kind === 'present' ? live.live.status : binding?.status.seen;
  return { status, type: binding?.deliveryType ?? desired?.deliveryType ?? '' };
}

/** Whether the file pauses or stops a campaign that sends. */
function isToBeStopped(joined: JoinedCampaign): boolean {
  const { status, type } = statusOf(joined);
  const wanted = joined.desired?.status;
  if (!wanted || !status || !SENDING_STATUSES.includes(status)) return false;
  const move = moveFor(wanted, status, type);
  return move !== 'none' && move !== 'impossible' && isEmergencyStop(move);
}

/**
 * Whether a stopped campaign may have sent something that a copy would send again. A triggered campaign doesn't count:
 * its users have to trigger the copy anew.
 */
function hadBegun(type: string, { scheduling_details: schedule = {} }: Components, now: number): boolean {
  return isScheduled(type) && !(startInstant(schedule) > now);
}

/** What a campaign sends. */
export type Sends = Pick<Sender, 'channel' | 'deliveryType' | 'components'> &
  Partial<Pick<Sender, 'hasBegun'>>;

/** Whether two campaigns begin at the same moment, so that neither can exclude the users that got the other one. */
export function beginAtOnce(one: Sends, other: Sends): boolean {
  return !one.hasBegun && !other.hasBegun && momentOf(one) === momentOf(other);
}

/** Campaigns by what they send, so that each of a thousand files isn't compared with every other. */
export interface Senders {
  /**
   * Others of the channel that share a text, the moment or the name with the file, by key. If the file of one changes what
   * it sends, it may be listed twice.
   */
  readonly like: (desired: Desired) => readonly Sender[];
  /** These, and those that are sent at the same time of day, if it isn't that of many; by key. */
  readonly likeOrAtTimeOf: (desired: Desired) => readonly Sender[];
}

export function byContent(senders: readonly Sender[]): Senders {
  const byTerm = new Map<string, Sender[]>();
  for (const sender of inOrder(senders))
    for (const term of [...lookupTerms(sender), ...timeTerms(sender, 'indexed')]) {
      const known = byTerm.get(term);
      if (known) known.push(sender);
      else byTerm.set(term, [sender]);
    }
  const like = (desired: Desired) => {
    const lists = lookupTerms(desired).map((term) => byTerm.get(term) ?? []);
    const all = new Set(lists.flat());
    // Each list is in order. Copies usually share all lists.
    const whole = lists.find((list) => list.length === all.size) ?? inOrder([...all]);
    return whole.filter(({ key }) => key !== desired.key);
  };
  return {
    like,
    likeOrAtTimeOf: (desired) => {
      const [alike, times] = [like(desired), timeTerms(desired, 'looked-up')];
      const found = times.flatMap((term) => byTerm.get(term) ?? []).filter(({ key }) => key !== desired.key);
      return found.length > AT_ONE_TIME_AT_MOST ? alike : inOrder([...new Set([...alike, ...found])]);
    },
  };
}

function inOrder(senders: readonly Sender[]): Sender[] {
  return [...senders].sort((one, other) => byCodeUnit(one.key, other.key));
}

function lookupTerms(one: Sends): readonly string[] {
  const { body, headline } = textsOf(one);
  const moment = momentOf(one);
  const terms = [...new Set([...body, ...headline]), ...(moment === undefined ? [] : [moment])];
  // Two that have neither may still be equal.
  const content = terms.length === 0 ? [''] : terms;
  return [...content, ...nameTerms(one)].map((term) => `${one.channel} ${term}`);
}

function nameTerms({ components: { basic_details: details } }: Sends): string[] {
  const { name } = details ?? {};
  return typeof name === 'string' ? [`named ${baseOf(name)}`] : [];
}

/** A name without the number that a copy gets. */
function baseOf(name: string): string {
  return comparableName(name.replace(NUMBER, ''));
}

const NUMBER = / \(\d+\)$/;

/**
 * Whether a campaign has the name of another one with a number, as `replace` names a copy. Two numbers may also be those of
 * a series, unless the keys say that one is a copy of the other.
 */
export function isNamedAsCopy(one: Named, other: Named): boolean {
  const [own, theirs] = [one, other].map(({ components: { basic_details: details } }) => details?.name);
  if (typeof own !== 'string' || typeof theirs !== 'string' || !NUMBER.test(own)) return false;
  const isFirst = !NUMBER.test(theirs) || one.key.replace(/-\d+$/, '') === other.key;
  return isFirst && own !== theirs && baseOf(own) === baseOf(theirs);
}

type Named = Pick<Sender, 'key' | 'components'>;

/** What makes a campaign send: the instant, the rhythm or the event. Undefined if that is when it is published. */
export function momentOf({ deliveryType, components }: Sends): string | undefined {
  const {
    scheduling_details: schedule = {},
    trigger_condition: trigger,
    basic_details: details,
  } = components;
  const start = startInstant(schedule);
  switch (deliveryType) {
    case 'ONE_TIME':
      return Number.isNaN(start) ? undefined : `at ${start}`;
    case 'PERIODIC': {
      const { periodic_details: rhythm = {} } = canonical('scheduling_details', schedule);
      return Number.isNaN(start) ? undefined : `from ${start} ${stableText(rhythm)}`;
    }
    case 'BUSINESS_EVENT_TRIGGERED':
      return details?.business_event === undefined ? undefined : `on ${stableText(details.business_event)}`;
    default:
      return trigger && `${deliveryType} ${stableText([byDelay(trigger), details?.geofences ?? ''])}`;
  }
}

export interface Texts {
  readonly body: readonly string[];
  readonly headline: readonly string[];
}

/** The texts that users read. Components never change. */
export function textsOf({ channel, components }: Sends): Texts {
  const known = texts.get(components);
  if (known) return known;
  const rules: ChannelRules | undefined = memberOf(CHANNEL_RULES, channel);
  const leaves = [...leafMap('campaign_content', components.campaign_content)];
  const named = (fields: readonly string[]) =>
    leaves.flatMap(([at, value]) =>
      typeof value === 'string' && value.trim() !== '' && fields.includes(at.slice(at.lastIndexOf('/') + 1))
        ? [value.trim()]
        : [],
    );
  const found = { body: named(rules?.body ?? []), headline: named(rules ? [rules.headline] : []) };
  texts.set(components, found);
  return found;
}

const texts = new WeakMap<Components, Texts>();
