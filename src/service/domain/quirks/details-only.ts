import type { Failure } from '../failure.ts';

/**
 * A validation failure in its other form: no `target` at the top, and `details` that name places only. What is wrong
 * with them stands in the one message. Open point W24.
 */
export function withPlacesOnly(failure: Failure): Failure {
  if (failure.code !== 'VALIDATION_FAILED') return failure;
  const messages = failure.details.map(({ message }) => message);
  const message = messages.length > 0 ? messages.join('; ') : failure.message;
  return { ...failure, message, form: 'places-only' };
}
