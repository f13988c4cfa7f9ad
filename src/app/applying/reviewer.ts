import type { Approved } from '../../apply/apply-plan.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Intent } from '../../model/state.ts';
import type { Plan } from '../../model/plan.ts';
import type { StateRecorder } from '../../apply/ports.ts';
import type { PlanInputs } from '../reading/gather.ts';

/** What is known after the state branch was read. */
export type ReviewContext = Pick<
  PlanInputs,
  'context' | 'workspace' | 'desired' | 'actors' | 'allowed' | 'named' | 'maxWaitMs' | 'only'
>;

/** Decides which changes of a plan may be sent. */
export interface Reviewer {
  /** The only campaigns that may have pending changes; undefined: all are examined. */
  readonly candidates: ReadonlySet<CampaignKey> | undefined;
  /** Whether a creation that an earlier run sent may be sent again, as exactly the same request. */
  readonly mayResend: (intent: Intent) => boolean;
  /**
   * Called under the lease before anything in a plan is sent: first for its `emergency-stops`, if something
   * slow comes before the other changes, and then for the complete `plan` that is made after it.
   */
  readonly approve: (
    plan: Plan,
    recorder: StateRecorder,
    turn: 'emergency-stops' | 'plan',
  ) => Promise<Approved>;
}

/** Allows everything in the plan: the user who runs the apply has reviewed it, or trusts it. */
export const EVERYTHING: Reviewer = {
  candidates: undefined,
  mayResend: () => true,
  approve: () => Promise.resolve('all'),
};
