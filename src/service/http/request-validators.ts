import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { bundledOpenApi } from './bundle-openapi.ts';

/**
 * Validators for the schemas of `openapi.yaml` that requests are checked with. The build and the tests replace this file with
 * precompiled functions (scripts/precompile.mjs).
 */
export const REQUEST_VALIDATORS = {
  search: compiled('search_request'),
  meta: compiled('meta_request'),
  executions: compiled('executions_request'),
  testMeta: compiled('test_meta'),
  personalizationDetails: compiled('personalization_details'),
  user: compiled('user_identification'),
  eventAttributes: compiled('event_attributes'),
  fault: compiled('fault'),
  seeds: compiled('seeds'),
  users: compiled('users'),
  features: compiled('features'),
  quirks: compiled('quirks'),
};

/** A validator that is compiled on first use. */
function compiled(schema: string): () => ValidateFunction {
  let validate: ValidateFunction | null = null;
  return () => (validate ??= withDocument().compile({ $ref: `openapi#/components/schemas/${schema}` }));
}

function withDocument(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...bundledOpenApi() });
  return ajv;
}

let ajv: Ajv2020 | null = null;
