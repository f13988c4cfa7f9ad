import type { IncomingHttpHeaders } from 'node:http';
import { conflict, Refusal, refusal, unreadable } from '../domain/failure.ts';
import type { Workspace } from '../domain/service-options.ts';
import { advanceLifecycle } from '../store/advance-lifecycle.ts';
import { failureAnswer, successAnswer, type Answer } from './envelope.ts';
import { ANSWER_KEPT_MS, KEY_HEADER, readKey, requestDigest, checkRequestId } from './idempotency.ts';
import type { Call, Done, Operation } from './operations/operation.ts';
import { decodeBody, type RawBody } from './request-body.ts';
import { CREATION, type Service } from './service.ts';

/** A request for an operation, read completely. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly path: string;
  /** The identifier in the path; empty for operations without one. */
  readonly identifier: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: RawBody;
  /** The request ID, if there is a valid one. Errors repeat it. */
  readonly requestId: string | null;
  /** A failure that replaces the work and is stored like its answer. `null` means that the work is done. */
  readonly standIn: Answer | null;
  /** Waits if a fault delays the work. */
  readonly beforeWork: () => Promise<void>;
}

interface KnownRequest extends ServiceRequest {
  readonly workspace: Workspace;
}

/** A request that is authenticated and within the limits. */
interface AdmittedRequest extends KnownRequest {
  /** Removes the call from the windows again, because a rejected call doesn't count (open point W26). */
  readonly uncount: () => void;
}

/** Answers a request, once everything that the answer depends on is on disk. */
export async function answerRequest(service: Service, request: ServiceRequest): Promise<Answer> {
  const answer = await admit(service, request).catch((error: unknown) => failed(service, request, error));
  await service.store.durable();
  return answer;
}

async function admit(service: Service, request: ServiceRequest): Promise<Answer> {
  const known = service.authenticate(request.headers);
  if (!known) throw refusal(401, 'the credential is missing or not valid');
  const workspace = { ...known, features: service.features.get(known.appKey) ?? known.features };
  return answerOnce(service, { ...request, workspace });
}

/** Counts a call. Throws a `Refusal` beyond a limit, which may itself be kept as the answer. */
function counted(service: Service, request: KnownRequest): AdmittedRequest {
  const { operation, workspace } = request;
  const { appKey } = workspace;
  const now = service.clock.now();
  const isRejected = service.counts.waitMs(appKey, operation, now) > 0;
  const rejected = isRejected ? rateLimited(service, { workspace, operation }, now) : null;
  if (rejected && !service.quirks.has('keep-failures')) throw rejected;
  return {
    ...request,
    standIn: rejected ? failed(service, request, rejected) : request.standIn,
    uncount: rejected ? () => undefined : service.counts.count(appKey, operation, now),
  };
}

const RESET = 'the service was reset while this request waited';

/** Returns the stored answer for a repeated request, before any limit counts (open point W23), and stores that of a new one. */
async function answerOnce(service: Service, request: KnownRequest): Promise<Answer> {
  const { method, kind, idempotencyKey } = request.operation;
  const key = readKey(request.headers, idempotencyKey);
  if (key === null || request.raw.kind === 'too-large') {
    const admitted = counted(service, request);
    await request.beforeWork();
    return work(service, admitted, () => undefined);
  }
  const digest = requestDigest({ method, path: request.path, body: request.raw.bytes });
  const now = service.clock.now();
  service.store.forget(now, ANSWER_KEPT_MS);
  const workspace = request.workspace.appKey;
  const keepFailures = service.quirks.has('keep-failures');
  const claim = service.idempotency.claim({ workspace, key, digest, now, of: kind, keepFailures });
  if ('body' in claim) {
    const { status, contentType, body } = claim;
    return { status, headers: {}, contentType, body, effect: 'replayed', code: null };
  }
  try {
    const admitted = counted(service, request);
    await request.beforeWork();
    if (!claim.holds()) throw conflict(KEY_HEADER, RESET);
    return work(service, admitted, claim.keep);
  } finally {
    claim.release();
  }
}

/** Does the work and stores the answer. For a write, both happen or neither. */
function work(service: Service, request: AdmittedRequest, keep: (one: Answer, at: number) => void): Answer {
  const now = service.clock.now();
  advanceLifecycle(service, now);
  // A refused operation has changed nothing.
  const answered = (): Answer => {
    try {
      return successAnswer(run(service, request, now));
    } catch (error) {
      return failed(service, request, error);
    }
  };
  const act = (): Answer => {
    const answer = request.standIn ?? answered();
    keep(answer, now);
    return answer;
  };
  return request.operation.kind === 'write' ? service.store.atomically(act) : act();
}

/** The checks that all operations share, then the operation. */
function run(service: Service, request: AdmittedRequest, now: number): Done {
  const { operation, workspace, headers, identifier, requestId } = request;
  if (operation.scope !== null && !workspace.scopes.has(operation.scope))
    throw refusal(403, `the credential lacks the scope ${operation.scope}`);
  if (operation.path.includes('{campaign_id}') && !isIdentifier(service, identifier))
    throw unreadable('the campaign id in the path is not a 24-character identifier');
  const body = decodeBody({ raw: request.raw, contentType: headers['content-type'] }, operation.body);
  checkRequestId({ headers, body }, operation.requestId);
  const isCreation = operation.name === 'create';
  if (isCreation && service.counts.waitMs(workspace.appKey, CREATION, now) > 0) {
    request.uncount();
    throw rateLimited(service, request, now);
  }
  const { store, newId, quirks, nextRead } = service;
  const call: Call = { workspace, identifier, body, requestId, now, store, newId, quirks, nextRead };
  const done = service.history.run(operation, call);
  if (isCreation) service.counts.count(workspace.appKey, CREATION, now);
  return done;
}

/** With the quirk `document-ids`, a campaign ID of the other form is valid but doesn't identify a document. */
function isIdentifier({ quirks }: Service, identifier: string): boolean {
  return (
    /^[0-9a-f]{24}$/i.test(identifier) ||
    (quirks.has('document-ids') && /^camp_[a-z0-9]{9}$/.test(identifier))
  );
}

/** 429 with the seconds after which the call is admitted, rounded up (open point W26). */
function rateLimited(
  { counts }: Service,
  { workspace: { appKey }, operation }: Pick<AdmittedRequest, 'workspace' | 'operation'>,
  now: number,
): Refusal {
  const creations = operation.name === 'create' ? counts.waitMs(appKey, CREATION, now) : 0;
  const retryAfter = Math.ceil(Math.max(counts.waitMs(appKey, operation, now), creations) / 1000);
  const message = `the limit of ${operation.name} is reached, the next call is admitted in ${retryAfter} s`;
  return refusal(429, message, { retryAfter });
}

/** The answer to a refused request. Throws other errors again. */
function failed({ quirks }: Service, { requestId }: ServiceRequest, error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error;
  return failureAnswer(error.failure, requestId, quirks.has('details-only'));
}
