import type { PlannedCampaign, Step } from '../model/plan.ts';
import type { Intent } from '../model/state.ts';
import type { Answer } from './ports.ts';

/** One step of one campaign, about to be sent. */
export interface Work {
  readonly campaign: PlannedCampaign;
  readonly step: Step;
}

/** A step with the intent that was recorded for it. */
export interface PreparedWork extends Work {
  readonly intent: Intent;
}

/** A step that was sent. It may have succeeded. */
export interface Sent extends PreparedWork {
  readonly answer: Extract<Answer, { kind: 'done' | 'unclear' | 'refused' }>;
  /** When the answer arrived (epoch milliseconds). */
  readonly at: number;
}
