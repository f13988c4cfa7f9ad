import type { IncomingMessage } from 'node:http';
import { schemaDetails } from '../domain/campaign/draft-validation.ts';
import { unreadable, type Detail } from '../domain/failure.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../domain/json.ts';
import type { Operation } from './operations/operation.ts';
import { requestValidators, type RequestSchema } from './request-validators.ts';

/** The most bytes of a body: 5 MiB. Open point W29. */
const BODY_LIMIT_BYTES = 5 * 1024 * 1024;

/** The body of a request, as far as it was read. */
export type RawBody = { readonly kind: 'bytes'; readonly bytes: Buffer } | { readonly kind: 'too-large' };

/** Reads a body. Bytes over the limit are read and dropped, so that the client receives the answer. */
export async function readRawBody(incoming: IncomingMessage): Promise<RawBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size > BODY_LIMIT_BYTES ? { kind: 'too-large' } : { kind: 'bytes', bytes: Buffer.concat(chunks) };
}

/** Parses a body as a JSON object. Anything else is refused with 400 `BAD_REQUEST` (open point W29). */
export function decodeBody(
  request: { readonly raw: RawBody; readonly contentType: string | undefined },
  need: Operation['body'],
): JsonObject {
  if (request.raw.kind === 'too-large') throw unreadable('the body is over 5 MiB');
  const { bytes } = request.raw;
  if (need === 'ignored' || (need === 'optional' && bytes.length === 0)) return {};
  if (!/^application\/json *(;|$)/i.test(request.contentType ?? ''))
    throw unreadable('the content type must be application/json');
  const text = utf8(bytes);
  if (text === null) throw unreadable('the body is not UTF-8');
  const parsed = parseJson(text);
  if (parsed.kind === 'malformed') throw unreadable(parsed.reason);
  if (!isJsonObject(parsed.value)) throw unreadable('the body must be a JSON object');
  return parsed.value;
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The errors of a value by a schema of `openapi.yaml`. `place` is its path in the body. */
export function shapeErrors(schema: RequestSchema, value: JsonValue, place = ''): readonly Detail[] {
  const validate = requestValidators[schema];
  return validate(value) ? [] : schemaDetails(validate.errors ?? [], place);
}
