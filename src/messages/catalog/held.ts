import {
  SENDING_STATUSES,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type ComponentName,
  type DesiredStatus,
} from '../../model/campaign.ts';
import type { Held, HeldParams, LockedParams, SameNameCandidate } from '../../model/held.ts';
import { ENDED_STATUSES, isPast } from '../../model/past.ts';
import { emergencyStopFor } from '../../model/transitions.ts';
import { scheduledMinute, utcMinute } from '../../model/utc-words.ts';
import { adoptCampaign, forgetCampaign, keepLive, PAST_TENSE, useConsent } from '../advice.ts';
import { blackoutDays } from '../blackout-messages.ts';
import { componentList, lockList } from '../component-names.ts';
import { lastEdited } from '../edit-messages.ts';
import { capitalized, code, joined, listed, run, say, type Message, type Phrase } from '../phrase.ts';
import { describeReplacing, UNDO_EDIT } from '../replace-advice.ts';
import { describeNotReviewed } from '../review-messages.ts';
import { stillSends } from '../still-sends.ts';
import { describeProblem } from './faults.ts';
import { NOT_MANAGEABLE, restoreRecord } from './remote-refusals.ts';
import { messageFor, messageText, type Catalog } from './row.ts';

/** What a row needs besides the parameters of its code. */
interface Place {
  readonly workspace: string;
  readonly components: readonly ComponentName[];
  readonly until: string | null;
}

const AT: Place = { workspace: 'production', components: ['utm_params'], until: null };
const [key, file] = ['promo/black-friday' as CampaignKey, 'campaigns/promo/black-friday.yaml'];
const [campaignId, earlier] = ['65f1c0ffee65f1c0ffee0001' as CampaignId, '20261121T091405-1a2b3c4d'];
const advice = { key, type: 'PERIODIC', status: 'ACTIVE' } as const;
const found = [{ id: campaignId, status: 'DRAFT' }] as const;
const NEXT_APPLY = say`No action needed: the next apply checks that first.`;
const BOTH = say`for both plan and apply`;

/** Why a change is blocked, and what to do about it. Commands in the advice name the workspace. */
export const HELD: Catalog<{ [Code in keyof HeldParams]: HeldParams[Code] & Place }> = {
  locked: {
    says: ({ locks, status, statusAs, by }) =>
      say`${capitalized(lockList(locks))} can't be edited while the campaign is ${statusAs ?? status}${by === 'file' ? '' : ', and the live value differs from the file'}.`,
    todo: lockAdvice,
    example: {
      ...AT,
      ...{ locks: [{ component: 'segmentation_details' }], status: 'ACTIVE', by: 'file', advice },
    },
  },
  conflict: {
    says: ({ components, edit }) =>
      say`${capitalized(componentList(components))} changed both in the file and in the service since the last apply${lastEdited(edit)}.`,
    todo: ({ key, workspace }) =>
      say`To apply the file's values, ${useConsent('conflict', key)} ${BOTH}. To keep the live values, ${keepLive(`${key} --theirs -w ${workspace}`)}.`,
    example: { ...AT, key },
  },
  drift: {
    says: ({ components, edit }) =>
      say`${capitalized(componentList(components))} changed in the service since the last apply${lastEdited(edit)}. The policy setting ${code('drift: hold')} protects such changes.`,
    todo: () => say`Write the live value into the file, or undo the change in the service.`,
    example: AT,
  },
  'status-drift': {
    says: ({ action }) =>
      say`The campaign isn't ${PAST_TENSE[action]}, because its status was changed in the service since the last apply, and the policy setting ${code('drift: hold')} protects such changes.`,
    todo: () => say`Write the live status into the file, or change the status in the service.`,
    example: { ...AT, action: 'RESUME' },
  },
  /** Open point S6. */
  'type-changed': {
    says: ({ file, live }) =>
      say`The file says ${file}, but the live campaign is ${live}, and a campaign can't change its type.`,
    todo: ({ file, live }) =>
      say`Restore ${live} here, and put the ${file} campaign in a new file. If it replaces this one, also end this one, or both campaigns will send.`,
    example: { ...AT, file: 'PUSH ONE_TIME', live: 'EMAIL PERIODIC' },
  },
  'read-only': {
    says: ({ why }) => say`The campaign can't be managed from a file, because ${NOT_MANAGEABLE[why]}.`,
    todo: ({ key, workspace }) => say`Remove the file, then ${forgetCampaign(key, workspace)}.`,
    example: { ...AT, why: 'flow-node', key },
  },
  missing: {
    says: ({ campaignId }) => say`The service no longer has campaign ${campaignId}.`,
    todo: ({ key, workspace }) =>
      say`Check the ${code('base_url')} and ${code('app_key')} of the workspace. If the campaign is really gone, remove its file. To create it again instead (if it is ACTIVE, it sends again), ${forgetCampaign(key, workspace)}.`,
    example: { ...AT, campaignId, key },
  },
  unreadable: {
    says: ({ problem }) => joined(say`The campaign could not be read.`, describeProblem(problem)),
    todo: ({ until }) =>
      say`Run this again${until === null ? '' : ` after ${utcMinute(until)}`}. If it still can't be read, check it in the service.`,
    example: {
      ...AT,
      problem: { code: 'no-answer', baseUrl: 'https://api.example.com/', said: 'ECONNREFUSED' },
    },
  },
  'not-compared': {
    says: ({ why }) =>
      why === 'not-recorded'
        ? say`No apply has recorded the values of this campaign yet, so an offline plan can't compare them.`
        : say`The run did not read this campaign, or did not search for its name.`,
    todo: ({ why }) =>
      why === 'not-recorded' ? say`Apply first, or plan with the service.` : say`Run this again.`,
    example: { ...AT, why: 'not-recorded' },
  },
  unresolved: {
    says: unresolved,
    todo: (cause) =>
      cause.what === 'status' && cause.action === 'PUBLISH'
        ? say`If it stays a draft, publish it in the service, or ${useConsent('unconfirmed')} to publish it from here.`
        : NEXT_APPLY,
    example: { ...AT, what: 'request', run: earlier },
  },
  'creation-unclear': {
    says: ({ run, found }) =>
      say`An earlier run (${run}) tried to create this campaign, and the result isn't known.${found.length === 0 ? '' : say` It could be ${withStatus(found)}.`}`,
    todo: ({ key, found, workspace }) =>
      found.length === 0
        ? say`Look for it in the service. If it is not there, ${forgetCampaign(key, workspace)}. If it is, ${adoptCampaign('ID', { key, workspace })}.`
        : say`If it is not that campaign, rename that one in the service, and apply again. If it is, ${adoptCampaign(onlyId(found), { key, workspace })}.`,
    example: { ...AT, run: earlier, key, found },
  },
  renamed: {
    says: ({ orphan }) =>
      say`This file has the content, or the name, channel and type, of ${orphan}, whose file is gone. If it is the same campaign, an apply would create it a second time.`,
    todo: ({ orphan, key, isAllowable, workspace }) =>
      say`To keep the live one, set ${code(`key: ${orphan}`)} in this file, or ${run(`campaigns state mv ${orphan} ${key} -w ${workspace}`)}. To create a new one, ${isAllowable ? '' : say`change ${code('basic_details.name')}, and `}${useConsent('same-name')} ${BOTH}.`,
    example: {
      ...AT,
      ...{
        orphan: key,
        key: 'promo/friday' as CampaignKey,
        file: 'campaigns/promo/friday.yaml',
        isAllowable: false,
      },
    },
  },
  'identity-moved': {
    says: ({ key, file }) =>
      say`${file} has the name, channel and type that ${key} had at its last apply. Applying it would turn one live campaign into another.`,
    todo: ({ key, file }) =>
      say`If it is the file of ${key}, set ${code(`key: ${key}`)} in ${file}. If not, ${useConsent('same-name')} ${BOTH}.`,
    example: { ...AT, key, file: 'campaigns/promo/friday.yaml' },
  },
  'same-name': {
    says: ({ found }) =>
      say`The service already has this, with the same name, channel and type, and no file: ${withStatus(found)}.`,
    todo: ({ key, found, workspace }) =>
      say`To create a second campaign, ${useConsent('same-name', key)} ${BOTH}${found.some(({ status }) => SENDING_STATUSES.includes(status)) ? ', but users may get both messages' : ''}. To manage the live one with this file, ${adoptCampaign(onlyId(found), { key, workspace })}.`,
    example: { ...AT, key, found },
  },
  'no-record': {
    says: ({ isTaken, workspace }) =>
      say`No record of ${workspace} was found. ${isTaken ? 'The service already has a campaign with the same name, channel and type.' : "This campaign may already be live under another name, so it isn't created."}`,
    todo: ({ workspace }) => say`To restore the record, ${restoreRecord(workspace)}`,
    example: { ...AT, isTaken: true },
  },
  guard: {
    says: ({ touched, live, share }) =>
      say`The plan changes ${touched} of ${live} live campaigns, more than the ${Math.round(share * 100)}% that ${code('policy.guard')} allows.`,
    todo: () => say`Change fewer campaigns at a time, or ${useConsent('guard')}.`,
    example: { ...AT, touched: 6, live: 13, share: 0.3 },
  },
  'publish-off': {
    says: ({ workspace }) =>
      say`The file says ${code('status: ACTIVE')}, but publishing is off for ${workspace}.`,
    todo: ({ workspace }) =>
      say`Publish the campaign in the service, or set ${code('publish: allowed')} for ${workspace} in campaigns/workspaces.yaml.`,
    example: AT,
  },
  'not-ready': {
    says: ({ missing }) => say`The campaign can't be published yet: ${listed(missing)}.`,
    todo: ({ file }) => say`Add what is missing to ${file}.`,
    example: { ...AT, file, missing: ['connector is missing'] },
  },
  'start-past': {
    says: ({ start, zone, createdAt }) =>
      say`Its ${code('start_time')} (${scheduledMinute(start, zone)}) ${passed(createdAt)}. The service doesn't publish such a campaign, or may send it at once.`,
    todo: () => say`Set ${code('start_time')} to a later time.`,
    example: { ...AT, start: '2026-11-20T09:00:00', zone: 'Europe/Berlin' },
  },
  expired: {
    says: ({ expiry, zone, createdAt }) =>
      say`Its ${code('expiry_time')} (${scheduledMinute(expiry, zone)}) ${passed(createdAt)}, so it would never be sent.`,
    todo: () => say`Set ${code('expiry_time')} to a later time, or remove it.`,
    example: { ...AT, expiry: '2026-11-20T09:00:00', zone: 'Europe/Berlin' },
  },
  blackout: {
    says: ({ action, day, days }) =>
      say`It isn't ${action === 'UPDATE' ? 'rescheduled' : PAST_TENSE[action]}, because users would get it on ${day}, and your team sends nothing ${blackoutDays(days)} (${code('policy.rules.blackout')}).`,
    todo: ({ key }) =>
      say`Choose another day, or apply again after it. To make an exception, add ${code(key)} to ${code('except')} of ${code('policy.rules.blackout')}.`,
    example: {
      ...AT,
      ...{ action: 'PUBLISH', key, day: '2026-12-24', days: [{ from: '2026-12-24', to: '2026-12-26' }] },
    },
  },
  'start-waits': {
    says: ({ action, why, as = [] }) =>
      say`The campaign isn't ${PAST_TENSE[action]} yet, because ${why === 'others' ? `these could not be paused or stopped first: ${as.join(', ')}` : 'not all changes that come first are applied and shown by the service'}.`,
    todo: ({ why }) =>
      why === 'confirmation'
        ? say`Compare the campaign in the service with the file. To accept what the service shows, ${useConsent('unconfirmed')}.`
        : say`First resolve what blocks ${why === 'others' ? 'those' : 'its other changes'}, then apply again.`,
    example: { ...AT, action: 'PUBLISH', why: 'edits' },
  },
  'drafts-only': {
    says: ({ advice }) =>
      say`In this workspace, only drafts can be edited (${code('edit_live: never')}), and the campaign is ${advice.status}.`,
    todo: ({ advice, workspace }) => say`${UNDO_EDIT}${describeReplacing(advice, workspace)}`,
    example: { ...AT, advice },
  },
  'edit-refused': {
    says: ({ status, said }) =>
      say`The service refused this edit${status === null ? '' : ` while the campaign was ${status}`}: ${said} It isn't sent again until the status changes.`,
    todo: ({ advice, workspace }) =>
      advice
        ? say`${UNDO_EDIT}${describeReplacing(advice, workspace)}`
        : say`Undo this edit, or see in the next plan how to send a new version instead.`,
    example: { ...AT, status: 'ACTIVE', said: 'Only drafts can be updated.', advice },
  },
  'unknown-status': {
    says: ({ status }) =>
      say`Its status in the service is ${status}, which isn't a documented status, so nothing is changed.`,
    todo: () =>
      say`Check the campaign in the service. Don't add a second file for it: that would create a second campaign.`,
    example: { ...AT, status: 'FROZEN' },
  },
  'transition-not-possible': {
    says: ({ wanted, from, word, type }) =>
      joined(
        say`This ${type} campaign can't change from ${word} to ${wanted}.`,
        wanted === 'ACTIVE' ? [] : stillSends(from),
      ),
    todo: ({ from, type }) => insteadOf(from, emergencyStopFor(type)),
    example: { ...AT, ...{ wanted: 'PAUSED', from: 'SCHEDULED', word: 'SCHEDULED', type: 'ONE_TIME' } },
  },
  'not-reviewed': {
    says: ({ why }) => describeNotReviewed(why),
    // Results say once for all campaigns how to have them reviewed.
    todo: ({ why }) =>
      why.kind === 'not-in-plan-file' ? say`To apply the change, create a new plan file.` : [],
    example: { ...AT, why: { kind: 'not-in-plan-file' } },
  },
};

/** How to send the new version without two campaigns sending to the same people. */
function lockAdvice({ by, advice, workspace }: LockedParams & Place): Phrase {
  // The next apply only records what changed in a campaign that has ended.
  if (by === 'live' && isPast({ ...advice, deliveryType: advice.type }))
    return say`No action needed: the campaign has ended, so the next apply only records this.`;
  if (by === 'file') return say`${UNDO_EDIT}${describeReplacing(advice, workspace)}`;
  return say`To keep the live value, ${keepLive(`${advice.key}${by === 'live' ? '' : ' --theirs'} -w ${workspace}`)}.${by === 'live' ? [] : describeReplacing(advice, workspace)}`;
}

/** What an earlier run left open. */
function unresolved(cause: Readonly<HeldParams['unresolved']>): Phrase {
  switch (cause.what) {
    case 'request':
      return say`An earlier run (${cause.run}) may have sent a change, and the result isn't known yet.`;
    case 'same-name':
      return say`This campaign has the same name as ${cause.of}, whose creation has no known result yet.`;
    case 'status':
      return say`The campaign was ${PAST_TENSE[cause.action]} by an earlier run, but the service doesn't show that yet.`;
    case 'unwanted':
      return say`An earlier run tried to create this campaign, and the result isn't known. Since then, its file was removed or changed its type.`;
  }
}

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
  return messageFor(HELD, cause.code, { ...cause, components, until, workspace });
}

/** What blocks a change as one text, for JSON documents. */
export function heldText(held: Omit<Held, 'reason'>, workspace: string): string {
  return messageText(describeHeld(held, workspace));
}
