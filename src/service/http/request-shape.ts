import { schemaDetails } from '../domain/campaign/component-schema.ts';
import type { Detail } from '../domain/failure.ts';
import type { JsonValue } from '../domain/json.ts';
import { REQUEST_VALIDATORS } from './request-validators.ts';

/**
 * The errors of a value by a schema of `openapi.yaml`. `place` is the value's path in the body. Without it, the value
 * is the body itself.
 */
export function shapeErrors(
  schema: keyof typeof REQUEST_VALIDATORS,
  value: JsonValue,
  place = '',
): readonly Detail[] {
  const validate = REQUEST_VALIDATORS[schema]();
  return validate(value) ? [] : [...schemaDetails(validate.errors ?? [], place)];
}
