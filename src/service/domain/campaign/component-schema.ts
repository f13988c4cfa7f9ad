import type { ErrorObject } from 'ajv/dist/2020.js';
import { campaign as validate } from './component-validator.ts';
import type { Detail } from '../failure.ts';
import type { JsonObject } from '../json.ts';

/** What the shared schema finds wrong with a campaign, `{channel, campaign_delivery_type, components…}`. */
export function* schemaErrors(campaign: JsonObject): Iterable<Detail> {
  if (validate(campaign)) return;
  const { errors } = validate;
  for (const error of errors ?? []) if (!NOISE.has(error.keyword)) yield detailOf(error);
}

/** These only repeat that something in them failed. */
const NOISE: ReadonlySet<string> = new Set(['if', 'anyOf', 'oneOf']);

function detailOf(error: ErrorObject): Detail {
  const names = error.instancePath.split('/').slice(1).map(unescape);
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues, allowedValue } =
    paramsOf(error);
  const inner = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const target = [...names, ...(typeof inner === 'string' ? [inner] : [])].join('.');
  if (missingProperty !== undefined) return { target, message: `${target} is required` };
  if (inner !== undefined || error.keyword === 'false schema') {
    return { target, message: `${target} is not allowed here` };
  }
  const values = Array.isArray(allowedValues)
    ? allowedValues
    : allowedValue === undefined
      ? []
      : [allowedValue];
  if (values.length === 0) return { target, message: `${target} ${error.message ?? 'is not valid'}` };
  return {
    target,
    message: `${target} must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  };
}

/** The parameters of an error have a shape per keyword; here only the names are asked for that may be in them. */
function paramsOf({ params }: ErrorObject): Readonly<Record<string, unknown>> {
  return params;
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
