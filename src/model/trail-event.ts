import type { CampaignId, ComponentName } from './campaign.ts';
import type { UnwantedCreation } from './held.ts';
import type { Intent } from './state.ts';
import type { Action } from './transitions.ts';

/** What happened to a campaign, for the audit trail. `messages/trail-messages.ts` words it once, for commits and runs. */
export type TrailEvent =
  | { readonly code: 'created'; readonly campaignId: CampaignId }
  /** `restored`: those that an edit in the service had changed and that are again as they were last sent, if there are any. */
  | {
      readonly code: 'updated';
      readonly components: readonly ComponentName[];
      readonly restored?: readonly ComponentName[];
    }
  /** Statuses in the service's own words. */
  | { readonly code: 'transitioned'; readonly action: Action; readonly from: string; readonly to: string }
  | { readonly code: 'moved-in-service'; readonly from: string; readonly to: string }
  | { readonly code: 'noted'; readonly why: Noted }
  | { readonly code: 'not-done'; readonly sent: Intent['kind']; readonly why: NotDone }
  | { readonly code: 'not-confirmed'; readonly sent: Intent['kind']; readonly why: NotConfirmed };

/** Why the record of a campaign was updated without a request. */
type Noted =
  | { readonly code: 'released'; readonly components: readonly ComponentName[] }
  | { readonly code: 'changed-after-end'; readonly components: readonly ComponentName[] }
  | { readonly code: 'in-sync' };

/** Why an intent was closed without an effect. */
export type NotDone =
  /** The run ended, or something else of the campaign failed first. */
  | { readonly code: 'not-sent' }
  /** Live or the files changed after the plan. */
  | { readonly code: 'stale' }
  /** The campaign could not be read right before the write. */
  | { readonly code: 'unreadable' }
  | { readonly code: 'start-past' }
  | { readonly code: 'blackout' }
  /** Its turn in the quota comes later. */
  | { readonly code: 'slot-later' }
  /** It waited too long, so the same step gets a new intent. */
  | { readonly code: 'recorded-again' }
  | { readonly code: 'too-many-requests' }
  | { readonly code: 'unreachable' }
  | { readonly code: 'refused'; readonly status: number; readonly serviceCode: string }
  /** `unwanted`: the files no longer ask for it either. */
  | { readonly code: 'not-found'; readonly unwanted?: UnwantedCreation }
  /** `shown`: the components that the service shows. `givenUp`: it isn't planned again by itself. */
  | {
      readonly code: 'not-shown';
      readonly shown: readonly ComponentName[];
      readonly givenUp: boolean;
    }
  | { readonly code: 'campaign-gone' }
  /** The binding was removed while the intent was open. */
  | { readonly code: 'campaign-forgotten' }
  | { readonly code: 'bound-by-hand' }
  | { readonly code: 'forgotten-by-hand' };

/** What is known about a request whose effect isn't visible. */
export type NotConfirmed =
  /** The service says that it has done this, but not for which campaign. */
  | { readonly code: 'taken' }
  | { readonly code: 'not-read-back' }
  | { readonly code: 'not-shown-yet' }
  /** A newer edit replaced it before the service showed it. `isAccepted`: it was answered with success. */
  | { readonly code: 'superseded'; readonly isAccepted: boolean };
