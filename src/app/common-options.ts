import type { ApplyConsent } from '../model/workspace.ts';

/** Options that every command has. */
export interface CommonOptions {
  readonly directory?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly color?: boolean;
  readonly quiet?: boolean;
  /** Whether requests are logged. */
  readonly debug?: boolean;
  /** What the user allows that would be refused otherwise. */
  readonly allow?: readonly ApplyConsent[];
}
