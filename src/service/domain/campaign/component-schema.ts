import type { ErrorObject } from 'ajv/dist/2020.js';
import { validateCampaign as validate } from './component-validator.ts';
import { detail, type Detail } from '../failure.ts';
import type { JsonObject } from '../json.ts';

/** The errors of the shared schema for a campaign, `{channel, campaign_delivery_type, components…}`. */
export function schemaErrors(campaign: JsonObject): readonly Detail[] {
  return validate(campaign) ? [] : schemaDetails(validate.errors ?? []);
}

/** The errors of a schema check. `place` is the path of the checked value, empty for the top level. */
export function schemaDetails(errors: readonly ErrorObject[], place = ''): readonly Detail[] {
  return errors.filter(({ keyword }) => !NOISE.has(keyword)).map((error) => detailOf(error, place));
}

/** An error of one of these keywords only repeats that something inside it failed. */
const NOISE: ReadonlySet<string> = new Set(['if', 'anyOf', 'oneOf']);

function detailOf(error: ErrorObject, place: string): Detail {
  const inside = error.instancePath.split('/').slice(1).map(unescape);
  const names = place === '' ? inside : [place, ...inside];
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues, allowedValue } =
    error.params as Readonly<Record<string, unknown>>;
  const inner = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const target = [...names, ...(typeof inner === 'string' ? [inner] : [])].join('.');
  if (missingProperty !== undefined) return detail(target, 'is required');
  if (inner !== undefined || error.keyword === 'false schema') return detail(target, 'is not allowed here');
  const values = Array.isArray(allowedValues) ? allowedValues : [allowedValue];
  if (values[0] === undefined) return detail(target, error.message ?? 'is not valid');
  return detail(target, `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
