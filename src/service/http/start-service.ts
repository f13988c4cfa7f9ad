import { getRequestListener, RequestError } from '@hono/node-server';
import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { plain, unreadable } from '../domain/failure.ts';
import type { ServiceOptions } from '../domain/service-options.ts';
import { failureAnswer, JSON_TYPE, toResponse } from './envelope.ts';
import { makeService, type Service } from './service.ts';
import { failureOf, serviceApp } from './service-app.ts';

/** A service that accepts requests. */
export interface RunningService {
  /** The base address, with a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Finishes requests in progress and stops. Idle connections don't delay it. */
  readonly close: () => Promise<void>;
}

/** Time limits for clients, in milliseconds. */
interface ClientTimes {
  /** For the head of a request and for the first byte of a new connection. */
  readonly headersTimeout: number;
  /** For a request from its first byte to its last. */
  readonly requestTimeout: number;
  /** How often Node checks for timeouts. A client may get that much more time. */
  readonly connectionsCheckingInterval: number;
  /** For requests in progress to finish once the server stops. */
  readonly closeMs: number;
}

/** Our choice: much longer than a distant client needs. */
const CLIENT_TIMES: ClientTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  closeMs: 1000,
};

/** Starts the local service. If the port is in use, the error of `node:net` is thrown with its `code`. */
export async function startService(
  options: ServiceOptions,
  times: ClientTimes = CLIENT_TIMES,
): Promise<RunningService> {
  const closing = new AbortController();
  const service = makeService(options, closing.signal);
  const { server, stop } = serverOf(service, times);
  const host = options.host ?? '127.0.0.1';
  try {
    server.listen(options.port, host);
    await once(server, 'listening');
  } catch (error) {
    service.close();
    throw error;
  }
  // A server that listens to TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
  const end = async (): Promise<void> => {
    closing.abort();
    await stop().finally(() => {
      service.close();
    });
  };
  let ended: Promise<void> | null = null;
  return { url, port, close: () => (ended ??= end()) };
}

/** A server that disconnects slow clients. `stop` waits a limited time for answers in progress. */
function serverOf(
  service: Service,
  { closeMs, ...timeouts }: ClientTimes,
): { readonly server: Server; readonly stop: () => Promise<void> } {
  const listen = listener(service);
  const inProgress = new Set<ServerResponse>();
  const server = createServer({ requireHostHeader: false, ...timeouts }, (incoming, outgoing) => {
    inProgress.add(outgoing);
    outgoing.once('close', () => inProgress.delete(outgoing));
    void listen(incoming, outgoing);
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A connection gets only one refusal.
    if (refused.has(socket)) return;
    refused.add(socket);
    refuse(service, error, socket);
  });
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    for (const answer of inProgress) answer.shouldKeepAlive = false;
    server.close();
    const deadline = setTimeout(() => {
      server.closeAllConnections();
    }, closeMs);
    await closed;
    clearTimeout(deadline);
  };
  return { server, stop };
}

/** How long a refused connection stays open so that the client can read the answer, in milliseconds. */
const CLOSE_DELAY_MS = 500;

/** The answers to errors of Node's parser and its timeouts, by error code. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'the head of the request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
};

/** Answers malformed HTTP, large headers and slow clients with the error envelope and closes the connection. */
function refuse({ requests }: Service, { code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const [status, message] = REFUSALS[code] ?? [400, 'the request is not valid HTTP'];
  const answer = failureAnswer({ ...plain(status, message), code: 'BAD_REQUEST' }, null);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    'Connection: close',
  ];
  socket.end([...head, '', answer.body].join('\r\n'));
  setTimeout(() => {
    socket.destroy();
  }, CLOSE_DELAY_MS).unref();
  requests.log({ incoming: null, answer, ms: null });
}

function listener(service: Service): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const { fetch } = serviceApp(service);
  return async (incoming, outgoing) => {
    const listen = getRequestListener(fetch, {
      overrideGlobalObjects: false,
      // Only HTTP/1.1 and later require a Host header.
      ...(incoming.httpVersion === '1.0' && { hostname: `127.0.0.1:${incoming.socket.localPort ?? ''}` }),
      errorHandler: (error) => {
        const isMalformed = error instanceof RequestError;
        const failure = failureOf(
          service,
          isMalformed ? unreadable('the path or the host is malformed') : error,
        );
        const answer = failureAnswer(failure, null);
        service.requests.log({ incoming, answer, ms: null });
        return toResponse(answer);
      },
    });
    await listen(incoming, outgoing);
  };
}
