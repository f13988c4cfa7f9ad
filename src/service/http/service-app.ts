import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { answerRequest } from './answer-request.ts';
import { controlRoutes } from './control-routes.ts';
import { objectAt } from '../domain/json.ts';
import { plain, Refusal, refusal, unreadable, type Failure } from '../domain/failure.ts';
import { failureAnswer, JSON_TYPE, toResponse } from './envelope.ts';
import { delayOf, sendSpoiled, standInAnswer } from './faults.ts';
import type { Operation } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';
import { decodeBody, readRawBody, type RawBody } from './request-body.ts';
import { bundledOpenApi } from './request-validators.ts';
import { bodyRequestId, headerRequestId } from './idempotency.ts';
import type { Service } from './service.ts';

interface Env {
  readonly Bindings: HttpBindings;
  /** When the request arrived, by `performance.now()`. */
  readonly Variables: { started: number };
}

type ServiceContext = Context<Env>;

/** The routes: the operation table, the control interface, and 404. Errors become answers here. */
export function serviceApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    context.set('started', performance.now());
    await next();
    if (!isOfApi(context) && context.res !== RESPONSE_ALREADY_SENT)
      service.requests.log({ ...begun(context), answer: { status: context.res.status } });
  });
  app.use(async (context, next) => {
    if (!isDecodable(context.req.path)) throw unreadable('the path is malformed');
    await next();
  });
  app.get('/openapi.json', (context) => description(service, context));
  if (service.options.control) app.route('/_control', controlRoutes(service));
  for (const operation of OPERATIONS) {
    const path = operation.path.replace('{campaign_id}', ':campaign_id');
    app.on(operation.method, path, (context) => handle(service, operation, context));
  }
  app.notFound((context) => outside(service, context, NO_PATH));
  app.onError((error, context) => outside(service, context, error));
  return app;
}

const NO_PATH = refusal(404, 'there is no such path');

/** The most characters of an exception in the log, because a message may quote its input. */
const LONGEST_CHARS = 8000;

/** What the service answers to an exception: the refusal, or 500 for a bug, which is logged with its causes. */
export function failureOf({ options, clock }: Service, error: unknown): Failure {
  if (error instanceof Refusal) return error.failure;
  const bug = { level: 'bug', at: new Date(clock.now()).toISOString() };
  options.log?.(JSON.stringify({ ...bug, error: inspect(error).slice(0, LONGEST_CHARS) }));
  return plain(500, 'the service failed');
}

/** Handles one request for an operation: reads it, applies a fault if one matches, answers it and records it. */
async function handle(service: Service, operation: Operation, context: ServiceContext): Promise<Response> {
  const { incoming, outgoing } = context.env;
  const raw = await readRawBody(incoming).catch(() => null);
  if (!raw) return RESPONSE_ALREADY_SENT;
  const { closing } = service;
  const fault = service.faults.draw(operation.name);
  const requestId = requestIdOf(service, { incoming, operation, raw });
  const standIn = fault && standInAnswer(fault, requestId);
  // Only failures of the service itself are stored under the key of their request.
  const isKept = service.quirks.has('keep-failures') && fault?.kind === 'status';
  const answer =
    standIn && !isKept
      ? standIn
      : await answerRequest(service, {
          ...{ operation, raw, standIn, requestId },
          path: context.req.path,
          identifier: context.req.param('campaign_id') ?? '',
          headers: incoming.headers,
          beforeWork: () => delayOf(fault, closing),
        }).catch((error: unknown) => failureAnswer(failureOf(service, error), requestId));
  service.requests.record({ ...begun(context), operation: operation.name, answer, requestId });
  if (!fault) return toResponse(answer);
  await sendSpoiled(outgoing, { answer, fault, closing });
  return RESPONSE_ALREADY_SENT;
}

/** The OpenAPI document with the address that the client used. It needs no credential. */
function description({ options }: Service, context: ServiceContext): Response {
  const whole = bundledOpenApi();
  const offered = Object.entries(objectAt(whole, 'paths')).filter(
    ([path]) => options.control || !path.startsWith('/_control/'),
  );
  const servers = [{ url: new URL(context.req.url).origin, description: 'This service.' }];
  const document = { ...whole, servers, paths: Object.fromEntries(offered) };
  return new Response(JSON.stringify(document, null, 2), { headers: { 'Content-Type': JSON_TYPE } });
}

/** Answers a request that isn't for an operation and was refused or failed. */
function outside(service: Service, context: ServiceContext, error: unknown): Response {
  const requestId = isOfApi(context) ? headerRequestId(context.env.incoming.headers) : null;
  const answer = failureAnswer(failureOf(service, error), requestId);
  if (isOfApi(context)) service.requests.record({ ...begun(context), answer, requestId });
  return toResponse(answer);
}

/** The request ID from the header, or from the body if the credential is valid. */
function requestIdOf(
  service: Service,
  request: { readonly incoming: IncomingMessage; readonly operation: Operation; readonly raw: RawBody },
): string | null {
  const { incoming, operation, raw } = request;
  const { headers } = incoming;
  const inHeader = headerRequestId(headers);
  if (inHeader !== null || !service.authenticate(headers)) return inHeader;
  try {
    return bodyRequestId(decodeBody({ raw, contentType: headers['content-type'] }, operation.body));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function begun(context: ServiceContext): { readonly incoming: IncomingMessage; readonly ms: number } {
  return { incoming: context.env.incoming, ms: performance.now() - context.get('started') };
}

/** Other requests are logged, but not recorded for the control interface. */
function isOfApi({ req: { path } }: ServiceContext): boolean {
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
