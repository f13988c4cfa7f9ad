import type { Failure } from '../failure.ts';

/**
 * Converts a validation failure to its other form: no `target` at the top, and `details` that contain only paths. The
 * single message describes the problems. Open point W24.
 */
export function withPlacesOnly(failure: Failure): Failure {
  if (failure.code !== 'VALIDATION_FAILED') return failure;
  const messages = failure.details.map(({ message }) => message);
  const message = messages.length > 0 ? messages.join('; ') : failure.message;
  return { ...failure, message, form: 'places-only' };
}
