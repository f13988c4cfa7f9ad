import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { plain } from '../domain/failure.ts';
import { failureAnswer, JSON_TYPE } from './envelope.ts';

/** How long a refused connection stays open so that the client can read the answer, in milliseconds. */
const CLOSE_DELAY_MS = 500;

/** The answers to errors of Node's parser and its timeouts, by error code. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'the head of the request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
};

/** A connection whose request could not be read completely. */
export interface UnreadConnection {
  readonly socket: Duplex;
  readonly error: Error & { readonly code?: string };
  /** The next answer on this connection: to an earlier request or to the incomplete one. */
  readonly due: ServerResponse | null;
  readonly responseId: string;
}

const refused = new WeakSet<Duplex>();

/**
 * Answers malformed HTTP, large headers and slow clients with the error envelope and closes the connection. Returns the
 * status, or `null` if it didn't answer.
 */
export function refuseUnread({ socket, error, due, responseId }: UnreadConnection): number | null {
  // A connection gets only one refusal.
  if (refused.has(socket)) return null;
  if (!socket.writable) {
    socket.destroy();
    return null;
  }
  refused.add(socket);
  if (due && (due.headersSent || due.req.complete)) {
    closeAfter(due, socket);
    return null;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'the request is not valid HTTP'];
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
  const closeTimer = setTimeout(() => {
    socket.destroy();
  }, CLOSE_DELAY_MS);
  socket.once('close', () => {
    clearTimeout(closeTimer);
  });
  return status;
}

/** A request that was complete before the error gets its own answer, because it may have changed something. */
function closeAfter(due: ServerResponse, socket: Duplex): void {
  if (!due.headersSent) due.setHeader('Connection', 'close');
  due.once('close', () => {
    socket.destroy();
  });
}
