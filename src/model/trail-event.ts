import type { CampaignId, ComponentName, LastEdit } from './campaign.ts';
import type { UnwantedCreation } from './held.ts';
import type { JsonValue } from './json.ts';
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
  /** `isByItself`: the campaign began or ended; otherwise somebody did it in the service. */
  | {
      readonly code: 'moved-in-service';
      readonly from: string;
      readonly to: string;
      readonly isByItself?: true;
    }
  | { readonly code: 'noted'; readonly why: Noted }
  | { readonly code: 'hand-edited'; readonly edit: HandEdit }
  | { readonly code: 'not-done'; readonly sent: Intent['kind']; readonly why: NotDone }
  | { readonly code: 'not-confirmed'; readonly sent: Intent['kind']; readonly why: NotConfirmed };

/**
 * A change that somebody made in the service: whom and when the service names, and each changed value. `when`: how that
 * relates to the campaign's sends, where it matters; `unknown` if it has ended and it isn't known whether users got this.
 */
export interface HandEdit extends LastEdit {
  readonly components: readonly ComponentName[];
  /** `path` is a JSON Pointer within the component. A value that isn't there is `undefined`. */
  readonly values: readonly {
    readonly component: ComponentName;
    readonly path: string;
    readonly was: JsonValue | undefined;
    readonly now: JsonValue | undefined;
  }[];
  readonly when: 'before-send' | 'after-send' | 'after-end' | 'unknown' | null;
}

/** Why the record of a campaign was updated without a request. */
type Noted =
  { readonly code: 'released'; readonly components: readonly ComponentName[] } | { readonly code: 'in-sync' };

/**
 * Why an intent was closed without an effect. `stale`: live or the files changed after the plan. `recorded-again`: it waited
 * too long, so the same step gets a new intent. `campaign-forgotten`: the binding was removed in the meantime.
 */
export type NotDone =
  | { readonly code: 'not-sent' | 'stale' | 'unreadable' | 'start-past' | 'blackout' | 'slot-later' }
  | { readonly code: 'recorded-again' | 'too-many-requests' | 'unreachable' }
  | { readonly code: 'refused'; readonly status: number; readonly serviceCode: string }
  /** `unwanted`: the files no longer ask for it either. */
  | { readonly code: 'not-found'; readonly unwanted?: UnwantedCreation }
  /** `shown`: the components that the service shows. `givenUp`: it isn't planned again by itself. */
  | { readonly code: 'not-shown'; readonly shown: readonly ComponentName[]; readonly givenUp: boolean }
  | { readonly code: 'campaign-gone' | 'campaign-forgotten' | 'bound-by-hand' | 'forgotten-by-hand' };

/**
 * What is known about a request whose effect isn't visible. `taken`: the service says that it has done this, but not for
 * which campaign. `superseded`: by a newer edit; `isAccepted` if it was answered with success.
 */
export type NotConfirmed =
  | { readonly code: 'taken' | 'not-read-back' | 'not-shown-yet' }
  | { readonly code: 'superseded'; readonly isAccepted: boolean };
