import type { ErrorCode } from '../exchange/envelope.ts';
import type { JsonObject } from '../json.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { closed, list, ref, text } from './schema.ts';

/** One status of failed requests: the codes it comes with and what it means. */
interface FailureRow {
  readonly name: string;
  readonly codes: readonly ErrorCode[];
  readonly meaning: string;
  readonly headers?: JsonObject;
}

/** The statuses of failed requests. Specification, Errors; open points W4, W8, W23, W26 and W29. */
const FAILURES = {
  400: {
    name: 'invalid',
    codes: ['VALIDATION_FAILED', 'BAD_REQUEST'],
    meaning: 'The body or a header is not valid (VALIDATION_FAILED), or can not be read (BAD_REQUEST).',
  },
  401: {
    name: 'unauthorized',
    codes: ['UNAUTHORIZED'],
    meaning: 'The credential is missing or not valid, or SVC-APPKEY is not its user name.',
    headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  },
  403: {
    name: 'forbidden',
    codes: ['FORBIDDEN'],
    meaning: 'The credential lacks the scope, or the campaign belongs to another team.',
  },
  404: { name: 'not_found', codes: ['NOT_FOUND'], meaning: 'There is no such campaign in this workspace.' },
  409: {
    name: 'conflict',
    codes: ['BAD_REQUEST'],
    meaning:
      "The Idempotency-Key was used for another request, or its first request is still being answered; for an update also: the campaign's status forbids the edit.",
  },
  422: {
    name: 'unprocessable',
    codes: ['UNPROCESSABLE_ENTITY'],
    meaning: 'The request is understood and does not fit the campaign as it is; see details.',
  },
  429: {
    name: 'rate_limited',
    codes: ['RATE_LIMITED'],
    meaning: 'A limit is reached. Who waits as long as Retry-After says is admitted.',
    headers: {
      'Retry-After': { description: 'Whole seconds.', schema: { type: 'string', pattern: '^[0-9]+$' } },
    },
  },
  500: {
    name: 'internal_error',
    codes: ['INTERNAL_ERROR'],
    meaning: 'The service failed, or was told to through the control interface.',
  },
} as const satisfies Record<number, FailureRow>;

export type FailureStatus = keyof typeof FAILURES;

/** The answers of failed requests, for `components/responses`. */
export function failureResponses(): JsonObject {
  return Object.fromEntries(Object.values(FAILURES).map((row) => [row.name, responseOf(row)]));
}

/** The answers that only the control interface has. */
export function controlResponses(): JsonObject {
  return {
    clock_is_real: responseOf({ ...FAILURES[409], meaning: 'Only a manual clock can be moved.' }),
    too_far: responseOf({
      ...FAILURES[422],
      meaning: 'More would be sent up to then than one move may send; the clock has not moved.',
    }),
    not_loopback: responseOf({
      ...FAILURES[403],
      meaning:
        'The request came from another machine, or from a page in a browser, or for another host than localhost.',
    }),
  };
}

/** What an operation refers to for the statuses it may fail with, in their order. */
export function failureRefs(statuses: readonly FailureStatus[]): JsonObject {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${FAILURES[status].name}` }]),
  );
}

function responseOf({ meaning, codes, headers }: FailureRow): JsonObject {
  const schema = { ...ref('failure'), properties: { error: { properties: { code: { enum: codes } } } } };
  return {
    description: meaning,
    ...(headers && { headers }),
    content: { 'application/json': { schema } },
  };
}

/** The error envelope. Specification, Errors; open points W2 and W24. */
export function failureSchemas({ detailsOnly }: Quirks): JsonObject {
  const error = {
    code: text('The kind of failure. A reader should accept codes that it does not know.'),
    message: text('What is wrong, for people.'),
    target: text('The first field or header that is wrong; empty where it is none.'),
    details: list(
      'All that is wrong, place by place.',
      closed({ target: place(), message: { type: 'string' } }, [
        'target',
        ...(detailsOnly ? [] : ['message']),
      ]),
    ),
    request_id: text('What the client called the request; empty where it gave it no name.'),
  };
  const required = Object.keys(error).filter((name) => name !== 'target' || !detailsOnly);
  return {
    failure: {
      description: 'The envelope of every failed request.',
      ...closed({ response_id: text('Identifies this answer.'), error: closed(error, required) }),
    },
  };
}

function place(): JsonObject {
  return text('Field names and list positions joined by dots, or the name of a header.');
}
