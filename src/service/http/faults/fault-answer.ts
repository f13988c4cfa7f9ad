import { plain, type ErrorCode } from '../../domain/failure.ts';
import { failureAnswer, type Answer } from '../envelope.ts';
import type { Fault } from './faults.ts';

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
