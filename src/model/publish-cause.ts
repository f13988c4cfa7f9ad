import type { CampaignKey } from './campaign.ts';
import type { DaySpan } from './schedule.ts';
import type { Action } from './transitions.ts';

// Why a campaign isn't published, or should not be, although nothing else blocks it.

/** What would be published starts in the past, now or by the time at which it could be created. */
export interface StartPastParams {
  readonly start: string;
  readonly zone: string | undefined;
  /** When quota allows the creation (UTC), if that is what makes it too late. */
  readonly createdAt?: string;
  /** The campaign is live already, and only its schedule would change. */
  readonly isEdit?: true;
}

/** What would be published has expired, so that it would never be sent. */
export interface ExpiredParams {
  readonly expiry: string;
  readonly zone: string | undefined;
  /** When quota allows the creation (UTC), if it has expired only by then. */
  readonly createdAt?: string;
}

/** The campaign would send on a day on which the team sends nothing. */
export interface BlackoutParams {
  /** `UPDATE`: only the schedule of a live campaign would change. */
  readonly action: Action | 'UPDATE';
  readonly day: string;
  /** All days of the rule. */
  readonly days: readonly DaySpan[];
  readonly key: CampaignKey;
  /** The first day after the blackout, if waiting is enough: a campaign that sends immediately may be sent then. */
  readonly after?: string;
  /** The campaign begins to send before that day. Why some users would get the message only then. */
  readonly lateUsers?: 'best-time' | 'local-time-passed';
}
