import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JsonMap } from './live-service.ts';
import { portOf } from './port.ts';

/** A request that arrived at the proxy. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body as JSON; an empty object if there was none. */
  readonly body: JsonMap;
}

export interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Decides what happens to a request. `pass` forwards it to the service. */
export type RequestHandler = (request: ProxiedRequest, pass: () => Promise<Reply>) => Reply | Promise<Reply>;

/** Whether a request only reads. */
export function isRead({ method, path }: ProxiedRequest): boolean {
  return method === 'GET' || /\/(?:search|meta|validate)$/.test(path);
}

/** A proxy between the program and the service that records requests and may answer them itself. */
export interface ServiceProxy {
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  /** The requests that change something. */
  writes(): readonly ProxiedRequest[];
  handler: RequestHandler;
}

/** Starts a proxy on a free port of 127.0.0.1. Without a handler it forwards every request. Stopped after the test. */
export async function startServiceProxy(
  behind: string,
  handler: RequestHandler = (_, pass) => pass(),
): Promise<ServiceProxy> {
  const requests: ProxiedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const raw = await text(incoming);
      const request: ProxiedRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: raw === '' ? {} : (JSON.parse(raw) as JsonMap),
      };
      requests.push(request);
      const {
        status,
        type = 'application/json',
        headers = {},
        body,
      } = await proxy.handler(request, () => forward(behind, request, raw));
      outgoing.writeHead(status, { 'content-type': type, ...headers }).end(body);
    })().catch(() => outgoing.destroy());
  });
  const proxy: ServiceProxy = {
    url: `http://127.0.0.1:${await portOf(server)}/`,
    requests,
    writes: () => requests.filter((request) => !isRead(request)),
    handler,
  };
  return proxy;
}

async function forward(
  behind: string,
  { method, path, headers }: ProxiedRequest,
  raw: string,
): Promise<Reply> {
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      !['host', 'connection', 'content-length', 'transfer-encoding'].includes(entry[0]),
  );
  const response = await fetch(new URL(path, behind), {
    method,
    // The other side may close a kept-alive connection at the very moment of its next use.
    headers: [...kept, ['connection', 'close']],
    ...(raw !== '' && { body: raw }),
  });
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
    body: await response.text(),
  };
}
