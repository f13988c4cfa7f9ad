import { getRequestListener, RequestError } from '@hono/node-server';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { failureAnswer, JSON_TYPE, plain, unreadable, type Failure } from './exchange/envelope.ts';
import { PatientServer, type ClientTimes } from './exchange/patient-server.ts';
import { refuseUnread } from './exchange/refuse-unread.ts';
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

/** Our choice: much longer than a client needs that is only far away. */
const CLIENT_TIMES: ClientTimes = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000 };

/** Starts the local service; a port that is in use is the thrown error of `node:net`, with its `code`. */
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
    await server.stop(CLOSING_GRACE_MS).finally(() => {
      service.close();
    });
  };
  let stopped: Promise<void> | null = null;
  return { url, port, close: () => (stopped ??= stop()) };
}

function serverOf(service: Service, times: ClientTimes): PatientServer {
  const listen = listener(service);
  const server = new PatientServer({ requireHostHeader: false }, times);
  server.on('request', (incoming, outgoing) => {
    void listen(incoming, outgoing);
  });
  const refuse = (error: Error, socket: Duplex): void => {
    refuseUnread({ socket, error, due: server.answerOn(socket), responseId: service.ids.responseId() });
  };
  server.on('clientError', refuse);
  // Left to itself, Node answers these two without a body, or hangs up.
  server.on('connect', (_request, socket) => {
    refuse(new Error('this is no proxy'), socket);
  });
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  return server;
}

function portOf(server: PatientServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has an address and a port');
  return address.port;
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
