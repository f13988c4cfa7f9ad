import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import type { CampaignRecord } from '../campaign/campaign-record.ts';
import { failureAnswer, invalid, JSON_TYPE, plain, type Failure } from '../exchange/envelope.ts';
import { readFault } from '../faults/fault-order.ts';
import { parseJson, isJsonObject, type JsonObject } from '../json.ts';
import { readRawBody } from '../exchange/request-body.ts';
import { readEdit, readSeed } from './seed-record.ts';
import { resetService, type Service } from '../service.ts';

type ControlContext = Context<{ Bindings: HttpBindings }>;

/** What a control request comes to: a value to answer, or a failure. */
type Result =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The control interface, below `/_control`: the clock, faults, seeds, the log. For tests and demonstrations only. */
export function controlRoutes(service: Service): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.use(async (context, next) => {
    const { remoteAddress } = context.env.incoming.socket;
    if (isLoopback(remoteAddress)) return next();
    return answer(service, {
      kind: 'refused',
      failure: plain(403, 'FORBIDDEN', 'control is for loopback only'),
    });
  });
  routes.get('/clock', () => answer(service, clock(service)));
  routes.post(
    '/clock',
    withBody(service, (body) => moveClock(service, body)),
  );
  routes.post(
    '/faults',
    withBody(service, (body) => armFault(service, body)),
  );
  routes.delete('/faults', () => {
    service.faults.clear();
    return answer(service, value({ faults: [] }));
  });
  routes.post(
    '/campaigns',
    withBody(service, (body) => seed(service, body)),
  );
  routes.patch(
    '/campaigns/:id',
    withBody(service, (body, id) => editByHand(service, id, body)),
  );
  routes.get('/log', () => answer(service, value({ requests: service.requests.list() })));
  routes.post('/reset', () => {
    resetService(service);
    return answer(service, value({ reset: true }));
  });
  return routes;
}

function clock(service: Service): Result {
  return value({ now: new Date(service.clock.now()).toISOString() });
}

function moveClock(service: Service, body: JsonObject): Result {
  if (service.clock.kind === 'real')
    return refused(plain(409, 'BAD_REQUEST', 'only a manual clock can be moved'));
  const { advance_ms: advance, now } = body;
  const instant =
    typeof advance === 'number'
      ? service.clock.now() + advance
      : typeof now === 'string' && /(Z|[+-]\d{2}:\d{2})$/.test(now)
        ? Date.parse(now)
        : NaN;
  // The notation of record fields has four digits for the year.
  if (!(instant >= Date.UTC(2000, 0) && instant < Date.UTC(9999, 0))) {
    return refused(
      invalid('', 'give advance_ms, a number of milliseconds, or now, an ISO instant with its offset'),
    );
  }
  service.clock.moveTo(Math.round(instant));
  return clock(service);
}

function armFault(service: Service, body: JsonObject): Result {
  const read = readFault(body);
  if (read.kind === 'refused') return read;
  service.faults.arm(read.fault);
  return value({ faults: service.faults.list() });
}

/** Seeds go to the first workspace unless `app_key` names another. */
function seed(service: Service, body: JsonObject): Result {
  const names = service.options.workspaces.map(({ appKey }) => appKey);
  const workspace = names.find((name) => name === (body.app_key ?? names[0]));
  if (workspace === undefined) return refused(invalid('app_key', 'there is no such workspace'));
  const { campaigns } = body;
  if (!Array.isArray(campaigns)) return refused(invalid('campaigns', 'campaigns must be a list of records'));
  const records: CampaignRecord[] = [];
  for (const [place, campaign] of (campaigns as readonly JsonObject[string][]).entries()) {
    const read = readSeed(campaign, { ids: service.ids, now: service.clock.now() });
    if (read.kind === 'refused')
      return refused(invalid(['campaigns', place, ...read.path].join('.'), read.message));
    records.push(read.record);
  }
  for (const record of records) service.store.put(workspace, record);
  return value({ ids: records.map(({ id }) => id) });
}

function editByHand(service: Service, id: string, body: JsonObject): Result {
  for (const { appKey } of service.options.workspaces) {
    const record = service.store.find(appKey, id);
    if (!record) continue;
    const read = readEdit(record, body, service.clock.now());
    if (read.kind === 'refused') return refused(invalid(read.path.join('.'), read.message));
    service.store.put(appKey, read.record);
    return value({ id: record.id });
  }
  return refused(plain(404, 'NOT_FOUND', `there is no campaign ${id}`));
}

/** Any content type will do here, as `curl -d` sends none that fits. */
function withBody(service: Service, run: (body: JsonObject, id: string) => Result) {
  return async (context: ControlContext): Promise<Response> => {
    const raw = await readRawBody(context.env.incoming);
    const parsed = raw.kind === 'bytes' ? parseJson(raw.bytes.toString('utf8')) : null;
    if (parsed?.kind !== 'parsed' || !isJsonObject(parsed.value)) {
      return answer(service, refused(plain(400, 'BAD_REQUEST', 'the body must be a JSON object')));
    }
    return answer(service, run(parsed.value, context.req.param('id') ?? ''));
  };
}

function answer(service: Service, result: Result): Response {
  const headers = { 'Content-Type': JSON_TYPE };
  if (result.kind === 'value') return new Response(JSON.stringify(result.value), { headers });
  const { status, body } = failureAnswer(result.failure, {
    responseId: service.ids.responseId(),
    requestId: null,
  });
  return new Response(body, { status, headers });
}

function value(found: unknown): Result {
  return { kind: 'value', value: found };
}

function refused(failure: Failure): Result {
  return { kind: 'refused', failure };
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}
