// scripts/precompile.mjs writes this module for the build and the tests: `openapi.yaml` as one document, and its schemas as
// functions. Here are only their types, and the names of the schemas that requests are checked with.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../domain/json.ts';

export type RequestSchema =
  | 'search_request'
  | 'status_request'
  | 'validate_request'
  | 'publish_request'
  | 'meta_request'
  | 'executions_request'
  | 'control_group_request'
  | 'test_meta'
  | 'personalization_details'
  | 'user_identification'
  | 'event_attributes'
  | 'fault'
  | 'seeds'
  | 'stored_record'
  | 'users'
  | 'features'
  | 'quirks';

export declare const requestValidators: Readonly<Record<RequestSchema, ValidateFunction>>;

/** The definitions of the shared schema file are schemas of the document, with the same names. */
export declare function bundledOpenApi(): JsonObject;
