import { sameComponent, canonical } from '../model/canonical.ts';
import {
  channelAndType,
  sameIdentity,
  componentNames,
  SENDING_STATUSES,
  type CampaignId,
  type Components,
  type Desired,
  type Live,
  type CampaignKey,
} from '../model/campaign.ts';
import { byCodeUnit, stableText } from '../model/json.ts';
import { heldBy, liveCandidates, type Held } from '../model/held.ts';
import type { Note, PlannedCampaign } from '../model/plan.ts';
import type { Binding, State } from '../model/state.ts';
import type { CampaignContext } from './context.ts';
import { notCreated, unreadable } from './planned.ts';
import { isEmergencyStop } from '../model/transitions.ts';

// A file's path is its key unless it sets another one. So a file that was moved seems to be a new campaign, which would send
// to the same people a second time. Files that are renamed in a chain, or that swap names, would rewrite one live campaign
// into another and create a third, and reviewers would not notice which campaign now sends what. The signs of all this: a
// file has the content, or the name, channel and type, that another key had at its last apply.

/** Whether a file has the same components as a binding, which indicates a renamed file. */
export function sameContent(
  desired: Pick<Desired, 'channel' | 'deliveryType' | 'components'>,
  binding: Pick<Binding, 'channel' | 'deliveryType' | 'applied'>,
): boolean {
  const names = new Set([...componentNames(desired.components), ...componentNames(binding.applied)]);
  return (
    channelAndType(desired) === channelAndType(binding) &&
    [...names].every((name) => sameComponent(name, desired.components[name], binding.applied[name]))
  );
}

/** The same, whatever the names are: a file and the name of its campaign are often changed together. */
function sameButForName(desired: Desired, orphan: Binding): boolean {
  if (orphan.applied.campaign_content === undefined) return false;
  const file = { ...desired, components: withoutName(desired.components) };
  return sameContent(file, { ...orphan, applied: withoutName(orphan.applied) });
}

function withoutName({ basic_details: details = {}, ...components }: Components): Components {
  const others = Object.entries(details).filter(([field]) => field !== 'name');
  return { ...components, basic_details: Object.fromEntries(others) };
}

type Files = Pick<CampaignContext, 'orphans' | 'vacated' | 'newcomers' | 'boundFiles' | 'allowed'>;

/** Why a new file may be that of another campaign. */
export function movedFrom(desired: Desired, { orphans, vacated, allowed }: Files): Held | undefined {
  const equal = orphans.find((orphan) => sameContent(desired, orphan));
  if (equal) return renamed(desired, equal, { isAllowable: false });
  if (allowed.has('same-name')) return undefined;
  const named = orphans.find((orphan) => sameIdentity(desired, orphan));
  if (named) return renamed(desired, named, { isAllowable: true });
  // It may describe a campaign whose own file now says something else.
  const former = vacated.find((one) => sameContent(desired, one) || sameIdentity(desired, one));
  if (former) return identityMoved(former.key, desired.file);
  const alike = orphans.find((orphan) => sameButForName(desired, orphan));
  return alike && renamed(desired, alike, { isAllowable: true });
}

/** Whether a new file is blocked because it may be that of a campaign whose file is gone, which then has a file again soon. */
export function isFileOf(one: Desired, orphan: Binding, files: Files): boolean {
  const cause = movedFrom(one, files)?.cause;
  return cause?.code === 'renamed' && cause.orphan === orphan.key;
}

/** Why a managed file may describe another campaign; undefined if nothing indicates that. */
export function movedIdentity(
  desired: Desired,
  binding: Binding,
  { orphans, vacated, newcomers, boundFiles, allowed }: Files,
): Held | undefined {
  if (allowed.has('same-name') || sameIdentity(desired, binding)) return undefined;
  const theirs = [...orphans, ...vacated].find((one) => one !== binding && sameIdentity(desired, one));
  if (theirs) return identityMoved(theirs.key, desired.file);
  // If two campaigns have always shared a name, the other one hasn't taken it.
  const changed = boundFiles.filter(({ key }) => vacated.some((one) => one.key === key));
  const taker = [...newcomers, ...changed].find(
    (one) => one.key !== desired.key && sameIdentity(one, binding),
  );
  return taker && identityMoved(desired.key, taker.file);
}

function renamed(
  { key, file }: Desired,
  orphan: Binding,
  { isAllowable }: { readonly isAllowable: boolean },
): Held {
  const cause = { code: 'renamed', orphan: orphan.key, key, file, isAllowable } as const;
  return heldBy('renamed', cause, isAllowable ? { consent: 'same-name' } : {});
}

function identityMoved(key: CampaignKey, file: string): Held {
  return heldBy('renamed', { code: 'identity-moved', key, file }, { consent: 'same-name' });
}

/** Why a new file isn't created: live campaigns without a binding have its name, channel and type. */
export function sameNameFound(desired: Desired, context: CampaignContext): Held | undefined {
  // Offline, names can't be searched for. The plan as a whole says so.
  if (context.offline) return undefined;
  const answer = context.sameName.get(desired.key);
  if (answer === undefined) return heldBy('unreadable', { code: 'not-compared', why: 'not-searched' });
  if (answer.kind === 'unknown') return unreadable(answer);
  if (answer.campaigns.length === 0 || mayBeSecond(desired, answer.campaigns, context)) return undefined;
  const cause = { code: 'same-name', key: desired.key, found: liveCandidates(answer.campaigns) } as const;
  return heldBy('ambiguous', cause, { consent: 'same-name' });
}

/**
 * Whether a second campaign of that name may be created. If both would send, that is allowed only for the one campaign that
 * is named, or that has a taken name at all: if the record was lost, one consent would send everything again.
 */
function mayBeSecond(
  { key, status }: Desired,
  found: readonly Live[],
  { allowed, named, sameName }: CampaignContext,
): boolean {
  if (!allowed.has('same-name')) return false;
  const wasSent = found.some((one) => one.status === 'SENT' || SENDING_STATUSES.includes(one.status));
  if (status !== 'ACTIVE' || !wasSent || named === key) return true;
  return (
    [...sameName.values()].filter((one) => one.kind === 'found' && one.campaigns.length > 0).length === 1
  );
}

/** Managed campaigns with the same name, channel and type. Files are compared, because they apply after this run. */
export function sameNameNotes(desired: Desired, { boundFiles }: CampaignContext): Note[] {
  const as = boundFiles.filter((one) => sameIdentity(desired, one)).map(({ key }) => key);
  return as.length === 0 ? [] : [{ kind: 'same-name', as }];
}

/** Campaigns that a recovery must not take for the result of this creation, recorded before it is sent. */
export function sameNameIds({ key }: Desired, { sameName }: CampaignContext): CampaignId[] {
  const answer = sameName.get(key);
  return answer?.kind === 'found' ? answer.campaigns.map(({ id }) => id).sort(byCodeUnit) : [];
}

/** A single name can be taken by coincidence. */
const TAKEN_AT_LEAST = 2;

/**
 * If nothing is recorded and most of the campaigns already exist in the service, the files are not the problem: the
 * state branch was lost, or this is another remote. All these campaigns are blocked for that one reason, and allowing
 * duplicates is not suggested. Nothing else is published either: it may have been renamed since the record was lost.
 */
export function withLostRecord(
  campaigns: readonly PlannedCampaign[],
  { state: { bindings, open } }: { readonly state: Pick<State, 'bindings' | 'open'> },
): readonly PlannedCampaign[] {
  const taken = new Set(campaigns.filter(isTaken));
  const isLost = bindings.size === 0 && open.length === 0 && taken.size * 2 > campaigns.length;
  if (!isLost || taken.size < TAKEN_AT_LEAST) return campaigns;
  return campaigns.map((one) => {
    if (taken.has(one)) return { ...one, held: [heldBy('ambiguous', { code: 'no-record', isTaken: true })] };
    // A draft reaches nobody.
    return one.verdict === 'create' && one.transition !== null
      ? notCreated(one, heldBy('ambiguous', { code: 'no-record', isTaken: false }))
      : one;
  });
}

function isTaken({ held }: PlannedCampaign): boolean {
  return held.some(({ cause }) => cause.code === 'same-name');
}

/** Lets starts wait for the stops of the same content, or users would get the message from both. */
export function withStartsAfter(
  campaigns: readonly PlannedCampaign[],
  bindings: State['bindings'],
): readonly PlannedCampaign[] {
  const stopped = new Map<string, CampaignKey[]>();
  for (const { key, transition, desired, live } of campaigns) {
    if (!transition || !isEmergencyStop(transition.action)) continue;
    // Live may spell what was sent in another way, and the file may have an edit that wasn't sent.
    const sent = [desired?.components, live?.components, bindings.get(key)?.applied];
    for (const content of new Set(sent.flatMap(contentOf)))
      stopped.set(content, [...(stopped.get(content) ?? []), key]);
  }
  return campaigns.map((one) => {
    const { transition, desired } = one;
    if (!transition || isEmergencyStop(transition.action)) return one;
    const startsAfter = contentOf(desired?.components).flatMap((content) => stopped.get(content) ?? []);
    return startsAfter.length > 0 ? { ...one, startsAfter } : one;
  });
}

/** The whole content as one text that is the same for all spellings; empty if there is none. */
function contentOf(components: Components | undefined): string[] {
  const content = components?.campaign_content;
  return content ? [stableText(canonical('campaign_content', content))] : [];
}
