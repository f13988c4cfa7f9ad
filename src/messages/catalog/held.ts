import {
  SENDING_STATUSES,
  type CampaignId,
  type CampaignKey,
  type ComponentName,
} from '../../model/campaign.ts';
import type { Held, HeldParams } from '../../model/held.ts';
import { scheduledMinute, utcMinute } from '../../model/utc-words.ts';
import { adoptCampaign, forgetCampaign, keepLive, PAST_TENSE, useConsent } from '../advice.ts';
import { describeProblem } from '../answer-messages.ts';
import { blackoutDays } from '../blackout-messages.ts';
import { componentList } from '../component-names.ts';
import { lastEdited } from '../edit-messages.ts';
import { describeLock, lockAdvice } from '../lock-messages.ts';
import { capitalized, code, joined, listed, run, say, type Message } from '../phrase.ts';
import { noRecord, restoreRecord } from '../record-messages.ts';
import { describeReplacing, UNDO_EDIT } from '../replace-advice.ts';
import { describeNotReviewed } from '../review-messages.ts';
import * as words from './held-words.ts';
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
const AGAIN = say`Run this again.`;
const NEXT_APPLY = say`No action needed: the next apply checks that first.`;
const BOTH = say`for both plan and apply`;

/** Why a change is blocked, and what to do about it. Commands in the advice name the workspace. */
export const HELD: Catalog<{ [Code in keyof HeldParams]: HeldParams[Code] & Place }> = {
  locked: {
    says: (lock) => describeLock(lock),
    todo: (lock) => lockAdvice(lock, lock.workspace),
    example: {
      ...AT,
      ...{ locks: [{ component: 'segmentation_details' }], status: 'ACTIVE', by: 'file' },
      ...{ isAssumed: false, advice },
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
    todo: ({ gone }) =>
      gone.length > 0
        ? say`Remove ${componentList(gone)} from the file, or undo the change in the service.`
        : say`Write the live value into the file, or undo the change in the service.`,
    example: { ...AT, gone: [] },
  },
  'status-drift': {
    says: ({ action }) =>
      say`The campaign isn't ${PAST_TENSE[action]}, because its status was changed in the service since the last apply, and the policy setting ${code('drift: hold')} protects such changes.`,
    todo: () =>
      say`To keep the live status, write it into the file. To get the file's status instead, change the status in the service.`,
    example: { ...AT, action: 'RESUME' },
  },
  /** Open point S6. */
  'type-changed': {
    says: ({ file, live }) =>
      say`The file says ${file.channel} ${file.type}, but the live campaign is ${live.channel} ${live.type}, and a campaign can't change its type.`,
    todo: ({ file, live }) =>
      say`Restore ${live.channel} ${live.type} here, and put the ${file.channel} ${file.type} campaign in a new file.${live.isSending ? say` To replace this one, also ${words.endHere(live.type)}, or both campaigns will send.` : ''}`,
    example: {
      ...AT,
      file: { channel: 'PUSH', type: 'ONE_TIME' },
      live: { channel: 'EMAIL', type: 'PERIODIC', isSending: true },
    },
  },
  'read-only': {
    says: ({ why }) => say`${words.READ_ONLY[why]}, so it can't be managed from a file.`,
    todo: ({ key, workspace }) => say`Remove the file, then ${forgetCampaign(key, workspace)}.`,
    example: { ...AT, why: 'flow-node', key },
  },
  missing: {
    says: ({ campaignId }) => say`The service no longer has campaign ${campaignId}.`,
    todo: ({ key, hasFile, workspace }) =>
      say`Check the ${code('base_url')} and ${code('app_key')} of the workspace. If the campaign is really gone, ${hasFile ? 'remove its file. To create it again instead (if it is ACTIVE, it sends again), ' : ''}${forgetCampaign(key, workspace)}.`,
    example: { ...AT, campaignId, key, hasFile: true },
  },
  unreadable: {
    says: ({ problem }) => joined(say`The campaign could not be read.`, describeProblem(problem)),
    todo: ({ isMalformed, until }) =>
      isMalformed
        ? say`If the campaign still can't be read, check it in the service. Nothing is changed until it can be read.`
        : say`Run this again ${until === null ? 'when the service works again' : `after ${utcMinute(until)}`}.`,
    example: {
      ...AT,
      problem: { code: 'no-connection', baseUrl: 'https://api.example.com/', error: 'ECONNREFUSED' },
      isMalformed: false,
    },
  },
  'not-compared': {
    says: ({ why }) => say`${words.NOT_COMPARED[why]}`,
    todo: ({ why }) => (why === 'not-recorded' ? say`Apply first, or plan with the service.` : AGAIN),
    example: { ...AT, why: 'not-recorded' },
  },
  unresolved: {
    says: (cause) => words.unresolved(cause),
    todo: (cause) =>
      cause.what === 'status' && cause.action === 'PUBLISH'
        ? say`If it stays a draft, publish it in the service, or ${useConsent('unconfirmed')} to publish it from here.`
        : NEXT_APPLY,
    example: { ...AT, what: 'request', run: earlier, kind: 'update' },
  },
  'creation-unclear': {
    says: ({ run, why, found }) =>
      say`An earlier run (${run}) tried to create this campaign, and the result isn't known. ${words.CREATIONS[why]}${found.length === 0 ? '' : say`: ${words.withStatus(found)}`}.`,
    todo: ({ key, found, workspace }) =>
      found.length === 0
        ? say`Look for it in the service. If it is not there, ${forgetCampaign(key, workspace)}. If it is, ${adoptCampaign('ID', { key, workspace })}.`
        : say`If it is not that campaign, rename that one in the service, and apply again. If it is, ${adoptCampaign(found.length === 1 ? (found[0]?.id ?? 'ID') : 'ID', { key, workspace })}.`,
    example: { ...AT, run: earlier, key, why: 'alike', found },
  },
  renamed: {
    says: ({ orphan, same, ended }) =>
      say`This file has ${same === 'content' ? 'the content' : 'the name, channel and type'} of ${orphan}, ${ended ? `which is ${ended}` : 'which has no file anymore. If it is the same campaign, an apply would create it a second time'}.`,
    todo: ({ orphan, key, place, ended, isAllowable, workspace }) =>
      say`To create a new one, ${isAllowable ? '' : say`change ${code('basic_details.name')}, and `}${useConsent('same-name')} ${BOTH}. ${ended ? 'Otherwise, remove this file' : say`To keep the live one, ${words.setKey(orphan, { file: 'this file', place })}, or ${run(`campaigns state mv ${orphan} ${key} -w ${workspace}`, 'ask an engineer to use the state mv command')}`}.`,
    example: {
      ...AT,
      ...{ orphan: key, key: 'promo/friday' as CampaignKey, file: 'campaigns/promo/friday.yaml' },
      ...{ same: 'content', isAllowable: false },
    },
  },
  'identity-moved': {
    says: ({ key, file }) =>
      say`${file} has the name, channel and type that ${key} had at its last apply. Applying it would turn one live campaign into another.`,
    todo: ({ key, file, place }) =>
      say`If it is the file of ${key}, ${words.setKey(key, { file, place })}. If not, ${useConsent('same-name')} ${BOTH}.`,
    example: { ...AT, key, file: 'campaigns/promo/friday.yaml' },
  },
  'same-name': {
    says: ({ found }) =>
      say`The service already has this, with the same name, channel and type, and no file: ${words.withStatus(found)}.`,
    todo: ({ key, found, workspace }) =>
      say`To create a second campaign, ${useConsent('same-name', key)} ${BOTH}${found.some(({ status }) => SENDING_STATUSES.includes(status)) ? ', but users may get both messages' : ''}. To manage the live one with this file, ${adoptCampaign(found.length === 1 ? (found[0]?.id ?? 'ID') : 'ID', { key, workspace })}.`,
    example: { ...AT, key, found },
  },
  'no-record': {
    says: ({ hasOrigin, isTaken, workspace }) =>
      say`${noRecord(workspace, hasOrigin)} ${isTaken ? 'The service already has a campaign with the same name, channel and type.' : "This campaign may already be live under another name, so it isn't created."}`,
    todo: ({ hasOrigin, workspace }) => restoreRecord(workspace, hasOrigin),
    example: { ...AT, hasOrigin: true, isTaken: true },
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
      say`Its ${code('start_time')} (${scheduledMinute(start, zone)}) ${words.passed(createdAt)}. The service doesn't publish such a campaign, or may send it at once.`,
    todo: () => say`Set ${code('start_time')} to a later time.`,
    example: {
      ...AT,
      ...{ start: '2026-11-20T09:00:00', zone: 'Europe/Berlin' },
    },
  },
  expired: {
    says: ({ expiry, zone, createdAt }) =>
      say`Its ${code('expiry_time')} (${scheduledMinute(expiry, zone)}) ${words.passed(createdAt)}, so it would never be sent.`,
    todo: () => say`Set ${code('expiry_time')} to a later time, or remove it.`,
    example: { ...AT, expiry: '2026-11-20T09:00:00', zone: 'Europe/Berlin' },
  },
  blackout: {
    says: ({ action, day, days }) =>
      say`It isn't ${words.DONE[action]}, because users would get it on ${day}, and your team sends nothing ${blackoutDays(days)} (${code('policy.rules.blackout')}).`,
    todo: ({ key }) =>
      say`Choose another day, or apply again after it. To make an exception, add ${code(key)} to ${code('except')} of ${code('policy.rules.blackout')}.`,
    example: {
      ...AT,
      ...{ action: 'PUBLISH', key, day: '2026-12-24', days: [{ from: '2026-12-24', to: '2026-12-26' }] },
    },
  },
  'start-waits': {
    says: ({ action, why, as = [] }) =>
      say`The campaign isn't ${PAST_TENSE[action]}${why === 'others' ? say`, because these could not be paused or stopped first: ${as.join(', ')}` : words.WAITS_FOR[why]}.`,
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
    says: (cause) => words.impossible(cause),
    todo: (cause) => words.insteadOf(cause),
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

export function describeHeld({ cause, components, until }: Omit<Held, 'reason'>, workspace: string): Message {
  return messageFor(HELD, cause.code, { ...cause, components, until, workspace });
}

/** What blocks a change as one text, for JSON documents. */
export function heldText(held: Omit<Held, 'reason'>, workspace: string): string {
  return messageText(describeHeld(held, workspace));
}
