import type { IncomingHttpHeaders } from 'node:http';
import type { DraftChannel } from '../domain/campaign/campaign-record.ts';
import { invalid } from '../domain/failure.ts';
import { textAt, type JsonObject } from '../domain/json.ts';
import type { RequestIdUse } from '../store/tables.ts';

/** Header with the request identifier. Specification, Common request headers. */
const REQUEST_ID_HEADER = 'X-SVC-Request-Id';

/** Our choice: request IDs are stored and logged, so their length needs a limit. A UUID has 36 characters. */
export const REQUEST_ID_LONGEST_CHARS = 256;

const HOUR_MS = 3_600_000;

/** How long a `request_id` is reserved after a successful creation. Specification, Create request body. */
const REQUEST_ID_TAKEN_MS: Readonly<Record<DraftChannel, number>> = { PUSH: HOUR_MS, EMAIL: 24 * HOUR_MS };

/** Whether an earlier creation still reserves its `request_id`. Open point W24. */
export function isTaken(use: RequestIdUse | null, now: number): boolean {
  return use !== null && now - use.at < REQUEST_ID_TAKEN_MS[use.channel];
}

/** The request ID in the header; `null` if there is none or it is too long. */
export function headerRequestId(headers: IncomingHttpHeaders): string | null {
  return unlessTooLong(inHeaders(headers));
}

/** The request ID in the body; `null` if there is none or it is too long. */
export function bodyRequestId(body: JsonObject): string | null {
  return unlessTooLong(textAt(body, 'request_id'));
}

/**
 * The request ID from the header or the body. If both have one, they must be equal. If it is required, one must be
 * present (open point W22). Anything else is refused with 400.
 */
export function readRequestId(
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: JsonObject },
  need: 'required' | 'optional',
): string | null {
  const inHeader = inHeaders(headers);
  const { request_id: inBody } = body;
  if (inBody !== undefined && (typeof inBody !== 'string' || inBody === '' || unlessTooLong(inBody) === null))
    throw invalid('request_id', `request_id must have 1 to ${REQUEST_ID_LONGEST_CHARS} characters`);
  if (unlessTooLong(inHeader) !== inHeader)
    throw invalid(
      REQUEST_ID_HEADER,
      `${REQUEST_ID_HEADER} is longer than ${REQUEST_ID_LONGEST_CHARS} characters`,
    );
  if (inHeader !== null && inBody !== undefined && inHeader !== inBody)
    throw invalid(REQUEST_ID_HEADER, `${REQUEST_ID_HEADER} and request_id differ`);
  const requestId = inHeader ?? inBody ?? null;
  if (requestId === null && need === 'required')
    throw invalid(REQUEST_ID_HEADER, `either ${REQUEST_ID_HEADER} or request_id is required`);
  return requestId;
}

function inHeaders(headers: IncomingHttpHeaders): string | null {
  const value = headers[REQUEST_ID_HEADER.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : null;
}

function unlessTooLong(requestId: string | null): string | null {
  return (requestId ?? '').length > REQUEST_ID_LONGEST_CHARS ? null : requestId;
}
