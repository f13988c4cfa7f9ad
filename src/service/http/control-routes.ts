import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { localTimeToInstant } from '../domain/campaign/local-time.ts';
import { conflict, invalid, refusal, refuseInvalid, unreadable } from '../domain/failure.ts';
import { isJsonObject, listAt, parseJson, type JsonObject } from '../domain/json.ts';
import { readQuirks } from '../domain/quirks/quirks.ts';
import { FEATURES } from '../domain/service-options.ts';
import { userFrom } from '../domain/user.ts';
import { advanceLifecycle, restartReachability } from '../store/advance-lifecycle.ts';
import { editCampaign, readList, seedCampaigns } from './control-campaigns.ts';
import { JSON_TYPE } from './envelope.ts';
import { readFault } from './faults.ts';
import { readRawBody, shapeErrors } from './request-body.ts';
import { resetService, type Service } from './service.ts';

type ControlContext = Context<{ Bindings: HttpBindings }>;

/** The requests without a body, by method and path. */
const SHOWN: Readonly<Record<string, (service: Service) => object>> = {
  'GET /clock': showClock,
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return { faults: [] };
  },
  'GET /quirks': showQuirks,
  'DELETE /quirks': (service) => {
    service.quirks = readQuirks([]);
    return showQuirks(service);
  },
  'GET /log': ({ requests }) => ({ requests: requests.list() }),
  'GET /outbox': ({ store }) => ({ messages: store.messages.list() }),
  'GET /control-group': ({ store }) => ({ uploads: store.controlGroup.list() }),
  'POST /reset': (service) => {
    resetService(service);
    return { reset: true };
  },
};

/** The requests with a body. The ID is the one in the path. They may throw a `Refusal`. */
const GIVEN: Readonly<
  Record<string, (service: Service, body: JsonObject, id: string) => object | Promise<object>>
> = {
  'POST /clock': moveClock,
  'POST /faults': ({ faults }, body) => {
    faults.arm(readFault(body));
    return { faults: faults.list() };
  },
  'POST /campaigns': seedCampaigns,
  'PATCH /campaigns/:id': editCampaign,
  'POST /users': seedUsers,
  'POST /features': switchFeatures,
  'POST /quirks': setQuirks,
};

/** The control interface below `/_control`, for tests and for manual experiments. */
export function controlRoutes(service: Service): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.use(async (context, next) => {
    checkAccess(context);
    await next();
  });
  const on = (route: string, act: (context: ControlContext) => Promise<Response>) => {
    const [method = '', path = ''] = route.split(' ');
    routes.on(method, path, act);
  };
  for (const [route, show] of Object.entries(SHOWN)) on(route, () => answer(service, show(service)));
  for (const [route, act] of Object.entries(GIVEN))
    on(route, async (context) => {
      const body = await bodyOf(context);
      if (!body) return RESPONSE_ALREADY_SENT;
      return answer(service, await act(service, body, context.req.param('id') ?? ''));
    });
  return routes;
}

/** Refuses requests from other machines and from web pages. */
function checkAccess({ env: { incoming }, req }: ControlContext): void {
  if (!/^(::ffff:)?127\.|^::1$/.test(incoming.socket.remoteAddress ?? ''))
    throw refusal(403, 'the control interface answers only requests from this machine');
  // With DNS rebinding, a web page sends no Origin header, but the Host header contains the name of its site.
  if (req.header('Origin') !== undefined || !LOOPBACK_HOST.test(incoming.headers.host ?? 'localhost'))
    throw refusal(
      403,
      'the control interface does not answer web pages, and only answers on the host localhost',
    );
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** `null` if the client disconnected. Accepts any content type, because `curl -d` does not send JSON's. */
async function bodyOf({ env }: ControlContext): Promise<JsonObject | null> {
  const raw = await readRawBody(env.incoming).catch(() => null);
  if (!raw) return null;
  const parsed = raw.kind === 'bytes' ? parseJson(raw.bytes.toString('utf8')) : null;
  if (parsed?.kind === 'parsed' && isJsonObject(parsed.value)) return parsed.value;
  throw unreadable('the body must be a JSON object');
}

/** Answers once all changes are on disk. */
async function answer(service: Service, value: object): Promise<Response> {
  await service.store.durable();
  return new Response(JSON.stringify(value), { headers: { 'Content-Type': JSON_TYPE } });
}

/** The range of instants that the control interface accepts. Record fields have four digits for the year. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0), Date.UTC(9999, 0)];

/** The most that one move may send. Otherwise, moving the clock by a thousand years would send for hours. */
const MOST_SENDS = 2000;

function showClock({ clock }: Service): JsonObject {
  return { now: new Date(clock.now()).toISOString() };
}

/** Moves the clock forward or back and applies what is due by then. If a move fails, the clock keeps its time. */
async function moveClock(service: Service, body: JsonObject): Promise<JsonObject> {
  const { clock, store } = service;
  if (!clock.moveTo) throw conflict('', 'only a manual clock can be moved: start with --clock manual');
  const before = clock.now();
  const instant = Math.round(instantIn(body, before));
  if (!(instant >= EARLIEST && instant < LATEST))
    throw invalid('', 'give advance_ms, a number of milliseconds, or now, an ISO instant with its offset');
  store.atomically(() => {
    store.remember('clock', instant);
    advanceLifecycle(service, instant, MOST_SENDS);
    if (instant < before) restartReachability(store, instant);
  });
  clock.moveTo(instant);
  await store.durable().catch((error: unknown) => {
    clock.moveTo?.(before);
    throw error;
  });
  return showClock(service);
}

/** The instant that the request's only field specifies, `NaN` if it is invalid. */
function instantIn(order: JsonObject, before: number): number {
  const [[field, given] = [], ...others] = Object.entries(order);
  if (others.length > 0) return NaN;
  if (field === 'advance_ms') return typeof given === 'number' ? before + given : NaN;
  const isInstant = field === 'now' && typeof given === 'string' && /T.*(Z|[+-]\d\d:\d\d)$/.test(given);
  return (isInstant ? localTimeToInstant(given, 'UTC') : null) ?? NaN;
}

function showQuirks({ quirks }: Service): JsonObject {
  return { quirks: quirks.list };
}

/** Replaces all quirks, until they are replaced again, or the service is reset or restarted. */
function setQuirks(service: Service, body: JsonObject): JsonObject {
  refuseInvalid(shapeErrors('quirks', body));
  service.quirks = readQuirks(listAt(body, 'quirks').map(String));
  return showQuirks(service);
}

/** Sets the features of a workspace. Features that aren't listed are off. Lasts until the next reset or start. */
function switchFeatures(service: Service, body: JsonObject): JsonObject {
  const { workspace, list } = readList(service, body, 'features');
  const features = FEATURES.filter((feature) => list.includes(feature));
  service.features.set(workspace, new Set(features));
  return { features };
}

/** Adds users, or replaces those with the same ID. Either all of them are stored or none. */
function seedUsers(service: Service, body: JsonObject): JsonObject {
  const { workspace, list } = readList(service, body, 'users');
  const users = list.map(userFrom);
  service.store.atomically(() => {
    for (const user of users) service.store.users.put(workspace, user);
  });
  return { ids: users.map(({ id }) => id) };
}
