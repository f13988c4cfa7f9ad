import type { FilePlace } from './campaign.ts';
import type { Intent } from './state.ts';
import type { Action } from './transitions.ts';

/** A problem that the service reported, and where it is in the files. */
export interface Complaint {
  /** Field names and list indexes joined by dots, or the name of a header. Empty if the service names none. */
  readonly target: string;
  /** The service's own sentence. */
  readonly message: string;
  readonly place: FilePlace | undefined;
}

/** The step that a request belongs to. */
export type FailedStep = 'create' | 'update' | Action;

/** The step that an intent was recorded for. */
export function stepOf(intent: Intent): FailedStep {
  return intent.kind === 'transition' ? intent.action : intent.kind;
}

/** The service refused a write. */
export interface RefusedStep {
  readonly step: FailedStep;
  /** The HTTP status. */
  readonly status: number;
  /** The service's `error.code`. */
  readonly serviceCode: string;
  /** The first few complaints. */
  readonly complaints: readonly Complaint[];
  /** How many more there are. */
  readonly more: number;
}
