import type { OperationName } from '../../domain/operation-name.ts';

export const FAULT_KINDS = [
  'status',
  'reset-before',
  'reset-after',
  'truncate',
  'html',
  'content-type',
  'slow',
  'delay',
] as const;

/**
 * How an exchange goes wrong. `status`, `html` and `reset-before` stand in for the work; with the others the work is
 * done and the answer suffers: the connection is cut before it (`reset-after`) or in its middle (`truncate`), it
 * claims to be text (`content-type`), it trickles (`slow`), or the work itself takes longer (`delay`).
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that was ordered. */
export interface Fault {
  readonly kind: FaultKind;
  /** `null` for any operation. */
  readonly operation: OperationName | null;
  /** The first matching request that it may strike, from 1. */
  readonly nth: number;
  /** How many requests it strikes. */
  readonly times: number;
  /** The chance that it strikes, 0 to 1. */
  readonly probability: number;
  /** For `status` and `html`. */
  readonly status: number;
  /** Added to the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** For `slow` and `delay`, in milliseconds of real time. */
  readonly ms: number;
}

interface ArmedFault {
  readonly fault: Fault;
  seen: number;
  struck: number;
}

/** The faults that can still strike; one that has struck as often as it may is forgotten. */
export class FaultBox {
  readonly #random: () => number;
  #armed: ArmedFault[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  arm(fault: Fault): void {
    this.#armed.push({ fault, seen: 0, struck: 0 });
  }

  /** The fault that strikes this request: of several the one that was ordered first. Each of them counts the request. */
  draw(operation: OperationName): Fault | null {
    const matching = this.#armed.filter(
      ({ fault }) => fault.operation === null || fault.operation === operation,
    );
    for (const armed of matching) armed.seen += 1;
    const striking = matching.find((armed) => this.#strikes(armed));
    if (!striking) return null;
    striking.struck += 1;
    if (striking.struck === striking.fault.times)
      this.#armed = this.#armed.filter((armed) => armed !== striking);
    return striking.fault;
  }

  list(): readonly Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  clear(): void {
    this.#armed = [];
  }

  #strikes({ fault, seen }: ArmedFault): boolean {
    return seen >= fault.nth && this.#random() < fault.probability;
  }
}
