import { KEY_HEADER } from '../exchange/idempotency.ts';
import { REQUEST_ID_HEADER, REQUEST_ID_LONGEST_CHARS } from '../exchange/request-id.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Operation } from '../operations/operation.ts';
import { ref } from './schema.ts';

const UUID_V4 = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

/** The parameters that operations refer to. Specification, Common request headers; open points W22 and W23. */
export const PARAMETERS: JsonObject = {
  request_id_needed: requestId(
    'What the client calls this request. Needed here, unless request_id stands in the body; where both are there they must be equal. After a creation it is taken for an hour (PUSH) or a day (EMAIL).',
  ),
  request_id: requestId(
    'What the client calls this request; failures echo it. Equal to request_id in the body, where both are there.',
  ),
  key_needed: key(true),
  key: key(false),
};

function requestId(description: string): JsonObject {
  return {
    name: REQUEST_ID_HEADER,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', maxLength: REQUEST_ID_LONGEST_CHARS },
    example: 'spring-sale-1',
  };
}

function key(required: boolean): JsonObject {
  return {
    name: KEY_HEADER,
    in: 'header',
    required,
    description:
      'A UUID v4, new for each request that is meant. The same key with the same method, path and body gets the first answer again, for 24 hours; with another body it is a 409. Failures of 429 and 5xx are not kept.',
    schema: { type: 'string', format: 'uuid', pattern: UUID_V4 },
    example: '8f14e45f-ceea-467f-9f0e-0a4be1f0d6c2',
  };
}

/** The parameters of one operation, as its row in the operation table asks for them. */
export function parametersOf({ path, requestId: need, idempotencyKey }: Operation): readonly JsonValue[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: ref('object_id') })),
    parameter(need === 'required' ? 'request_id_needed' : 'request_id'),
    ...(idempotencyKey === 'required' ? [parameter('key_needed')] : []),
    ...(idempotencyKey === 'optional' ? [parameter('key')] : []),
  ];
}

function parameter(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}
