import type { Operation } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';
import type { CreationTable } from '../store/creation-table.ts';
import type { RateLimits } from '../domain/rate-limits.ts';

/**
 * Counts calls for the limits. The counts of creations, whose windows span a day, survive a restart. The others don't.
 */
export class CallCounts {
  readonly #limits: RateLimits;
  readonly #creations: CreationTable | null;

  /** Starts from the stored counts. `creations` is `null` if there are no limits, so nothing needs to be stored. */
  constructor(limits: RateLimits, creations: CreationTable | null) {
    this.#limits = limits;
    this.#creations = creations;
    const create = OPERATIONS.find(({ name }) => name === 'create');
    for (const { workspace, what, at } of creations?.counted() ?? []) {
      if (what === 'creations') limits.creations(workspace).count(at);
      else if (create) limits.calls(workspace, create).count(at);
    }
  }

  /** Counts a call. Returns a function that removes it again, because a rejected call doesn't count. */
  call(workspace: string, operation: Operation, now: number): () => void {
    const uncount = this.#limits.calls(workspace, operation).count(now);
    if (operation.name !== 'create' || !this.#creations) return uncount;
    const forget = this.#creations.count(workspace, 'calls', now);
    return () => {
      uncount();
      forget();
    };
  }

  /** Counts a successful creation. */
  creation(workspace: string, now: number): void {
    this.#limits.creations(workspace).count(now);
    this.#creations?.count(workspace, 'creations', now);
  }
}
