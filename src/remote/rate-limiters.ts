import type { WriteOperation } from '../apply/ports.ts';
import type { Clock } from '../model/clock.ts';
import type { RequestWait } from '../model/progress.ts';
import type { LimitedOperation, Workspace } from '../model/workspace.ts';
import { RateLimiter } from './rate-limiter.ts';

export interface RateLimitersOptions {
  readonly workspace: Workspace;
  readonly clock: Clock;
  /** Ends waits early. */
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly onWait?: (wait: RequestWait) => void;
}

/** The limits of a workspace, one limiter for each operation that is called. */
export class RateLimiters {
  private readonly limiters = new Map<LimitedOperation, RateLimiter>();
  private readonly options: RateLimitersOptions;

  constructor(options: RateLimitersOptions) {
    this.options = options;
  }

  of(operation: LimitedOperation): RateLimiter {
    const known = this.limiters.get(operation);
    if (known) return known;
    const { workspace, clock, signal, onWait } = this.options;
    const limiter = new RateLimiter(workspace.limits[operation], {
      ...{ clock, signal },
      onWait: (until, why) => onWait?.({ kind: 'request-wait', until, why, operation }),
    });
    this.limiters.set(operation, limiter);
    return limiter;
  }

  /** The ledger limits creations, because it knows about other runs. The earlier version's limit isn't documented. */
  ofWrite(operation: WriteOperation): RateLimiter | undefined {
    if (operation === 'create') return undefined;
    return this.of(operation === 'publish' ? 'status' : operation);
  }
}
