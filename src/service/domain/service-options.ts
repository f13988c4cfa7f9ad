import type { ReadView } from './campaign/read-view.ts';
import type { LimitsInForce } from './rate-limits.ts';

/** How the local service is to run. */
export interface ServiceOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** The address to bind to, 127.0.0.1 unless told otherwise. */
  readonly host?: string;
  readonly workspaces: readonly WorkspaceOptions[];
  /** How get and search spell `scheduling_details`. Open point W5. */
  readonly readView: ReadView;
  /** How the service differs from its defaults, such as `read-lag=30s`; see `quirks/quirk-table.ts`. */
  readonly quirks?: readonly string[];
  readonly limits: LimitsInForce;
  readonly clock: 'real' | 'manual';
  /** What the real clock shows, in milliseconds since 1970 UTC; left out, the machine's. */
  readonly now?: () => number;
  /** The file that everything is kept in; left out, it lasts as long as the process. */
  readonly data?: string;
  /** Whether `/_control/` is there. */
  readonly control: boolean;
  /** Takes one JSON line per request. */
  readonly log?: (line: string) => void;
}

/** A workspace with its one credential. */
export interface WorkspaceOptions {
  readonly appKey: string;
  readonly apiKey: string;
  readonly features: readonly string[];
  readonly scopes: readonly string[];
}

/** What a workspace can have switched on. Specification, where it says flag-gated or optional per workspace. */
export const FEATURES = ['queuing', 'audience_limit', 'portfolio', 'versioning'] as const;

export type Feature = (typeof FEATURES)[number];

/** A workspace without its secret. */
export interface Workspace {
  readonly appKey: string;
  readonly features: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}
