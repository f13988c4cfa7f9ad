import type { CampaignId, ComponentName, LastEdit } from './campaign.ts';
import type { UnwantedCreation } from './held.ts';
import type { JsonValue } from './json.ts';
import type { None, OneOf } from './one-of.ts';
import type { Intent } from './state.ts';
import type { Action } from './transitions.ts';

export interface TrailEventParams {
  created: { campaignId: CampaignId };
  /** `restored`: those that an edit in the service had changed and that are again as they were last sent, if there are any. */
  updated: { components: readonly ComponentName[]; restored?: readonly ComponentName[] };
  /** Statuses in the service's own words. */
  transitioned: { action: Action; from: string; to: string };
  /** `isByItself`: the campaign began or ended; otherwise somebody did it in the service. */
  'moved-in-service': { from: string; to: string; isByItself?: true };
  /** The record of a campaign was updated without a request. */
  noted: { why: OneOf<{ released: { components: readonly ComponentName[] }; 'in-sync': None }> };
  'hand-edited': { edit: HandEdit };
  'not-done': { sent: Intent['kind']; why: NotDone };
  'not-confirmed': { sent: Intent['kind']; why: NotConfirmed };
}

/** What happened to a campaign, for the audit trail. `messages/trail-messages.ts` words it once, for commits and runs. */
export type TrailEvent = OneOf<TrailEventParams>;

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

/** Why an intent was closed without an effect, where that has no parameters. */
export type PlainNotDone =
  | 'not-sent'
  | 'stale'
  | 'unreadable'
  | 'start-past'
  | 'blackout'
  | 'slot-later'
  | 'recorded-again'
  | 'too-many-requests'
  | 'unreachable'
  | `campaign-${'gone' | 'forgotten'}`
  | `${'bound' | 'forgotten'}-by-hand`;

/**
 * Why an intent was closed without an effect. `stale`: live or the files changed after the plan. `recorded-again`: it waited
 * too long, so the same step gets a new intent. `campaign-forgotten`: the binding was removed in the meantime.
 */
interface NotDoneParams extends Record<PlainNotDone, None> {
  refused: { status: number; serviceCode: string };
  /** `unwanted`: the files no longer ask for it either. */
  'not-found': { unwanted?: UnwantedCreation };
  /** `shown`: the components that the service shows. `givenUp`: it isn't planned again by itself. */
  'not-shown': { shown: readonly ComponentName[]; givenUp: boolean };
}

export type NotDone = OneOf<NotDoneParams>;

/**
 * What is known about a request whose effect isn't visible. `taken`: the service says that it has done this, but not for
 * which campaign. `superseded`: by a newer edit; `isAccepted` if it was answered with success.
 */
export type NotConfirmed =
  | { readonly code: 'taken' | 'not-read-back' | 'not-shown-yet' }
  | { readonly code: 'superseded'; readonly isAccepted: boolean };
