import { schemaDetails } from '../domain/campaign/component-schema.ts';
import type { Detail } from '../domain/failure.ts';
import type { JsonValue } from '../domain/json.ts';
import { REQUEST_VALIDATORS } from './request-validators.ts';

/**
 * What a schema of `openapi.yaml` finds wrong with a value. `place` is where the value stands in the body; left out, it
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
