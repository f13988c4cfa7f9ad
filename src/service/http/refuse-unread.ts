import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { plain } from '../domain/failure.ts';
import { failureAnswer, JSON_TYPE } from './envelope.ts';

/** How long a connection stays after its refusal, so that the client gets to read it, in milliseconds. */
const FAREWELL_MS = 500;

/** What Node's parser and its watch over slow clients find, by the code of the error. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not come in time'],
  HPE_HEADER_OVERFLOW: [431, 'the head of the request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
};

/** A connection on which no request could be read to its end. */
export interface UnreadConnection {
  readonly socket: Duplex;
  readonly error: Error & { readonly code?: string };
  /** An earlier answer that is still due on this connection, or that of the very request that does not end. */
  readonly due: ServerResponse | null;
  readonly responseId: string;
}

const refused = new WeakSet<Duplex>();

/**
 * Answers what is not HTTP, too large a head and clients that are too slow by the envelope, and hangs up. Returns the
 * status, `null` where it answered nothing.
 */
export function refuseUnread({ socket, error, due, responseId }: UnreadConnection): number | null {
  // What comes after the first mistake is not worth a second answer.
  if (refused.has(socket)) return null;
  if (!socket.writable) {
    socket.destroy();
    return null;
  }
  refused.add(socket);
  if (due && (due.headersSent || due.req.complete)) {
    hangUpAfter(due, socket);
    return null;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'the request is not HTTP'];
  const { body } = failureAnswer(plain(status, 'BAD_REQUEST', message), { responseId, requestId: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  const farewell = setTimeout(() => {
    socket.destroy();
  }, FAREWELL_MS);
  socket.once('close', () => {
    clearTimeout(farewell);
  });
  return status;
}

/** A request that was read before the mistake has its own answer, and may have done something. */
function hangUpAfter(due: ServerResponse, socket: Duplex): void {
  if (!due.headersSent) due.setHeader('Connection', 'close');
  due.once('close', () => {
    socket.destroy();
  });
}
