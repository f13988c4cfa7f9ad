import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { answerRequest } from './answer-request.ts';
import { controlRoutes } from './control/control-routes.ts';
import { plain, Refusal, unreadable, type Failure } from '../domain/failure.ts';
import { failureAnswer, JSON_TYPE, toResponse, type Answer } from './envelope.ts';
import { standInAnswer } from './faults/faults.ts';
import type { Operation } from './operations/operation.ts';
import { openApiDocument } from './openapi-document.ts';
import { OPERATIONS } from './operations/operations.ts';
import { decodeBody, readRawBody, type RawBody } from './request-body.ts';
import { bodyRequestId, headerRequestId } from './request-id.ts';
import { pause, sendSpoiled } from './faults/send-answer.ts';
import { reportBug } from './report-bug.ts';
import type { Service } from './service.ts';

interface Env {
  readonly Bindings: HttpBindings;
  /** When the request arrived, by `performance.now()`. */
  readonly Variables: { started: number };
}

type ServiceContext = Context<Env>;

/**
 * The routes of the service: one for each row of the operation table, the control interface, and 404 for everything
 * else.
 */
export function serviceApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    context.set('started', performance.now());
    await next();
    if (!isOfApi(context.req.path) && context.res !== RESPONSE_ALREADY_SENT)
      service.requests.log({ ...begun(context), answer: { status: context.res.status } });
  });
  app.use(async (context, next) => {
    if (isDecodable(context.req.path)) return next();
    return outside(service, context, unreadable('the path is malformed').failure);
  });
  app.get('/openapi.json', (context) => description(service, context));
  if (service.options.control) app.route('/_control', controlRoutes(service));
  for (const operation of OPERATIONS) {
    const path = operation.path.replace('{campaign_id}', ':campaign_id');
    app.on(operation.method, path, (context) => handleOperation(service, operation, context));
  }
  app.notFound((context) => outside(service, context, plain(404, 'NOT_FOUND', 'there is no such path')));
  app.onError((error, context) => {
    reportBug(service, error);
    return outside(service, context, FAILED);
  });
  return app;
}

const FAILED = plain(500, 'INTERNAL_ERROR', 'the service failed');

/** Handles one request for an operation: reads it, applies a fault if one matches, answers it and records it. */
async function handleOperation(
  service: Service,
  operation: Operation,
  context: ServiceContext,
): Promise<Response> {
  const raw = await readRawBody(context.env.incoming).catch(() => null);
  if (!raw) return RESPONSE_ALREADY_SENT;
  const fault = service.faults.draw(operation.name);
  const requestId = requestIdOf(service, { context, operation, raw });
  const ids = { responseId: service.ids.responseId(), requestId };
  const standIn = fault && standInAnswer(fault, ids);
  // Only failures of the service itself are stored under the key of their request.
  const isKept = service.quirks.current.keepFailures && fault?.kind === 'status';
  const answered = async (): Promise<Answer> => {
    if (standIn && !isKept) return standIn;
    return answerRequest(service, {
      operation,
      raw,
      standIn,
      requestId,
      path: context.req.path,
      identifier: context.req.param('campaign_id') ?? '',
      headers: context.env.incoming.headers,
      beforeWork: () => (fault?.kind === 'delay' ? pause(fault.ms, service.closing) : Promise.resolve()),
    });
  };
  const answer = await answered().catch((error: unknown) => {
    reportBug(service, error);
    return failureAnswer(FAILED, ids);
  });
  service.requests.record({ ...begun(context), operation: operation.name, answer, requestId });
  if (!fault) return toResponse(answer);
  await sendSpoiled(context.env.outgoing, { answer, fault, closing: service.closing });
  return RESPONSE_ALREADY_SENT;
}

/** The OpenAPI document with the address that the client used. It needs no credential. */
function description({ options, quirks }: Service, context: ServiceContext): Response {
  const document = openApiDocument(options, `${new URL(context.req.url).origin}/`, quirks.current);
  return new Response(JSON.stringify(document, null, 2), { headers: { 'Content-Type': JSON_TYPE } });
}

/** Answers a request that matches no operation. */
function outside(service: Service, context: ServiceContext, failure: Failure): Response {
  const requestId = headerRequestId(context.env.incoming.headers);
  const answer = failureAnswer(failure, { responseId: service.ids.responseId(), requestId });
  if (isOfApi(context.req.path)) service.requests.record({ ...begun(context), answer, requestId });
  return toResponse(answer);
}

/**
 * The request ID from the header, otherwise from the body. Without a valid credential the body isn't parsed, because it
 * may be large.
 */
function requestIdOf(
  service: Service,
  request: { readonly context: ServiceContext; readonly operation: Operation; readonly raw: RawBody },
): string | null {
  const { context, operation, raw } = request;
  const { headers } = context.env.incoming;
  const inHeader = headerRequestId(headers);
  if (inHeader !== null || !service.authenticate(headers)) return inHeader;
  try {
    return bodyRequestId(decodeBody({ raw, contentType: headers['content-type'] }, operation.body));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The request, and how long it has been in progress. */
function begun(context: ServiceContext): { readonly incoming: IncomingMessage; readonly ms: number } {
  return { incoming: context.env.incoming, ms: performance.now() - context.get('started') };
}

/** Other requests are logged, but not recorded for the control interface. */
function isOfApi(path: string): boolean {
  return path !== '/openapi.json' && !path.startsWith('/_control');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
