import type { CampaignId, CampaignKey, Components, Live } from '../model/campaign.ts';
import { canonical } from '../model/canonical.ts';
import { byCodeUnit, stableText } from '../model/json.ts';
import type { MetaAnswers, People, Unestimated } from '../model/people.ts';
import { isMoved, type Note, type PlannedCampaign, type Reach } from '../model/plan.ts';
import { componentsOf, isSendingAfter } from '../model/planned-sends.ts';
import { isEmergencyStop, publishesVersion } from '../model/transitions.ts';

// Whom the service is asked about, and what its answers say. Each question is a request, so there are none where nothing is
// sent, and only so many in a plan: those about the campaigns that send soonest.

/** Requests in one plan. */
export const QUESTIONS_AT_MOST = 30;
/** Other campaigns with the same audience that are asked about, since the newest may have no estimate yet. */
const OTHERS_AT_MOST = 2;

/** A managed campaign that may have an estimate for its audience. */
export type Estimable = Pick<Live, 'id' | 'channel' | 'deliveryType' | 'status' | 'components'> & {
  readonly key: CampaignKey;
};

/** Whom a plan asks about: campaigns that it changes, or whatever sends once it is applied. */
export type Asking = 'changes' | 'sends';

/** What the service was asked about campaigns, and what it answered. */
export interface Meta {
  readonly about: Asking;
  readonly answers: MetaAnswers;
  /** Sorted by key. */
  readonly others: readonly Estimable[];
  /** What keeps drafts from being published as they are saved. */
  readonly refusals?: ReadonlyMap<CampaignId, readonly string[]>;
}

/** What is said of a campaign because of what the service said. */
interface Told {
  readonly people?: People;
  readonly notes: readonly Note[];
}

/** The campaigns to ask about, so that those of the plan that send soonest get a number. */
export function questionsOf(
  campaigns: readonly PlannedCampaign[],
  { about, others }: Omit<Meta, 'answers'>,
): readonly CampaignId[] {
  const ids = soonestFirst(campaigns.filter((one) => isAskedAbout(one, about))).flatMap((campaign) => {
    const { live } = campaign;
    const isOwn = live !== undefined && mayHaveEstimate(live);
    const own = isOwn || live?.status === 'DRAFT' ? [live.id] : [];
    const isEnough = (isOwn && !changesAudience(campaign)) || !isSendingAfter(campaign);
    const alike = isEnough ? [] : likeIt(campaign, others).slice(0, OTHERS_AT_MOST);
    return [...own, ...alike.map(({ id }) => id)];
  });
  return [...new Set(ids)].slice(0, QUESTIONS_AT_MOST);
}

/** The drafts of a plan, whose reviewers may have rejected them. */
export function draftsOf(campaigns: readonly PlannedCampaign[]): readonly CampaignId[] {
  const drafts = campaigns.flatMap(({ live }) => (live?.status === 'DRAFT' ? [live.id] : []));
  return drafts.slice(0, QUESTIONS_AT_MOST);
}

/** The drafts that a plan publishes without another change: only of these does the service know already what is published. */
export function publishedAsSaved(campaigns: readonly PlannedCampaign[]): readonly Live[] {
  const drafts = campaigns.flatMap(({ live, steps }) =>
    live?.status === 'DRAFT' && steps.length > 0 && steps.every(({ kind }) => kind === 'transition')
      ? [live]
      : [],
  );
  return drafts.slice(0, QUESTIONS_AT_MOST);
}

/** Whether its number is asked for, or why a draft can't be published. */
export function isAskedAbout(campaign: PlannedCampaign, about: Asking): boolean {
  return hasNumber(campaign, about) || campaign.held.some(({ reason }) => reason === 'needs-publish');
}

/** Whether people matter: something is sent, but for a pause or a stop, or the campaign sends anyway. */
function hasNumber(campaign: PlannedCampaign, about: Asking): boolean {
  const { steps, transition } = campaign;
  if (isMoved(campaign) && transition && isEmergencyStop(transition.action)) return false;
  return steps.length > 0 || (about === 'sends' && isSendingAfter(campaign));
}

/** Whether it is started now. A new version of a campaign that is live starts nothing. */
function starts(campaign: PlannedCampaign): boolean {
  const { transition } = campaign;
  if (!transition || !isMoved(campaign) || isEmergencyStop(transition.action)) return false;
  return !publishesVersion(transition);
}

function soonestFirst(campaigns: readonly PlannedCampaign[]): readonly PlannedCampaign[] {
  const placed = campaigns.map((campaign) => {
    const instant = Date.parse(campaign.nextSend ?? '');
    // Without a time, it is sent at once, or whenever users trigger it.
    const at = Number.isNaN(instant) ? -Infinity : instant;
    return { campaign, at: isSendingAfter(campaign) ? at : Infinity };
  });
  placed.sort((one, other) => {
    if (one.at !== other.at) return one.at < other.at ? -1 : 1;
    return byCodeUnit(one.campaign.key, other.campaign.key);
  });
  return placed.map(({ campaign }) => campaign);
}

export function mayHaveEstimate({ status, deliveryType }: Pick<Live, 'status' | 'deliveryType'>): boolean {
  return status === 'SCHEDULED' && isEstimated(deliveryType);
}

/** The audience that a campaign will have. What its change doesn't send stays as it is. */
function audienceAfter(campaign: PlannedCampaign): string | undefined {
  const channel = campaign.desired?.channel ?? campaign.live?.channel ?? '';
  return audienceOf({ channel, components: componentsOf(campaign, 'after') });
}

function changesAudience(campaign: PlannedCampaign): boolean {
  const { live } = campaign;
  return live !== undefined && audienceAfter(campaign) !== audienceOf(live);
}

function likeIt(campaign: PlannedCampaign, others: readonly Estimable[]): Estimable[] {
  const audience = audienceAfter(campaign);
  return others.filter(
    (one) => one.key !== campaign.key && audience !== undefined && audienceOf(one) === audience,
  );
}

/** Campaigns with what the service said about them. */
export function withMeta(
  campaigns: readonly PlannedCampaign[],
  meta: Meta | undefined,
): readonly PlannedCampaign[] {
  if (!meta) return campaigns;
  return campaigns.map((one) => {
    const { people, notes } = told(one, meta);
    if (!people && notes.length === 0) return one;
    return { ...one, ...(people && { people }), notes: [...one.notes, ...notes] };
  });
}

function told(campaign: PlannedCampaign, meta: Meta): Told {
  const { live } = campaign;
  const comment = live?.status === 'DRAFT' ? meta.answers.get(live.id)?.rejection : undefined;
  const said = (live && meta.refusals?.get(live.id)) ?? [];
  const notes: readonly Note[] = [
    ...(comment === undefined ? [] : [{ kind: 'rejected', comment } as const]),
    ...(said.length === 0 ? [] : [{ kind: 'publish-refused', said } as const]),
  ];
  return hasNumber(campaign, meta.about) ? { people: peopleOf(campaign, meta), notes } : { notes };
}

/** Its own number, as long as its audience stays the same, or that of another campaign with its audience. */
function peopleOf(campaign: PlannedCampaign, { answers, others }: Meta): People {
  const { live } = campaign;
  const isChanged = changesAudience(campaign);
  const own = live && mayHaveEstimate(live) ? live.id : undefined;
  const before = own === undefined ? undefined : answers.get(own)?.estimate;
  const beside = { live: isChanged ? (before?.count ?? null) : null };
  if (before && !isChanged) return { kind: 'known', ...before, like: undefined, ...beside };
  const alike = likeIt(campaign, others);
  for (const { id, key: like } of alike) {
    const estimate = answers.get(id)?.estimate;
    if (estimate) return { kind: 'known', ...estimate, like, ...beside };
  }
  const ids = own === undefined || isChanged ? alike.map(({ id }) => id) : [own];
  return { kind: 'unknown', why: whyUnknown(campaign, ids, answers), ...beside };
}

/** `ids`: of the campaigns that could have had a number. */
function whyUnknown(
  { desired, live }: PlannedCampaign,
  ids: readonly CampaignId[],
  answers: MetaAnswers,
): Unestimated {
  const asked = ids.filter((id) => answers.has(id));
  if (asked.some((id) => answers.get(id) !== undefined)) return 'not-computed';
  if (asked.length > 0) return 'no-answer';
  if (ids.length > 0) return 'not-asked';
  if (!isEstimated(desired?.deliveryType ?? live?.deliveryType ?? '')) return 'other-type';
  return live && mayHaveEstimate(live) ? 'not-computed' : 'not-scheduled';
}

/** How many people get messages that they wouldn't get without this plan. */
export function reachOf(campaigns: readonly PlannedCampaign[]): Reach | undefined {
  const growing = campaigns.filter(
    (one) => one.people !== undefined && (starts(one) || (isSendingAfter(one) && changesAudience(one))),
  );
  if (growing.length === 0) return undefined;
  const isKnown = (one: PlannedCampaign) =>
    one.people?.kind === 'known' && (starts(one) || one.people.live !== null);
  const gains = growing.flatMap((one) =>
    one.people?.kind === 'known' && isKnown(one)
      ? [Math.max(0, one.people.count - (starts(one) ? 0 : (one.people.live ?? 0)))]
      : [],
  );
  return {
    people: gains.reduce((sum, gain) => sum + gain, 0),
    unknown: growing.filter((one) => !isKnown(one)).map(({ key }) => key),
  };
}

/** Delivery types with an estimate while they are scheduled. Specification, Get Campaign Meta. */
const ESTIMATED: readonly string[] = ['ONE_TIME', 'BUSINESS_EVENT_TRIGGERED', 'EVENT_TRIGGERED'];

function isEstimated(deliveryType: string): boolean {
  return ESTIMATED.includes(deliveryType);
}

/** A text that is the same for all campaigns with the same audience; undefined if the campaign names none. */
function audienceOf({
  channel,
  components: { segmentation_details: segment, basic_details: details },
}: {
  readonly channel: string;
  readonly components: Components;
}): string | undefined {
  const users = canonical('segmentation_details', segment ?? {});
  if (Object.keys(users).length === 0) return undefined;
  const { platforms = null, ...own } = canonical('basic_details', details ?? {});
  const ofMail = channel === 'EMAIL' ? [own.content_type ?? null, own.subscription_category ?? null] : [];
  return stableText([channel, users, platforms, ...ofMail]);
}
