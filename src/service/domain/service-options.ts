import type { LimitsInForce } from './rate-limits.ts';

/** The settings of the local service. */
export interface ServiceOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The address to bind to; 127.0.0.1 by default. */
  readonly host?: string;
  readonly workspaces: readonly WorkspaceOptions[];
  /** How the service differs from its defaults, such as `read-lag=30s`; see `quirks/quirks.ts`. */
  readonly quirks?: readonly string[];
  readonly limits: LimitsInForce;
  readonly clock: 'real' | 'manual';
  /** The real clock's time in milliseconds since 1970 UTC. The default is the machine's clock. */
  readonly now?: () => number;
  /** The data file. Without one, everything is kept in memory. */
  readonly data?: DataFile;
  readonly control: boolean;
  /** Receives one JSON line per request. */
  readonly log?: (line: string) => void;
}

/** The service's only clock. Limits, stored answers, statuses and timestamps all use it. */
export interface ServiceClock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Sets a manual clock, forward or back. */
  readonly moveTo?: (instant: number) => void;
}

/** A file that only one process at a time uses. */
export interface DataFile {
  readonly path: string;
  readonly process: OwnProcess;
}

/** How the program identifies its process, so that a file has one owner. */
export interface OwnProcess {
  /** For people, such as `process 12 on laptop`. */
  readonly title: string;
  readonly identity: string;
  /** Whether the process with an identity is running; `unseen` if that can't be determined from here. */
  readonly lifeOf: (identity: string) => 'alive' | 'dead' | 'unseen';
}

/** A workspace with its one credential. */
export interface WorkspaceOptions {
  readonly appKey: string;
  readonly apiKey: string;
  readonly features: readonly string[];
  readonly scopes: readonly string[];
}

/** The features that a workspace can have: those that the specification calls flag-gated or optional per workspace. */
export const FEATURES = ['queuing', 'audience_limit', 'portfolio', 'versioning'] as const;

/** A workspace without its secret. */
export interface Workspace {
  readonly appKey: string;
  readonly features: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}
