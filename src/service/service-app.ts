import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { answerRequest } from './exchange/answer-request.ts';
import { APP_KEY_HEADER } from './exchange/authentication.ts';
import { controlRoutes } from './control/control-routes.ts';
import {
  failureAnswer,
  JSON_TYPE,
  plain,
  unreadable,
  type Answer,
  type Failure,
} from './exchange/envelope.ts';
import { standInAnswer } from './faults/fault-answer.ts';
import { KEY_HEADER } from './exchange/idempotency.ts';
import { textAt } from './json.ts';
import type { Operation } from './operations/operation.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { OPERATIONS } from './operations/operations.ts';
import { decodeBody, readRawBody, type RawBody } from './exchange/request-body.ts';
import { headerRequestId } from './exchange/request-id.ts';
import { pause, sendSpoiled } from './faults/send-answer.ts';
import type { Service } from './service.ts';

type ServiceContext = Context<{ Bindings: HttpBindings }>;

/** The routes of the service: one per row of the operation table, the control interface, and 404 for the rest. */
export function serviceApp(service: Service): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    if (isDecodable(context.req.path)) return next();
    return outside(service, context, unreadable('the path is malformed'));
  });
  app.get('/openapi.json', (context) => description(service, context));
  if (service.options.control) app.route('/_control', controlRoutes(service));
  for (const operation of OPERATIONS) {
    const path = operation.path.replace('{campaign_id}', ':campaign_id');
    app.on(operation.method, path, (context) => exchange(service, operation, context));
  }
  app.notFound((context) =>
    outside(service, context, plain(404, 'NOT_FOUND', 'there is nothing under this path')),
  );
  app.onError((error, context) => {
    reportBug(service, error);
    return outside(service, context, plain(500, 'INTERNAL_ERROR', 'the service failed'));
  });
  return app;
}

/** One request for an operation, from its first byte to its last: taken in, struck by a fault or not, answered, noted. */
async function exchange(service: Service, operation: Operation, context: ServiceContext): Promise<Response> {
  const started = performance.now();
  const raw = await readRawBody(context.env.incoming).catch(() => null);
  if (!raw) return RESPONSE_ALREADY_SENT;
  const fault = service.faults.draw(operation.name);
  const requestId = requestIdOf(context, operation, raw);
  const responseId = service.ids.responseId();
  const answer =
    (fault && standInAnswer(fault, { responseId, requestId })) ??
    (await answerRequest(service, {
      operation,
      raw,
      requestId,
      path: context.req.path,
      identifier: context.req.param('campaign_id') ?? '',
      headers: context.env.incoming.headers,
      beforeWork: () => (fault?.kind === 'delay' ? pause(fault.ms, service.closing) : Promise.resolve()),
    }));
  note(service, context, { operation, answer, requestId, ms: performance.now() - started });
  if (!fault) return toResponse(answer);
  await sendSpoiled(context.env.outgoing, { answer, fault, closing: service.closing });
  return RESPONSE_ALREADY_SENT;
}

/** The service in the words of OpenAPI, at the address by which the client has found it; no credential is asked for. */
function description({ options }: Service, context: ServiceContext): Response {
  const document = openApiDocument(options, `${new URL(context.req.url).origin}/`);
  return new Response(JSON.stringify(document, null, 2), { headers: { 'Content-Type': JSON_TYPE } });
}

/** An answer to a request that is none of the operations'. */
function outside(service: Service, context: ServiceContext, failure: Failure): Response {
  const requestId = headerRequestId(context.env.incoming.headers);
  const answer = failureAnswer(failure, { responseId: service.ids.responseId(), requestId });
  if (!context.req.path.startsWith('/_control'))
    note(service, context, { operation: null, answer, requestId, ms: 0 });
  return toResponse(answer);
}

function toResponse(answer: Answer): Response {
  const { status, headers, contentType, body } = answer;
  if (status === 204) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'Content-Type': contentType } });
}

/** What the request is called: by its header, else by its body where that can be read. */
function requestIdOf(context: ServiceContext, operation: Operation, raw: RawBody): string | null {
  const { headers } = context.env.incoming;
  const inHeader = headerRequestId(headers);
  if (inHeader !== null) return inHeader;
  const body = decodeBody({ raw, contentType: headers['content-type'] }, operation.body);
  return body.kind === 'object' ? textAt(body.value, 'request_id') : null;
}

/** Remembers a request for the control interface and tells it as one line of JSON, without any credential. */
function note(
  service: Service,
  context: ServiceContext,
  request: {
    readonly operation: Operation | null;
    readonly answer: Answer;
    readonly requestId: string | null;
    readonly ms: number;
  },
): void {
  const { operation, answer, requestId } = request;
  const key = context.req.header(KEY_HEADER) ?? null;
  const entry = {
    at: new Date(service.clock.now()).toISOString(),
    workspace: context.req.header(APP_KEY_HEADER) ?? null,
    operation: operation?.name ?? null,
    method: context.req.method,
    path: context.req.path,
    status: answer.status,
    effect: answer.effect,
    idempotency_key: key,
    request_id: requestId,
  };
  if (service.options.control) service.requests.add(entry);
  service.options.log?.(
    JSON.stringify({ level: 'info', ...entry, code: answer.code, ms: Math.round(request.ms) }),
  );
}

/** An exception is never the client's doing: it goes to the log, whole. */
export function reportBug(service: Service, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  service.options.log?.(
    JSON.stringify({ level: 'bug', at: new Date(service.clock.now()).toISOString(), error: text }),
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
