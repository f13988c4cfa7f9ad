import type { ComponentName } from './campaign.ts';
import type { Action } from './transitions.ts';

/** The name of a step in a review: a creation, the update of one component, or a transition. */
export type StepName = 'create' | ComponentName | Action;
