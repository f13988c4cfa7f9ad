import type { ErrorObject } from 'ajv/dist/2020.js';
import { validateCampaign as validate } from './component-validator.ts';
import { detail, type Detail } from '../failure.ts';
import type { JsonObject } from '../json.ts';

/** The errors of the shared schema for a campaign, `{channel, campaign_delivery_type, components…}`. */
export function* schemaErrors(campaign: JsonObject): Iterable<Detail> {
  if (validate(campaign)) return;
  yield* schemaDetails(validate.errors ?? []);
}

/** The errors of a schema check, one at a time. `place` is the path of the checked value, empty for the top level. */
export function* schemaDetails(errors: readonly ErrorObject[], place = ''): Iterable<Detail> {
  for (const error of errors) if (!NOISE.has(error.keyword)) yield detailOf(error, place);
}

/** An error of one of these keywords only repeats that something inside it failed. */
const NOISE: ReadonlySet<string> = new Set(['if', 'anyOf', 'oneOf']);

function detailOf(error: ErrorObject, place: string): Detail {
  const inside = error.instancePath.split('/').slice(1).map(unescape);
  const names = place === '' ? inside : [place, ...inside];
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues, allowedValue } =
    paramsOf(error);
  const inner = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const target = [...names, ...(typeof inner === 'string' ? [inner] : [])].join('.');
  if (missingProperty !== undefined) return detail(target, 'is required');
  if (inner !== undefined || error.keyword === 'false schema') return detail(target, 'is not allowed here');
  const values = Array.isArray(allowedValues) ? allowedValues : [allowedValue];
  if (values[0] === undefined) return detail(target, problemOf(error));
  return detail(target, `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);
}

/** The types of JSON in plain words. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['string', 'text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

function problemOf(error: ErrorObject): string {
  const type = error.keyword === 'type' ? TYPES.get(paramsOf(error).type) : undefined;
  return type === undefined ? (error.message ?? 'is not valid') : `must be ${type}`;
}

/** The shape of an error's parameters depends on its keyword. This function gives access to them by name. */
function paramsOf({ params }: ErrorObject): Readonly<Record<string, unknown>> {
  return params;
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
