import { CREATIONS, RollingWindows, windowsInForce, type LimitsInForce } from '../domain/rate-limits.ts';
import type { CreationTable } from '../store/store.ts';
import type { Operation } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';

/** What the limits count: the calls of an operation, or successful creations. */
type Counted = Pick<Operation, 'limits'> & { readonly name: Operation['name'] | 'creations' };

const CREATION: Counted = { name: 'creations', limits: CREATIONS };

/** Counts calls and creations per workspace. Only those of creations survive a restart. */
export class CallCounts {
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

  /** Milliseconds until a call is admitted; 0 for now. */
  callWaitMs(workspace: string, operation: Operation, now: number): number {
    return this.#windowsOf(workspace, operation).waitMs(now);
  }

  /** Milliseconds until a creation is admitted; 0 for now. */
  creationWaitMs(workspace: string, now: number): number {
    return this.#windowsOf(workspace, CREATION).waitMs(now);
  }

  /** Counts a call. Returns a function that removes it again, because a rejected call doesn't count. */
  call(workspace: string, operation: Operation, now: number): () => void {
    const uncount = this.#windowsOf(workspace, operation).count(now);
    const forget = operation.name === 'create' && this.#creations?.count(workspace, 'calls', now);
    return () => {
      uncount();
      if (forget) forget();
    };
  }

  /** Counts a successful creation. */
  creation(workspace: string, now: number): void {
    this.#windowsOf(workspace, CREATION).count(now);
    this.#creations?.count(workspace, 'creations', now);
  }

  clear(): void {
    this.#windows.clear();
  }

  #windowsOf(workspace: string, { name, limits }: Counted): RollingWindows {
    const slot = `${name} ${workspace}`;
    const found = this.#windows.get(slot) ?? new RollingWindows(windowsInForce(this.#limits, name, limits));
    this.#windows.set(slot, found);
    return found;
  }
}
