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
 * How a request fails. `status`, `html` and `reset-before` replace the work. With the others, the work is done and the
 * answer is damaged: the connection is cut before it (`reset-after`) or in the middle (`truncate`), its content type is
 * text (`content-type`), it is sent slowly (`slow`), or the work takes longer (`delay`).
 */
type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that was set through the control interface. */
export interface Fault {
  readonly kind: FaultKind;
  /** `null` for any operation. */
  readonly operation: OperationName | null;
  /** The first matching request that can fail, counted from 1. */
  readonly nth: number;
  /** How many requests fail. */
  readonly times: number;
  /** The probability that a request fails, 0 to 1. */
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

/** The armed faults; a fault is removed after its last failure. */
export class FaultBox {
  readonly #random: () => number;
  #armed: ArmedFault[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  arm(fault: Fault): void {
    this.#armed.push({ fault, seen: 0, struck: 0 });
  }

  /**
   * The fault for this request, if any. If several match, the one that was set first applies, but all of them count the
   * request.
   */
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
