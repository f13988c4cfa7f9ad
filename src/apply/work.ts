import type { PlannedCampaign, Step } from '../model/plan.ts';
import type { Intent } from '../model/state.ts';
import type { Answer } from './ports.ts';

/** One step of one campaign, about to be sent. */
export interface Work {
  readonly campaign: PlannedCampaign;
  readonly step: Step;
}

/** The same, with what was written down about it. */
export interface PreparedWork extends Work {
  readonly intent: Intent;
}

/** The same, sent; it may have done its work. */
export interface Sent extends PreparedWork {
  readonly answer: Extract<Answer, { kind: 'done' | 'unclear' | 'refused' }>;
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}
