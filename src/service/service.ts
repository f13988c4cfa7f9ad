import { authenticator, type Authenticate } from './exchange/authentication.ts';
import { FaultBox } from './faults/faults.ts';
import { idGenerator, type IdGenerator } from './id-generator.ts';
import { Idempotency } from './exchange/idempotency.ts';
import { memoryStore } from './store/memory-store.ts';
import { rateLimits, type RateLimits } from './exchange/rate-limits.ts';
import { RequestLog } from './exchange/request-log.ts';
import { manualClock, realClock, type ServiceClock } from './service-clock.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Store } from './store/store.ts';

/** One running service: what its requests share. */
export interface Service {
  readonly options: ServiceOptions;
  readonly authenticate: Authenticate;
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly ids: IdGenerator;
  readonly limits: RateLimits;
  readonly idempotency: Idempotency;
  readonly faults: FaultBox;
  readonly requests: RequestLog;
  /** Fires when the service closes: whoever waits on purpose stops waiting. */
  readonly closing: AbortSignal;
}

/** A service with nothing in it. */
export function makeService(options: ServiceOptions, closing: AbortSignal): Service {
  const store = memoryStore();
  return {
    options,
    authenticate: authenticator(options.workspaces),
    store,
    clock: options.clock === 'manual' ? manualClock(Date.now()) : realClock(),
    ids: idGenerator(),
    limits: rateLimits(options.limits),
    idempotency: new Idempotency(store),
    faults: new FaultBox(Math.random),
    requests: new RequestLog(),
    closing,
  };
}

/** Forgets campaigns, kept answers, used limits, faults and the log; the clock goes on from where it is. */
export function resetService(service: Service): void {
  service.store.clear();
  service.limits.clear();
  service.idempotency.clear();
  service.faults.clear();
  service.requests.clear();
}
