import { plain, refuseInvalid, shown, type Detail, type ErrorCode } from '../../domain/failure.ts';
import { objectAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { OperationName } from '../../domain/operation-name.ts';
import { failureAnswer, type Answer } from '../envelope.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { shapeErrors } from '../request-shape.ts';

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

/** Reads a request for a fault. Every field but `kind` has a default. */
export function readFault(body: JsonObject): Fault {
  refuseInvalid([...shapeErrors('fault', body), ...headerErrors(body.headers)]);
  const number = (field: string, otherwise: number): number => {
    const value = body[field];
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    kind: FAULT_KINDS.find((name) => name === body.kind) ?? 'status',
    operation: OPERATIONS.find(({ name }) => name === body.operation)?.name ?? null,
    nth: number('nth', 1),
    times: number('times', 1),
    probability: number('probability', 1),
    status: number('status', 500),
    headers: headersOf(body.headers),
    ms: number('ms', 0),
  };
}

/**
 * Headers that define where an answer ends and what happens to its connection. Changing them would confuse every
 * client.
 */
const FRAMING: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
]);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

function headerErrors(headers: JsonValue | undefined): readonly Detail[] {
  return Object.entries(headersOf(headers)).flatMap(([name, value]) => {
    if (FRAMING.has(name.toLowerCase())) {
      const message = `${name} belongs to the connection and can't be set`;
      return [{ target: `headers.${name}`, message }];
    }
    if (HEADER_NAME.test(name) && HEADER_VALUE.test(value)) return [];
    return [{ target: 'headers', message: `${shown(name)} isn't a valid header` }];
  });
}

function headersOf(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'BAD_REQUEST'],
  [422, 'UNPROCESSABLE_ENTITY'],
  [429, 'RATE_LIMITED'],
]);

/** The answer of a fault that replaces the work; `null` if the work is done. */
export function standInAnswer(
  fault: Fault,
  ids: { responseId: string; requestId: string | null },
): Answer | null {
  switch (fault.kind) {
    case 'status': {
      const code = CODES.get(fault.status) ?? 'INTERNAL_ERROR';
      return failureAnswer(
        plain(fault.status, code, 'this failure was set through the control interface'),
        ids,
      );
    }
    case 'html': {
      const body =
        '<!doctype html><html><head><title>Error</title></head><body>Not the service</body></html>';
      const { status } = fault;
      return { status, headers: {}, contentType: 'text/html', body, effect: 'none', code: null };
    }
    case 'reset-before':
      return { status: 0, headers: {}, contentType: '', body: '', effect: 'none', code: null };
    case 'reset-after':
    case 'truncate':
    case 'content-type':
    case 'slow':
    case 'delay':
      return null;
  }
}
