import type { CampaignKey, Components } from './campaign.ts';

/**
 * Whether a campaign will be published or resumed, sends or will send by itself, was sent to all users, or was stopped
 * after it may have been sent to some. `ending`: the same plan pauses it, or stops it before it sends anything.
 */
export type SenderState = 'planned' | 'sending' | 'sent' | 'stopped' | 'ending';

/** A campaign whose message users get or got. */
export interface Sender {
  readonly key: CampaignKey;
  readonly channel: string;
  readonly deliveryType: string;
  /** What it sends or sent. */
  readonly components: Components;
  readonly state: SenderState;
  /** Its file stops it, but it was sent before that. */
  readonly isTooLate: boolean;
  /** The same plan pauses or stops it, and until that is done, it sends. */
  readonly isStopped: boolean;
  /** What its file changes: it edits the message, or pauses or stops the campaign, but the plan leaves that out. */
  readonly ends?: 'edited' | 'left-out';
  readonly hasFile: boolean;
  /** Some users may already have its message. */
  readonly hasBegun: boolean;
}
