import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { plain, Refusal, type Failure } from '../../domain/failure.ts';
import { failureAnswer, JSON_TYPE, toResponse } from '../envelope.ts';
import { readRawBody } from '../request-body.ts';
import { readFault } from '../faults/faults.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../domain/json.ts';
import { resetService, type Service } from '../service.ts';
import { editCampaign, seedCampaigns } from './campaign-control.ts';
import { moveClock, showClock } from './clock-control.ts';
import { setQuirks, showQuirks } from './quirk-control.ts';
import { seedUsers, switchFeatures } from './workspace-control.ts';

type ControlContext = Context<{ Bindings: HttpBindings }>;

/** Handles the body of a control request and the ID in its path. It may throw a `Refusal`. */
type Act = (service: Service, body: JsonObject, id: string) => object | Promise<object>;

/** The control interface below `/_control`, for tests and for manual experiments. */
export function controlRoutes(service: Service): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.use(async (context, next) => {
    const failure = accessFailure(context);
    return failure ? refuse(service, failure) : next();
  });
  const get = (path: string, show: () => object): void => {
    routes.get(path, () => answer(service, show()));
  };
  const post = (path: string, act: Act): void => {
    routes.post(path, withBody(service, act));
  };
  get('/clock', () => showClock(service));
  post('/clock', moveClock);
  post('/faults', armFault);
  routes.delete('/faults', () => {
    service.faults.clear();
    return answer(service, { faults: [] });
  });
  post('/campaigns', seedCampaigns);
  routes.patch('/campaigns/:id', withBody(service, editCampaign));
  post('/users', seedUsers);
  post('/features', switchFeatures);
  get('/quirks', () => showQuirks(service));
  post('/quirks', setQuirks);
  routes.delete('/quirks', () => {
    service.quirks.clear();
    return answer(service, showQuirks(service));
  });
  get('/log', () => ({ requests: service.requests.list() }));
  get('/outbox', () => ({ messages: service.store.messages.list(null) }));
  get('/control-group', () => ({ uploads: service.store.controlGroup.list(null) }));
  routes.post('/reset', () => {
    resetService(service);
    return answer(service, { reset: true });
  });
  return routes;
}

function armFault(service: Service, body: JsonObject): object {
  service.faults.arm(readFault(body));
  return { faults: service.faults.list() };
}

/** Refuses requests from other machines and from web pages. */
function accessFailure({ env, req }: ControlContext): Failure | null {
  if (!isLoopback(env.incoming.socket.remoteAddress)) {
    return plain(403, 'FORBIDDEN', 'the control interface answers only requests from this machine');
  }
  // With DNS rebinding, a web page sends no Origin header, but the Host header contains the name of its site.
  return req.header('Origin') === undefined && LOOPBACK_HOST.test(env.incoming.headers.host ?? 'localhost')
    ? null
    : plain(
        403,
        'FORBIDDEN',
        'the control interface does not answer web pages, and only answers on the host localhost',
      );
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Accepts any content type, because `curl -d` does not send JSON's. */
function withBody(service: Service, act: Act) {
  return async (context: ControlContext): Promise<Response> => {
    const raw = await readRawBody(context.env.incoming).catch(() => null);
    if (!raw) return RESPONSE_ALREADY_SENT;
    const parsed = raw.kind === 'bytes' ? parseJson(raw.bytes.toString('utf8')) : null;
    if (parsed?.kind !== 'parsed' || !isJsonObject(parsed.value))
      return refuse(service, plain(400, 'BAD_REQUEST', 'the body must be a JSON object'));
    try {
      return await answer(service, await act(service, parsed.value, context.req.param('id') ?? ''));
    } catch (error) {
      if (error instanceof Refusal) return refuse(service, error.failure);
      throw error;
    }
  };
}

/** Answers once all changes are on disk. */
async function answer(service: Service, value: object): Promise<Response> {
  await service.store.durable();
  return new Response(JSON.stringify(value), { headers: { 'Content-Type': JSON_TYPE } });
}

function refuse(service: Service, failure: Failure): Response {
  return toResponse(failureAnswer(failure, { responseId: service.ids.responseId(), requestId: null }));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}
