import type { IncomingHttpHeaders } from 'node:http';
import { failureAnswer, plain, successAnswer, unreadable, type Answer, type Failure } from './envelope.ts';
import { ANSWER_KEPT_MS, readKey, requestDigest } from './idempotency.ts';
import { refused, type Operation, type Outcome } from '../operations/operation.ts';
import { presentRecord } from '../campaign/read-view.ts';
import { decodeBody, type RawBody, type RequestBody } from './request-body.ts';
import { readRequestId } from './request-id.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../service-options.ts';

/** A request for an operation, taken in whole. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly path: string;
  /** The identifier in the path; empty for operations without one. */
  readonly identifier: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: RawBody;
  /** What the client calls the request, as far as it can be made out; errors echo it. */
  readonly requestId: string | null;
  /** Waits where a fault wants the work to take longer. */
  readonly beforeWork: () => Promise<void>;
}

/** A request whose sender is known and within the limits. */
interface AdmittedRequest extends ServiceRequest {
  readonly workspace: Workspace;
  /** Takes the call out of the windows again: a call that is rejected counts in none (open point W26). */
  readonly uncount: () => void;
}

/** Answers a request: first who it is, then the limits, then whether it came before, then the work itself. */
export async function answerRequest(service: Service, request: ServiceRequest): Promise<Answer> {
  const identity = service.authenticate(request.headers);
  if (identity.kind === 'refused') return failed(service, request, identity.failure);
  const { workspace } = identity;
  const now = service.clock.now();
  const calls = service.limits.calls(workspace.appKey, request.operation);
  if (calls.waitMs(now) > 0) {
    return failed(service, request, rateLimited(service, { ...request, workspace }, now));
  }
  return answerOnce(service, { ...request, workspace, uncount: calls.count(now) });
}

/** Gives the kept answer to a request that comes again, and keeps the answer of one that comes first. */
async function answerOnce(service: Service, request: AdmittedRequest): Promise<Answer> {
  const key = readKey(request.headers, request.operation.idempotencyKey);
  if (key.kind === 'refused') return failed(service, request, key.failure);
  if (key.kind === 'none' || request.raw.kind === 'too-large') return work(service, request);
  const digest = requestDigest({
    method: request.operation.method,
    path: request.path,
    body: request.raw.bytes,
  });
  const now = service.clock.now();
  service.store.forgetBefore(now - ANSWER_KEPT_MS);
  const claim = service.idempotency.claim({ workspace: request.workspace.appKey, key: key.key, digest, now });
  switch (claim.kind) {
    case 'refused':
      return failed(service, request, claim.failure);
    case 'replay': {
      const { status, contentType, body } = claim.answer;
      return { status, headers: {}, contentType, body, effect: 'replayed', code: null };
    }
    case 'first': {
      let answer: Answer | null = null;
      try {
        answer = await work(service, request);
        return answer;
      } finally {
        claim.settle(answer, service.clock.now());
      }
    }
  }
}

async function work(service: Service, request: AdmittedRequest): Promise<Answer> {
  await request.beforeWork();
  const outcome = run(service, request);
  if (outcome.kind === 'refused') return failed(service, request, outcome.failure);
  const { status, data, effect } = outcome;
  return successAnswer({ status, data, effect, responseId: service.ids.responseId() });
}

/** The checks that all operations share, then the operation. */
function run(service: Service, request: AdmittedRequest): Outcome {
  const { operation, workspace, headers, identifier } = request;
  if (operation.scope !== null && !workspace.scopes.has(operation.scope)) {
    return refused(plain(403, 'FORBIDDEN', `the credential lacks the scope ${operation.scope}`));
  }
  if (operation.path.includes('{campaign_id}') && !/^[0-9a-f]{24}$/i.test(identifier)) {
    return refused(unreadable('the campaign id in the path is not a 24-character identifier'));
  }
  const body = bodyOf(request);
  if (body.kind === 'refused') return body;
  const read = readRequestId({ headers, body: body.value }, operation.requestId);
  if (read.kind === 'refused') return read;
  const { store, ids } = service;
  const now = service.clock.now();
  const creations = service.limits.creations(workspace.appKey);
  if (operation.name === 'create' && creations.waitMs(now) > 0) {
    request.uncount();
    return refused(rateLimited(service, request, now));
  }
  const { readView } = service.options;
  const outcome = operation.run({
    workspace,
    identifier,
    body: body.value,
    requestId: read.requestId,
    now,
    store,
    ids,
    present: (record) => presentRecord(record, { now, readView }),
  });
  if (operation.name === 'create' && outcome.kind === 'done') creations.count(now);
  return outcome;
}

function bodyOf({ raw, headers, operation }: ServiceRequest): RequestBody {
  return decodeBody({ raw, contentType: headers['content-type'] }, operation.body);
}

/** 429 with the seconds after which the call is admitted, rounded up (open point W26). */
function rateLimited(
  service: Service,
  { workspace, operation }: { readonly workspace: Workspace; readonly operation: Operation },
  now: number,
): Failure {
  const calls = service.limits.calls(workspace.appKey, operation).waitMs(now);
  const creations = operation.name === 'create' ? service.limits.creations(workspace.appKey).waitMs(now) : 0;
  const retryAfter = Math.ceil(Math.max(calls, creations) / 1000);
  const message = `the limit of ${operation.name} is reached, the next call is admitted in ${retryAfter} s`;
  return { ...plain(429, 'RATE_LIMITED', message), retryAfter };
}

function failed(service: Service, { requestId }: ServiceRequest, failure: Failure): Answer {
  return failureAnswer(failure, { responseId: service.ids.responseId(), requestId });
}
