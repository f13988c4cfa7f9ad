import type { Desired, LeavesByComponent, Live } from '../model/campaign.ts';
import type { Binding } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';

/** A managed campaign of which everything is known. */
export interface ExistingCampaign {
  readonly desired: Desired;
  readonly binding: Binding;
  /** The binding as it is recorded, before this read said more. */
  readonly recorded: Binding;
  readonly live: Live;
  /** The leaves of which this read shows for the first time that they change by themselves. */
  readonly found: LeavesByComponent;
  /** The action that an earlier run sent a short while ago, and that live does not show yet. */
  readonly pending: Action | undefined;
}
