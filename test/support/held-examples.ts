import type { CampaignId, CampaignKey } from '../../src/model/campaign.ts';
import type { HeldCause } from '../../src/model/held.ts';
import { ANSWERED_500 } from './answer-problems.ts';

/** An example of each reason why a change is blocked; a code without one does not compile. */
type HeldExamples = { readonly [Code in HeldCause['code']]: Extract<HeldCause, { readonly code: Code }> };

const [key, campaignId] = ['promo/black-friday' as CampaignKey, '65f1c0ffee65f1c0ffee0001' as CampaignId];
const [file, run] = ['campaigns/promo/black-friday.yaml', '20261121T091405-1a2b3c4d'];
const advice = { key, type: 'PERIODIC', status: 'ACTIVE', wanted: 'ACTIVE', publishes: true } as const;
const found = [{ id: campaignId, status: 'DRAFT' }] as const;

export const HELD_EXAMPLES: HeldExamples = {
  locked: {
    ...{ code: 'locked', locks: [{ component: 'segmentation_details' }], status: 'ACTIVE', by: 'file' },
    ...{ isAssumed: false, cleared: [], advice },
  },
  conflict: { code: 'conflict', key },
  drift: { code: 'drift', gone: [] },
  'status-drift': { code: 'status-drift', action: 'RESUME' },
  'type-changed': {
    ...{ code: 'type-changed', file: { channel: 'PUSH', type: 'ONE_TIME' } },
    live: { channel: 'EMAIL', type: 'PERIODIC', isSending: true },
  },
  'read-only': { code: 'read-only', why: 'flow-node', key },
  missing: { code: 'missing', campaignId, key, hasFile: true },
  unreadable: { code: 'unreadable', problem: ANSWERED_500, isMalformed: false },
  'not-asked': { code: 'not-asked' },
  'name-not-searched': { code: 'name-not-searched' },
  'nothing-recorded': { code: 'nothing-recorded' },
  'intent-open': { code: 'intent-open', run, kind: 'update' },
  'identity-moved': { code: 'identity-moved', other: key, file: 'campaigns/promo/friday.yaml' },
  'identity-taken': { code: 'identity-taken', key, by: 'campaigns/promo/friday.yaml' },
  renamed: {
    code: 'renamed',
    orphan: key,
    key: 'promo/friday' as CampaignKey,
    file: 'campaigns/promo/friday.yaml',
    same: 'content',
    isAllowable: false,
  },
  'same-name': { code: 'same-name', key, found },
  'no-record': { code: 'no-record', hasOrigin: true },
  'maybe-live': { code: 'maybe-live', hasOrigin: true },
  'creation-unclear': { code: 'creation-unclear', run, key, found, isAlike: true },
  'creation-taken': { code: 'creation-taken', key },
  'creation-unwanted': { code: 'creation-unwanted', why: { kind: 'file-gone' } },
  'creation-edited': { code: 'creation-edited', run, key },
  'creation-pending': { code: 'creation-pending', of: key },
  guard: { code: 'guard', touched: 6, live: 13, share: 0.3 },
  'publish-off': { code: 'publish-off' },
  'not-ready': { code: 'not-ready', file, missing: ['connector is missing'] },
  'start-past': {
    ...{ code: 'start-past', start: '2026-11-20T09:00:00', zone: 'Europe/Berlin' },
    ...{ agoMs: 93_600_000, isNew: true },
  },
  expired: { code: 'expired', expiry: '2026-11-20T09:00:00', zone: 'Europe/Berlin', isNew: true },
  blackout: {
    ...{ code: 'blackout', action: 'PUBLISH', key, day: '2026-12-24' },
    days: [{ from: '2026-12-24', to: '2026-12-26' }],
  },
  'others-still-send': { code: 'others-still-send', action: 'PUBLISH', as: [key] },
  'waits-for-edits': { code: 'waits-for-edits', action: 'PUBLISH' },
  'waits-for-confirmation': { code: 'waits-for-confirmation', action: 'PUBLISH' },
  'transition-pending': { code: 'transition-pending', action: 'PUBLISH' },
  'drafts-only': { code: 'drafts-only', advice },
  'edit-refused': { code: 'edit-refused', status: 'ACTIVE', said: 'Only drafts can be updated.', advice },
  'unknown-status': { code: 'unknown-status', status: 'FROZEN' },
  'transition-not-possible': {
    ...{ code: 'transition-not-possible', wanted: 'PAUSED', from: 'SCHEDULED', word: 'SCHEDULED' },
    type: 'ONE_TIME',
  },
  'not-reviewed': { code: 'not-reviewed', why: { kind: 'not-in-plan-file' } },
};
