import { getRequestListener, RequestError } from '@hono/node-server';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { unreadable } from '../domain/failure.ts';
import { failureAnswer, toResponse } from './envelope.ts';
import { TimeoutServer, type ClientTimes, refuseUnread } from './timeout-server.ts';
import { makeService, type Service } from './service.ts';
import { failureOf, serviceApp } from './service-app.ts';
import type { ServiceOptions } from '../domain/service-options.ts';

/** A service that accepts requests. */
export interface RunningService {
  /** The base address, with a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Finishes requests in progress and stops. Idle connections don't delay it. */
  readonly close: () => Promise<void>;
}

/** Our choice: much longer than a distant client needs. */
const CLIENT_TIMES: ClientTimes = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000, closeMs: 1000 };

/** Starts the local service. If the port is in use, the error of `node:net` is thrown with its `code`. */
export async function startService(
  options: ServiceOptions,
  times: ClientTimes = CLIENT_TIMES,
): Promise<RunningService> {
  const closing = new AbortController();
  const service = makeService(options, closing.signal);
  const server = serverOf(service, times);
  const host = options.host ?? '127.0.0.1';
  try {
    server.listen(options.port, host);
    await once(server, 'listening');
  } catch (error) {
    service.close();
    throw error;
  }
  const port = portOf(server);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
  const stop = async (): Promise<void> => {
    closing.abort();
    await server.stop().finally(() => {
      service.close();
    });
  };
  let stopped: Promise<void> | null = null;
  return { url, port, close: () => (stopped ??= stop()) };
}

function serverOf(service: Service, times: ClientTimes): TimeoutServer {
  const listen = listener(service);
  const server = new TimeoutServer({ requireHostHeader: false }, times);
  server.on('request', (incoming, outgoing) => {
    void listen(incoming, outgoing);
  });
  const refuse = (error: Error, socket: Duplex, incoming?: IncomingMessage): void => {
    const due = server.answerOn(socket);
    const status = refuseUnread({ socket, error, due, responseId: service.ids.responseId() });
    if (status === null) return;
    const answer = { status, code: 'BAD_REQUEST' } as const;
    service.requests.log({ incoming: incoming ?? due?.req ?? null, answer, ms: null });
  };
  server.on('clientError', refuse);
  // By default, Node answers these two without a body or closes the connection.
  server.on('connect', (incoming, socket) => {
    refuse(new Error('this service is not a proxy'), socket, incoming);
  });
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  return server;
}

function portOf(server: TimeoutServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has an address and a port');
  return address.port;
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
        const answer = failureAnswer(failure, { responseId: service.ids.responseId(), requestId: null });
        service.requests.log({ incoming, answer, ms: null });
        return toResponse(answer);
      },
    });
    await listen(incoming, outgoing);
  };
}
