import { getRequestListener, RequestError } from '@hono/node-server';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureAnswer, JSON_TYPE, plain, unreadable, type Failure } from './exchange/envelope.ts';
import { makeService, type Service } from './service.ts';
import { reportBug, serviceApp } from './service-app.ts';
import type { ServiceOptions } from './service-options.ts';

/** A service that accepts requests. */
export interface RunningService {
  /** The base address, with a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends what is in flight and stops; connections that are kept alive do not hold it up. */
  readonly close: () => Promise<void>;
}

/** How long requests in flight may take to end when the service closes, in milliseconds. */
const CLOSING_GRACE_MS = 1000;

/** Starts the local service; a port that is in use is the thrown error of `node:net`, with its `code`. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const closing = new AbortController();
  const service = makeService(options, closing.signal);
  const listen = listener(service);
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    void listen(incoming, outgoing);
  });
  server.on('clientError', (_error, socket) => {
    refuseUnparsed(service, socket);
  });
  const host = options.host ?? '127.0.0.1';
  server.listen(options.port, host);
  await once(server, 'listening').catch((error: unknown) => {
    service.close();
    throw error;
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has an address and a port');
  const { port } = address;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
  return {
    url,
    port,
    close: () =>
      close(server, closing).finally(() => {
        service.close();
      }),
  };
}

function listener(service: Service): ReturnType<typeof getRequestListener> {
  return getRequestListener(serviceApp(service).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError)
        return envelope(service, unreadable('the path or the host is malformed'));
      reportBug(service, error);
      return envelope(service, plain(500, 'INTERNAL_ERROR', 'the service failed'));
    },
  });
}

function envelope(service: Service, failure: Failure): Response {
  const { status, body } = failureAnswer(failure, { responseId: service.ids.responseId(), requestId: null });
  return new Response(body, { status, headers: { 'Content-Type': JSON_TYPE } });
}

/** Bytes that are not HTTP get the envelope too (open point W29). */
function refuseUnparsed(service: Service, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const failure = unreadable('the request is not HTTP');
  const { body } = failureAnswer(failure, { responseId: service.ids.responseId(), requestId: null });
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
}

async function close(server: Server, closing: AbortController): Promise<void> {
  if (!server.listening) return;
  closing.abort();
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const impatience = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSING_GRACE_MS);
  await closed;
  clearTimeout(impatience);
}
