import type { ApplyConsent } from '../model/workspace.ts';

/** Options that every command takes. */
export interface CommonOptions {
  readonly directory?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly color?: boolean;
  readonly quiet?: boolean;
  /** Requests are logged. */
  readonly debug?: boolean;
  /** What the user accepts that is refused otherwise. */
  readonly allow?: readonly ApplyConsent[];
}
