import type { IncomingHttpHeaders } from 'node:http';
import { conflict, plain, Refusal, unreadable, type Failure } from '../domain/failure.ts';
import { failureAnswer, successAnswer, type Answer } from './envelope.ts';
import { ANSWER_KEPT_MS, KEY_HEADER, readKey, requestDigest } from './idempotency.ts';
import { outcomeOf, type Operation, type Outcome } from './operations/operation.ts';
import { advanceLifecycle } from '../store/advance-lifecycle.ts';
import { presentRecord, presentRow, type Presentation } from '../domain/quirks/present-record.ts';
import { runWithQuirks } from './run-with-quirks.ts';
import { decodeBody, type RawBody } from './request-body.ts';
import { readRequestId } from './request-id.ts';
import type { Service } from './service.ts';
import type { Workspace } from '../domain/service-options.ts';
import type { CampaignRecord } from '../domain/campaign/campaign-record.ts';

/** A request for an operation, read completely. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly path: string;
  /** The identifier in the path; empty for operations without one. */
  readonly identifier: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: RawBody;
  /** The request ID, if there is one. Errors repeat it. */
  readonly requestId: string | null;
  /** A failure that replaces the work and is stored like its answer. `null` means that the work is done. */
  readonly standIn: Answer | null;
  /** Waits if a fault delays the work. */
  readonly beforeWork: () => Promise<void>;
}

/** A request that is authenticated and within the limits. */
interface AdmittedRequest extends ServiceRequest {
  readonly workspace: Workspace;
  /** Removes the call from the windows again, because a rejected call doesn't count (open point W26). */
  readonly uncount: () => void;
}

/**
 * Answers a request: checks the credential, the limits and the idempotency key, then does the work. Resolves once
 * everything that the answer depends on is on disk.
 */
export async function answerRequest(service: Service, request: ServiceRequest): Promise<Answer> {
  const answer = await admit(service, request).catch((error: unknown) => {
    if (error instanceof Refusal) return failed(service, request, error.failure);
    throw error;
  });
  await service.store.durable();
  return answer;
}

async function admit(service: Service, request: ServiceRequest): Promise<Answer> {
  const known = service.authenticate(request.headers);
  if (!known) throw new Refusal(plain(401, 'UNAUTHORIZED', 'the credential is missing or not valid'));
  const { appKey } = known;
  const workspace = { ...known, features: service.features.get(appKey) ?? known.features };
  const now = service.clock.now();
  if (service.counts.callWaitMs(appKey, request.operation, now) > 0) {
    const failure = rateLimited(service, { ...request, workspace }, now);
    if (!service.quirks.current.keepFailures) throw new Refusal(failure);
    const standIn = failed(service, request, failure);
    return answerOnce(service, { ...request, workspace, standIn, uncount: () => undefined });
  }
  const uncount = service.counts.call(appKey, request.operation, now);
  return answerOnce(service, { ...request, workspace, uncount });
}

const RESET = 'the service was reset while this request waited';

/** Returns the stored answer for a repeated request, and stores the answer of a new one. */
async function answerOnce(service: Service, request: AdmittedRequest): Promise<Answer> {
  const { method, kind, idempotencyKey } = request.operation;
  const key = readKey(request.headers, idempotencyKey);
  if (key === null || request.raw.kind === 'too-large') {
    await request.beforeWork();
    return work(service, request, () => undefined);
  }
  const digest = requestDigest({ method, path: request.path, body: request.raw.bytes });
  const now = service.clock.now();
  service.store.forget(now, ANSWER_KEPT_MS);
  const workspace = request.workspace.appKey;
  const { keepFailures } = service.quirks.current;
  const claim = service.idempotency.claim({ workspace, key, digest, now, of: kind, keepFailures });
  if (claim.kind === 'replay') {
    const { status, contentType, body } = claim.answer;
    return { status, headers: {}, contentType, body, effect: 'replayed', code: null };
  }
  try {
    await request.beforeWork();
    if (!claim.holds()) throw conflict(KEY_HEADER, RESET);
    return work(service, request, claim.keep);
  } finally {
    claim.release();
  }
}

/** Does the work and stores the answer. For a write, both happen or neither. */
function work(
  service: Service,
  request: AdmittedRequest,
  keep: (answer: Answer, at: number) => void,
): Answer {
  const now = service.clock.now();
  advanceLifecycle(service, now);
  const act = (): Answer => {
    const answer = request.standIn ?? answerOf(service, request, now);
    keep(answer, now);
    return answer;
  };
  return request.operation.kind === 'write' ? service.store.atomically(act) : act();
}

function answerOf(service: Service, request: AdmittedRequest, now: number): Answer {
  const outcome = outcomeOf(() => run(service, request, now));
  if (outcome.kind === 'refused') return failed(service, request, outcome.failure);
  return successAnswer(outcome, service.ids.responseId());
}

/** The checks that all operations share, then the operation. */
function run(service: Service, request: AdmittedRequest, now: number): Outcome {
  const { operation, workspace, headers, identifier } = request;
  if (operation.scope !== null && !workspace.scopes.has(operation.scope)) {
    throw new Refusal(plain(403, 'FORBIDDEN', `the credential lacks the scope ${operation.scope}`));
  }
  if (operation.path.includes('{campaign_id}') && !isIdentifier(service, identifier)) {
    throw unreadable('the campaign id in the path is not a 24-character identifier');
  }
  const body = decodeBody({ raw: request.raw, contentType: headers['content-type'] }, operation.body);
  const requestId = readRequestId({ headers, body }, operation.requestId);
  if (operation.name === 'create' && service.counts.creationWaitMs(workspace.appKey, now) > 0) {
    request.uncount();
    throw new Refusal(rateLimited(service, request, now));
  }
  const { store, ids } = service;
  const presentation = presentationOf(service);
  const call = {
    workspace,
    identifier,
    body,
    requestId,
    now,
    store,
    ids,
    quirks: presentation.quirks,
    present: (record: CampaignRecord) => presentRecord(record, presentation),
    presentRow: (record: CampaignRecord) => presentRow(record, presentation),
  };
  const outcome = runWithQuirks(operation, call, service.history);
  if (operation.name === 'create' && outcome.kind === 'done') service.counts.creation(workspace.appKey, now);
  return outcome;
}

function presentationOf({ options, quirks }: Service): Presentation {
  return { readView: options.readView, quirks: quirks.current, nextRead: () => quirks.nextRead() };
}

/** With the quirk `document-ids`, a campaign ID of the other form is valid but doesn't identify a document. */
function isIdentifier({ quirks }: Service, identifier: string): boolean {
  return (
    /^[0-9a-f]{24}$/i.test(identifier) ||
    (quirks.current.documentIds && /^camp_[a-z0-9]{9}$/.test(identifier))
  );
}

/** 429 with the seconds after which the call is admitted, rounded up (open point W26). */
function rateLimited(
  service: Service,
  { workspace, operation }: { readonly workspace: Workspace; readonly operation: Operation },
  now: number,
): Failure {
  const calls = service.counts.callWaitMs(workspace.appKey, operation, now);
  const creations = operation.name === 'create' ? service.counts.creationWaitMs(workspace.appKey, now) : 0;
  const retryAfter = Math.ceil(Math.max(calls, creations) / 1000);
  const message = `the limit of ${operation.name} is reached, the next call is admitted in ${retryAfter} s`;
  return { ...plain(429, 'RATE_LIMITED', message), retryAfter };
}

function failed(service: Service, { requestId }: ServiceRequest, failure: Failure): Answer {
  const ids = { responseId: service.ids.responseId(), requestId };
  return failureAnswer(failure, ids, service.quirks.current.detailsOnly);
}
