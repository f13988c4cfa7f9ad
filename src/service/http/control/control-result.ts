import type { Failure } from '../../domain/failure.ts';

/** The result of a control request: a value for the answer, or a failure. */
export type Result = { readonly kind: 'value'; readonly value: unknown } | Refused;

export interface Refused {
  readonly kind: 'refused';
  readonly failure: Failure;
}

export function value(found: unknown): Result {
  return { kind: 'value', value: found };
}

export function refused(failure: Failure): Refused {
  return { kind: 'refused', failure };
}
