import type { CampaignKey } from './campaign.ts';
import type { Sender } from './sender.ts';

// Campaigns from which some users get nearly the same message, or the same one.

/**
 * What two campaigns have in common: all of their text, the body alone, some of the bodies, when they send, only the line
 * that users see first, or only the name, as a copy and its original.
 */
export type SharedPart = 'text' | 'body' | 'some' | 'moment' | 'headline' | 'name';

export interface SharedMessage {
  readonly part: SharedPart;
  readonly as: readonly Overlapping[];
  readonly isSameAudience?: true;
}

/** A campaign whose message some users get, too. `stop`: what its file says to end it. */
export type Overlapping = Pick<Sender, 'key' | 'state'> & { readonly stop?: 'PAUSED' | 'STOPPED' };

/** Campaigns of its type that a draft would repeat. `isVersion`: it is a copy of them that was edited. */
export interface DraftRepeats {
  readonly kind: 'draft-repeats';
  readonly as: readonly CampaignKey[];
  readonly isVersion?: true;
  /** What a file says to end them; omitted if the API can't do that. */
  readonly stop?: 'PAUSED' | 'STOPPED';
}

/** Live campaigns that send the same message to the same users at the same time. */
export interface LiveRepeats {
  readonly as: readonly CampaignKey[];
  /** Where they can be ended, if they have files; the campaign's own file first. */
  readonly files: readonly string[];
  /** The times differ, by less than a day. */
  readonly isSoon?: true;
  /** What a file says to end one; omitted if the API can't do that. */
  readonly stop?: 'PAUSED' | 'STOPPED';
}
