import type { Approved } from '../../apply/apply-plan.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Intent } from '../../model/state.ts';
import type { Plan } from '../../model/plan.ts';
import type { StateRecorder } from '../../apply/state-store.ts';
import type { PlanInputs } from '../reading/gather.ts';

/** What is known once the state branch was read. */
export type ReviewContext = Pick<
  PlanInputs,
  'context' | 'workspace' | 'desired' | 'actors' | 'allowed' | 'maxWaitMs' | 'only'
>;

/** Who says what of a plan may be sent. */
export interface Reviewer {
  /** The only campaigns that there can be anything to do for; undefined: all are looked at. */
  readonly scope: ReadonlySet<CampaignKey> | undefined;
  /** Whether a creation that an earlier run sent may be sent again, as the very same request. */
  readonly mayResend: (intent: Intent) => boolean;
  /**
   * Is asked under the lease before anything of a plan is sent: for its `brakes`, where something slow comes before the
   * rest, and then for the whole `plan` that is made after it.
   */
  readonly approve: (plan: Plan, recorder: StateRecorder, turn: 'brakes' | 'plan') => Promise<Approved>;
}

/** All that is planned may be sent: who runs the apply has looked, or trusts. */
export const EVERYTHING: Reviewer = {
  scope: undefined,
  mayResend: () => true,
  approve: () => Promise.resolve('all'),
};
