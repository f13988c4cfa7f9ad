import {
  isComponentName,
  SENDING_STATUSES,
  type CampaignStatus,
  type ComponentName,
  type DesiredStatus,
  ENDED_STATUSES,
  isPast,
} from '../../model/campaign.ts';
import type { NotReviewed, StepDifference, UnapprovedSteps } from '../../model/approval.ts';
import type {
  Held,
  HeldParams,
  LockedParams,
  SameNameCandidate,
  UnresolvedParams,
} from '../../model/held.ts';
import { emergencyStopFor, type StepName } from '../../model/transitions.ts';
import { firstFew, grouped, scheduledMinute, utcMinute } from '../../model/show.ts';
import {
  adoptCampaign,
  blackoutDays,
  forgetCampaign,
  keepLive,
  lastEdited,
  PAST_TENSE,
  replaceByCopy,
  undoOrReplace,
  useConsent,
} from '../advice.ts';
import { componentList, lockList } from '../field-names.ts';
import { capitalized, code, joined, listed, run, say, type Message, type Phrase } from '../phrase.ts';
import { describeProblem } from './faults.ts';
import { NOT_MANAGEABLE } from './refusals.ts';
import { inWords, messageFor, row, saidFor, type Catalog } from './row.ts';

/** What a row needs besides the parameters of its code. */
interface Place {
  readonly workspace: string;
  readonly components: readonly ComponentName[];
  readonly until: string | null;
}

const BOTH = say`for both plan and apply`;
/** Campaigns that a sentence names. */
const NAMES_AT_MOST = 3;

/** Why a change is blocked, and what to do about it. Commands in the advice name the workspace. */
export const HELD: Catalog<{ [Code in keyof HeldParams]: HeldParams[Code] & Place }> = {
  locked: (cause) =>
    row`${capitalized(lockList(cause.locks))} can't be edited while the campaign is ${cause.statusAs ?? cause.status}${cause.by === 'file' ? '' : ', and the live value differs from the file'}. — ${lockAdvice(cause)}`,
  conflict: ({ components, edit, key, workspace }) => row`
    ${capitalized(componentList(components))} changed both in the file and in the service since the last apply${lastEdited(edit)}.
    — To apply the file's values, ${useConsent('conflict', key)} ${BOTH}. To keep the live values, ${keepLive(`${key} --theirs -w ${workspace}`)}.`,
  drift: ({ components, edit }) =>
    row`${capitalized(componentList(components))} changed in the service since the last apply${lastEdited(edit)}. ${PROTECTED} — Write the live value into the file, or undo the change in the service.`,
  'status-drift': ({ action }) =>
    row`The campaign isn't ${PAST_TENSE[action]}, because its status was changed in the service since the last apply. ${PROTECTED} — Write the live status into the file, or change the status in the service.`,
  /** Open point S6. */
  'type-changed': ({ file, live }) =>
    row`The file says ${file}, but the live campaign is ${live}, and a campaign can't change its type. — Restore ${live} here, and put the ${file} campaign in a new file. If it replaces this one, also end this one, or both campaigns will send.`,
  'read-only': ({ why, key, workspace }) =>
    row`The campaign can't be managed from a file, because ${NOT_MANAGEABLE[why]}. — Remove the file, then ${forgetCampaign(key, workspace)}.`,
  missing: ({ campaignId, key, workspace }) => row`
    The service no longer has campaign ${campaignId}.
    — Check the ${code('base_url')} and ${code('app_key')} of the workspace. If the campaign is really gone, remove its file. To create it again instead (if it is ACTIVE, it sends again), ${forgetCampaign(key, workspace)}.`,
  unreadable: ({ problem, until }) =>
    row`${joined(say`The campaign could not be read.`, describeProblem(problem))} — Run this again${until === null ? '' : ` after ${utcMinute(until)}`}. If it still can't be read, check it in the service.`,
  'not-compared': ({ why }) =>
    row`This campaign could not be compared: it was ${inWords(why)}. — Run this again, with the service if this was offline.`,
  unresolved: (cause) => [
    saidFor(UNRESOLVED, cause, 'what'),
    cause.what === 'status' && cause.action === 'PUBLISH'
      ? say`If it stays a draft, publish it in the service, or ${useConsent('unconfirmed')} to publish it from here.`
      : say`No action needed: the next apply checks that first.`,
  ],
  'creation-unclear': ({ run, found, key, workspace }) =>
    found.length === 0
      ? row`An earlier run (${run}) tried to create this campaign, and the result isn't known. — Look for it in the service. If it is not there, ${forgetCampaign(key, workspace)}. If it is, ${adoptCampaign('ID', { key, workspace })}.`
      : row`An earlier run (${run}) tried to create this campaign. It could be ${withStatus(found)}. — If it is not that campaign, rename that one in the service, and apply again. If it is, ${adoptCampaign(onlyId(found), { key, workspace })}.`,
  renamed: ({ orphan, key, isAllowable, workspace }) => row`
    This file has the content, or the name, channel and type, of ${orphan}, whose file is gone. If it is the same campaign, an apply would create it a second time.
    — To keep the live one, set ${code(`key: ${orphan}`)} in this file, or ${run(`campaigns state mv ${orphan} ${key} -w ${workspace}`)}. To create a new one, ${isAllowable ? '' : say`change ${code('basic_details.name')}, and `}${useConsent('same-name')} ${BOTH}.`,
  'identity-moved': ({ key, file }) => row`
    ${file} has the name, channel and type that ${key} had at its last apply. Applying it would turn one live campaign into another.
    — If it is the file of ${key}, set ${code(`key: ${key}`)} in ${file}. If not, ${useConsent('same-name')} ${BOTH}.`,
  'same-name': ({ found, key, workspace }) => row`
    The service already has this, with the same name, channel and type, and no file: ${withStatus(found)}.
    — To create a second campaign, ${useConsent('same-name', key)} ${BOTH}${found.some(({ status }) => SENDING_STATUSES.includes(status)) ? ', but users may get both messages' : ''}. To manage the live one with this file, ${adoptCampaign(onlyId(found), { key, workspace })}.`,
  'no-record': ({ isTaken, workspace }) => row`
    No record of ${workspace} was found. ${isTaken ? 'The service already has a campaign with the same name, channel and type.' : "This campaign may already be live under another name, so it isn't created."}
    — To restore the record, push ${code(`campaigns-state/${workspace}`)} from a clone or copy that still has it. Otherwise, ${run(`campaigns adopt --all -w ${workspace}`, 'ask an engineer to link the files to the live campaigns with the adopt command')}.`,
  guard: (fault) =>
    'people' in fault
      ? row`
    The plan newly reaches ${grouped(fault.people)} people, more than the ${grouped(fault.atMost)} that ${code('policy.guard')} allows${fault.unknown.length === 0 ? '' : `, not counting campaigns whose number is unknown (${firstFew(fault.unknown, NAMES_AT_MOST)})`}. Only pauses and stops will be applied.
    — Start fewer campaigns at a time, check the audiences, or ${useConsent('guard')}.`
      : row`The plan changes ${fault.touched} of ${fault.live} live campaigns, more than the ${Math.round(fault.share * 100)}% that ${code('policy.guard')} allows. Only pauses and stops will be applied. — Change fewer campaigns at a time, or ${useConsent('guard')}.`,
  'draft-above': ({ version }) =>
    row`Version ${version} is a draft in the service, so what it changes isn't live. It may contain edits from the file. — Check the draft in the service, then publish or delete it there.`,
  'publish-off': ({ workspace }) =>
    row`The file says ${code('status: ACTIVE')}, but publishing is off for ${workspace}. — Publish the campaign in the service, or set ${code('publish: allowed')} for ${workspace} in campaigns/workspaces.yaml.`,
  'not-ready': ({ missing, file }) =>
    row`The campaign can't be published yet: ${listed(missing)}. — Add what is missing to ${file}.`,
  'start-past': ({ start, zone, createdAt }) =>
    row`Its ${code('start_time')} (${scheduledMinute(start, zone)}) ${passed(createdAt)}. The service doesn't publish such a campaign, or may send it at once. — Set ${code('start_time')} to a later time.`,
  expired: ({ expiry, zone, createdAt }) =>
    row`Its ${code('expiry_time')} (${scheduledMinute(expiry, zone)}) ${passed(createdAt)}, so it would never be sent. — Set ${code('expiry_time')} to a later time, or remove it.`,
  blackout: ({ action, day, days, key }) => row`
    It isn't ${action === 'UPDATE' ? 'rescheduled' : PAST_TENSE[action]}, because users would get it on ${day}, a day on which your team sends nothing (${blackoutDays(days)}; ${code('policy.rules.blackout')}).
    — Choose another day, or apply again after it. To make an exception, add ${code(key)} to ${code('except')} of ${code('policy.rules.blackout')}.`,
  'start-waits': ({ action, why, as = [] }) => row`
    The campaign isn't ${PAST_TENSE[action]} yet, because ${why === 'others' ? `these could not be paused or stopped first: ${as.join(', ')}` : 'not all changes that come first are applied and shown by the service'}.
    — ${why === 'confirmation' ? say`Compare the campaign in the service with the file. To accept what the service shows, ${useConsent('unconfirmed')}.` : say`First resolve what blocks ${why === 'others' ? 'those' : 'its other changes'}, then apply again.`}`,
  'drafts-only': ({ advice, workspace }) =>
    row`In this workspace, only drafts can be edited (${code('edit_live: never')}), and the campaign is ${advice.status}. — ${undoOrReplace(advice, workspace)}`,
  'edit-refused': ({ status, said, advice, workspace }) => row`
    The service refused this edit${status === null ? '' : ` while the campaign was ${status}`}: ${said} It isn't sent again until the status changes.
    — ${advice ? undoOrReplace(advice, workspace) : say`Undo this edit, or see in the next plan how to send a new version instead.`}`,
  'unknown-status': ({ status }) =>
    row`Its status in the service is ${status}, which isn't a documented status, so nothing is changed. — Check the campaign in the service. Don't add a second file for it: that would create a second campaign.`,
  'transition-not-possible': ({ wanted, from, word, type }) => [
    joined(
      say`This ${type} campaign can't change from ${word} to ${wanted}.`,
      wanted === 'ACTIVE' ? [] : stillSends(from),
    ),
    // Whoever wants it to be sent doesn't want to end it.
    insteadOf(from, wanted === 'ACTIVE' ? undefined : emergencyStopFor(type)),
  ],
  // Results say once for all campaigns how to have them reviewed.
  'not-reviewed': ({ why }) => [
    describeNotReviewed(why),
    why.kind === 'not-in-plan-file' ? say`To apply the change, create a new plan file.` : [],
  ],
};

const PROTECTED = say`The policy setting ${code('drift: hold')} protects such changes.`;

/** How to send the new version without two campaigns sending to the same people. */
function lockAdvice({ by, advice, workspace }: LockedParams & Place): Phrase {
  // The next apply only records what changed in a campaign that has ended.
  if (by === 'live' && isPast({ ...advice, deliveryType: advice.type }))
    return say`No action needed: the campaign has ended, so the next apply only records this.`;
  if (by === 'file') return undoOrReplace(advice, workspace);
  const kept = say`To keep the live value, ${keepLive(`${advice.key}${by === 'live' ? '' : ' --theirs'} -w ${workspace}`)}.`;
  return by === 'live' ? kept : joined(kept, replaceByCopy(advice, workspace));
}

/** What an earlier run left open. */
const UNRESOLVED: Catalog<UnresolvedParams, Phrase> = {
  request: ({ run: earlier }) =>
    say`An earlier run (${earlier}) may have sent a change, and the result isn't known yet.`,
  'same-name': ({ of }) =>
    say`This campaign has the same name as ${of}, whose creation has no known result yet.`,
  status: ({ action }) =>
    say`The campaign was ${PAST_TENSE[action]} by an earlier run, but the service doesn't show that yet.`,
  unwanted: () =>
    say`An earlier run tried to create this campaign, and the result isn't known. Since then, its file was removed or changed its type.`,
};

function withStatus(found: readonly SameNameCandidate[]): Phrase {
  return listed(found.map(({ id, status }) => `${id} (${status})`));
}

/** The ID of the only candidate; otherwise, a person has to choose. */
function onlyId([first, ...others]: readonly SameNameCandidate[]): string {
  return first && others.length === 0 ? first.id : 'ID';
}

function passed(createdAt: string | undefined): string {
  return createdAt === undefined
    ? 'is in the past'
    : `will be past when quota allows its creation (${utcMinute(createdAt)})`;
}

function insteadOf(from: CampaignStatus, stop: DesiredStatus | undefined): Phrase {
  if (ENDED_STATUSES.includes(from))
    return say`Remove ${code('status')} or the file: a campaign that has ended stays so. To send it again, write a new file.`;
  const other = stop && from !== 'DRAFT' ? say`, or write ${code(`status: ${stop}`)}` : '';
  return say`Remove ${code('status')}${other}, or change the status in the service.`;
}

export function describeHeld({ cause, components, until }: Omit<Held, 'reason'>, workspace: string): Message {
  return messageFor(HELD, { ...cause, components, until, workspace });
}

export function describeNotReviewed(why: NotReviewed): Phrase {
  const said = why.kind === 'not-approved' ? describeUnapproved(why) : NOT_REVIEWED[why.kind];
  return joined(said, stillSends(why.sendsAs));
}

const NOT_REVIEWED = {
  'no-review-key': say`The input ${code('review-key')} is missing, so no reviewed plan can be verified.`,
  drift: say`It was changed in the service, and no merged plan restores it.`,
  'not-in-plan-file': say`This campaign would also be changed, but the plan file doesn't include it.`,
};

/** Users who want to end a campaign, and can't, must know that it goes on. Empty for one that sends nothing. */
function stillSends(status: CampaignStatus | undefined): Phrase {
  if (status === undefined || !SENDING_STATUSES.includes(status)) return [];
  return status === 'SCHEDULED' ? say`It will still be sent.` : say`It is still sending.`;
}

/** No merged plan shows it, or the plan that does is out of date. */
function describeUnapproved({ steps, unread }: UnapprovedSteps): Phrase {
  const unplanned = steps.filter(({ decision }) => decision.kind === 'no-plan');
  const without = unread.map(
    ({ pull, why }) =>
      say`#${pull} approves nothing, because it has no valid plan comment for its last commit (${inWords(why)}).`,
  );
  return joined(
    unplanned.length === 0 || unread.length > 0
      ? []
      : say`No merged plan showed ${listed(unplanned.map(({ name }) => stepNoun(name)))}.`,
    ...(unplanned.length === 0 ? [] : without),
    ...steps.map(({ name, decision }) =>
      decision.kind === 'out-of-date'
        ? say`#${decision.pull} no longer approves ${stepNoun(name)}, because ${OUT_OF_DATE[decision.difference]}.`
        : [],
    ),
  );
}

const OUT_OF_DATE: Readonly<Record<StepDifference, string>> = {
  target: 'the files have changed since then',
  base: 'the campaign has changed in the service since then',
  done: 'it was applied, and then undone in the service',
  closed: 'the campaign has been in sync since then',
  'nothing-planned': 'it was merged later and planned no change',
  blocked: 'that is blocked now',
  creation: 'the campaign has been created or removed since then',
};

function stepNoun(name: StepName): Phrase {
  if (name === 'create') return say`the creation`;
  return isComponentName(name) ? say`the update of ${code(name)}` : say`${name}`;
}
