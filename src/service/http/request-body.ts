import type { IncomingMessage } from 'node:http';
import { unreadable, type Failure } from '../domain/failure.ts';
import { isJsonObject, parseJson, type JsonObject } from '../domain/json.ts';
import type { Operation } from './operations/operation.ts';

/** Bytes of a body at most: 5 MiB. Open point W29. */
export const BODY_LIMIT_BYTES = 5 * 1024 * 1024;

/** What a client sent, as far as it was taken in. */
export type RawBody = { readonly kind: 'bytes'; readonly bytes: Buffer } | { readonly kind: 'too-large' };

/** A body that an operation can work with, or why not. */
export type RequestBody =
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Takes a body in; what is over the limit is read and dropped, so that the client gets to see the answer. */
export async function readRawBody(incoming: IncomingMessage): Promise<RawBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size > BODY_LIMIT_BYTES ? { kind: 'too-large' } : { kind: 'bytes', bytes: Buffer.concat(chunks) };
}

/** Reads the JSON object in a body; everything else is 400 `BAD_REQUEST` (open point W29). */
export function decodeBody(
  request: { readonly raw: RawBody; readonly contentType: string | undefined },
  need: Operation['body'],
): RequestBody {
  if (request.raw.kind === 'too-large') return refused('the body is over 5 MiB');
  const { bytes } = request.raw;
  if (need === 'ignored' || (need === 'optional' && bytes.length === 0)) return { kind: 'object', value: {} };
  if (!/^application\/json *(;|$)/i.test(request.contentType ?? '')) {
    return refused('the content type must be application/json');
  }
  const text = utf8(bytes);
  if (text === null) return refused('the body is not UTF-8');
  const parsed = parseJson(text);
  if (parsed.kind === 'malformed') return refused(parsed.reason);
  return isJsonObject(parsed.value)
    ? { kind: 'object', value: parsed.value }
    : refused('the body must be a JSON object');
}

function refused(message: string): RequestBody {
  return { kind: 'refused', failure: unreadable(message) };
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
