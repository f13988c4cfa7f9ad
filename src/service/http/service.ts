import { APP_KEY_HEADER, Idempotency } from './idempotency.ts';
import { RequestLog } from './request-log.ts';
import { FaultBox } from './faults.ts';
import { readQuirks, type Quirks } from '../domain/quirks/quirks.ts';
import { idGenerator, type NewId } from '../domain/campaign/campaign-record.ts';
import { WriteHistory } from './lags.ts';
import type { ServiceClock, ServiceOptions, Workspace, WorkspaceOptions } from '../domain/service-options.ts';
import { openStore } from '../store/file-owner.ts';
import type { Store, CreationTable } from '../store/store.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CREATIONS, RollingWindows, type LimitsInForce } from '../domain/rate-limits.ts';
import type { Operation } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';

/** A running service: everything that requests share. */
export interface Service {
  readonly options: ServiceOptions;
  /** The workspace of a request; `null` if the credential is missing or wrong. */
  readonly authenticate: (headers: IncomingHttpHeaders) => Workspace | null;
  /** The features of each workspace: those of its options until the control interface changes them. */
  readonly features: Map<string, ReadonlySet<string>>;
  /** Those of the options until the control interface changes them. */
  quirks: Quirks;
  /** Returns a number that was never returned before, for values that change without an edit. */
  readonly nextRead: () => number;
  /** Recent API writes, for reads that lag behind. */
  readonly history: WriteHistory;
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly newId: NewId;
  readonly counts: CallCounts;
  readonly idempotency: Idempotency;
  readonly faults: FaultBox;
  readonly requests: RequestLog;
  /** Fires when the service closes, so that deliberate delays end. */
  readonly closing: AbortSignal;
  readonly close: () => void;
}

/** A service with the content of its data file, or empty. Throws `UnusableDataFile` if the file can't be used. */
export function makeService(options: ServiceOptions, closing: AbortSignal): Service {
  const quirks = readQuirks(options.quirks ?? []);
  const { store, close } = openStore(options.data ?? null);
  const clock = options.clock === 'manual' ? keptClock(store) : { now: options.now ?? Date.now };
  let reads = 0;
  return {
    options,
    authenticate: authenticator(options.workspaces),
    features: new Map(featuresIn(options)),
    quirks,
    nextRead: () => (reads += 1),
    history: new WriteHistory(),
    store,
    clock,
    newId: idGenerator(),
    counts: new CallCounts(options.limits, store.creations),
    idempotency: new Idempotency(store.answers),
    faults: new FaultBox(Math.random),
    requests: new RequestLog(options, clock),
    closing,
    close,
  };
}

/** A clock that stands still until it is moved, and keeps its time across restarts. */
function keptClock(store: Store): ServiceClock {
  let instant = store.recall('clock') ?? Date.now();
  store.remember('clock', instant);
  return {
    now: () => instant,
    moveTo: (other) => {
      instant = other;
    },
  };
}

function featuresIn({ workspaces }: ServiceOptions): readonly [string, ReadonlySet<string>][] {
  return workspaces.map(({ appKey, features }) => [appKey, new Set(features)]);
}

/** Deletes everything but the options. The clock keeps its time. */
export function resetService(service: Service): void {
  service.store.clear();
  if (service.clock.moveTo) service.store.remember('clock', service.clock.now());
  for (const [appKey, features] of featuresIn(service.options)) service.features.set(appKey, features);
  service.quirks = readQuirks(service.options.quirks ?? []);
  service.history.clear();
  service.counts.clear();
  service.idempotency.clear();
  service.faults.clear();
  service.requests.clear();
}

/** HTTP Basic with workspace and API key (W21). Digests are compared in constant time, even for unknown ones. */
function authenticator(workspaces: readonly WorkspaceOptions[]): Service['authenticate'] {
  const known = new Map(
    workspaces.map(({ appKey, apiKey, features, scopes }) => {
      const workspace: Workspace = { appKey, features: new Set(features), scopes: new Set(scopes) };
      return [appKey, { workspace, credential: digest(`${appKey}:${apiKey}`) }];
    }),
  );
  const unknownCredential = digest('');
  return (headers) => {
    const appKey = headers[APP_KEY_HEADER.toLowerCase()];
    const entry = typeof appKey === 'string' ? known.get(appKey) : undefined;
    const matches = timingSafeEqual(
      digest(credentialsOf(headers.authorization)),
      entry?.credential ?? unknownCredential,
    );
    return entry && matches ? entry.workspace : null;
  };
}

/** The `user:password` of a Basic header. Without one, a text that no credential equals. */
function credentialsOf(authorization: string | undefined): string {
  const [, encoded] = /^basic +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? ' ' : Buffer.from(encoded, 'base64').toString('utf8');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What the limits count: the calls of an operation, or successful creations. */
type Counted = Pick<Operation, 'limits'> & { readonly name: Operation['name'] | 'creations' };

export const CREATION: Counted = { name: 'creations', limits: CREATIONS };

/** What survives a restart, by the names in the data file. */
const STORED: Partial<Record<Counted['name'], 'calls' | 'creations'>> = {
  create: 'calls',
  creations: 'creations',
};

class CallCounts {
  readonly #limits: LimitsInForce;
  readonly #creations: CreationTable | null;
  readonly #windows = new Map<string, RollingWindows>();

  /** Starts from the stored counts, if there are limits. */
  constructor(limits: LimitsInForce, creations: CreationTable) {
    this.#limits = limits;
    this.#creations = limits === 'off' ? null : creations;
    for (const { workspace, what, at } of this.#creations?.counted() ?? []) {
      const create = OPERATIONS.find(({ name }) => name === 'create' && what === 'calls');
      this.#windowsOf(workspace, create ?? CREATION).count(at);
    }
  }

  /** Milliseconds until another one is admitted; 0 for now. */
  waitMs(workspace: string, what: Counted, now: number): number {
    return this.#windowsOf(workspace, what).waitMs(now);
  }

  /** Counts one. Returns a function that removes it again, because a rejected call doesn't count. */
  count(workspace: string, what: Counted, now: number): () => void {
    const uncount = this.#windowsOf(workspace, what).count(now);
    const stored = STORED[what.name];
    const forget = stored && this.#creations?.count(workspace, stored, now);
    return () => {
      uncount();
      forget?.();
    };
  }

  clear(): void {
    this.#windows.clear();
  }

  #windowsOf(workspace: string, { name, limits }: Counted): RollingWindows {
    const slot = `${name} ${workspace}`;
    const replaced = typeof this.#limits === 'object' ? this.#limits[name] : undefined;
    const inForce = this.#limits === 'off' ? [] : (replaced ?? limits);
    const found = this.#windows.get(slot) ?? new RollingWindows(inForce);
    this.#windows.set(slot, found);
    return found;
  }
}
