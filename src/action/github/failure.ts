import type { Permission } from '../../model/action-codes/code-host-problem.ts';
import { isObject } from '../../model/json.ts';
import { CodeHostFailure } from '../code-host.ts';

/** The problem with a failed request, and the permission that may be missing. */
export function failureFrom(
  error: unknown,
  permission: Permission,
  redact: (text: string) => string,
): CodeHostFailure {
  const shape = isObject(error) ? error : {};
  const response = isObject(shape.response) ? shape.response : undefined;
  const status = response && typeof shape.status === 'number' ? shape.status : undefined;
  const whole = redact(error instanceof Error ? error.message : String(error));
  const said = whole.split('\n')[0] ?? '';
  if (status === undefined) return new CodeHostFailure({ code: 'no-answer', said }, { cause: error });
  // Without permission to see it, GitHub reports that it doesn't exist.
  const isForbidden = status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(whole));
  const missing = isForbidden ? permission : undefined;
  return new CodeHostFailure({ code: 'refused', status, said, missing }, { cause: error });
}
