import { withAttempt, withSuccess } from '../quota/slots.ts';
import {
  afterSuccess,
  triesFor,
  TRIES_WHEN_LIMITED,
  waitWhenLimited,
  waitWithoutAnswer,
} from '../quota/backoff.ts';
import { MINUTE_MS, SECOND_MS } from '../model/time.ts';
import type { Request } from '../model/plan.ts';
import { backOff, nextResend } from './creation-quota.ts';
import type { Answer, SendKeys, WriteOperation, AnswerOf } from './ports.ts';
import type { Run } from './run.ts';
import { maySend, waitToSend } from './send-guards.ts';

/** How often a write is sent in all while the service is still processing an earlier request. */
const TRIES_IN_FLIGHT = 6;
/** No further try begins this long after the first one, not counting the time that the service asked us to wait. */
const GIVE_UP_AFTER_MS = 2 * MINUTE_MS;

export interface Sending {
  readonly operation: WriteOperation;
  readonly request: Request;
  readonly keys: SendKeys;
  /** Whether an earlier run may have sent the same request; if so, a limit is returned unchanged. */
  readonly sentBefore?: boolean;
  /** Whether it may still be sent after a wait; if omitted, always. */
  readonly isTimely?: () => boolean;
}

interface Tries {
  mayHaveArrived: boolean;
  /** Whether the service said that one of them did. */
  isTaken: boolean;
  readonly begun: number;
  readonly count: Record<Exclude<Answer['kind'], 'done'>, number>;
  /** Milliseconds waited because the service asked for it. */
  asked: number;
}

/**
 * Sends a write until it has an answer. The same request ID makes every retry harmless (open point W23). Once a request may
 * have arrived, only success or a refusal of the request itself is trusted. Everything else leaves the outcome unclear,
 * because the first request may have succeeded. A creation that meets a limit is returned immediately, because the
 * quota schedules it again.
 */
export async function send(run: Run, sending: Sending): Promise<Answer> {
  const { remote, clock, signal } = run.options;
  const { operation, request, sentBefore = false, isTimely = () => true } = sending;
  let { keys } = sending;
  const count = { unclear: 0, refused: 0, limited: 0 };
  const tries: Tries = { mayHaveArrived: sentBefore, isTaken: false, begun: clock.now(), count, asked: 0 };
  // What may have arrived is sent again, because the answer says whether it has.
  const isTooLate = () => !tries.mayHaveArrived && !isTimely();
  for (;;) {
    const answer = await remote.send(operation, request, keys);
    if (operation === 'create') countInLedger(run, answer);
    if (answer.kind === 'done') return answer;
    if (answer.kind === 'refused' && !mayConcernEarlierRequest(answer, { operation, tries })) return answer;
    if (answer.kind === 'refused' && namesRequestId(answer)) {
      tries.mayHaveArrived = true;
      tries.isTaken ||= operation === 'create';
    }
    if (answer.kind === 'unclear') tries.mayHaveArrived ||= answer.cause !== 'unreachable';
    // A service may store a failure for its key. The request ID still prevents a second creation (W23, W24).
    if (operation === 'create' && answer.kind === 'unclear' && answer.answered)
      keys = { ...keys, idempotencyKey: run.options.chance.uuid() };
    tries.count[answer.kind] += 1;
    const wait = waitAfter(run, answer, { operation, tries });
    if (wait !== undefined) {
      tries.asked += wait.askedMs;
      await waitToSend(run, { until: clock.now() + wait.ms, why: 'service', operation });
    }
    if (wait === undefined || signal.aborted || isTooLate() || !(await maySend(run, operation)))
      return tries.mayHaveArrived && !(sentBefore && answer.kind === 'limited')
        ? { ...unclear(answer, clock.now()), ...(tries.isTaken && { isTaken: true }) }
        : answer;
  }
}

/** The wait before the next try, in milliseconds, and how much of it the service asked for; undefined if there is none. */
function waitAfter(
  run: Run,
  answer: AnswerOf<'refused' | 'limited' | 'unclear'>,
  { operation, tries }: { readonly operation: Sending['operation']; readonly tries: Tries },
): { readonly ms: number; readonly askedMs: number } | undefined {
  const { clock, chance, deadline } = run.options;
  const { count } = tries;
  const now = clock.now();
  if (answer.kind === 'limited') {
    if (operation === 'create' || count.limited === TRIES_WHEN_LIMITED) return undefined;
    const asked = waitWhenLimited(count.limited, answer.retryAfterMs ?? 0);
    return now + asked > deadline ? undefined : { ms: asked, askedMs: asked };
  }
  if (answer.kind === 'refused' && answer.status !== 409) return undefined;
  // A publish request that may have arrived is not sent a second time before its result has been read.
  if (operation === 'publish' && tries.mayHaveArrived) return undefined;
  const problem = answer.kind === 'unclear' ? answer.problem : undefined;
  if (problem ? count.unclear >= triesFor(problem) : count.refused === TRIES_IN_FLIGHT) return undefined;
  const { notBefore = now } = problem ?? {};
  const untilAllowed = notBefore - now;
  if (untilAllowed > Math.max(deadline - now, SECOND_MS)) return undefined;
  const backoff = Math.max(untilAllowed, waitWithoutAnswer(count.unclear + count.refused, chance.fraction()));
  const ms = operation === 'create' ? Math.max(backoff, nextResend(run) - now) : backoff;
  const askedMs = Math.max(0, untilAllowed);
  return now + ms - tries.begun - tries.asked - askedMs > GIVE_UP_AFTER_MS ? undefined : { ms, askedMs };
}

/** A creation counts from when its answer arrives, and every request is an attempt. */
function countInLedger(run: Run, answer: Answer): void {
  const at = run.options.clock.now();
  if (answer.kind === 'limited') backOff(run, answer.retryAfterMs);
  else if (answer.kind !== 'unclear') run.backoff = afterSuccess(run.backoff);
  run.ledger = answer.kind === 'done' ? withSuccess(run.ledger, at) : withAttempt(run.ledger, at);
}

type Refused = AnswerOf<'refused'>;

/**
 * Whether a refusal may concern an earlier request with the same keys or precede it, in which case it says nothing
 * about that request's result. Once a creation may have arrived, no refusal proves that it did not.
 */
function mayConcernEarlierRequest(
  answer: Refused,
  { operation, tries }: { readonly operation: WriteOperation; readonly tries: Tries },
): boolean {
  if (operation === 'create' && (tries.mayHaveArrived || namesRequestId(answer))) return true;
  return tries.mayHaveArrived && (namesRequestId(answer) || [401, 403, 409].includes(answer.status));
}

/** Open point W24: a taken request ID may be named in any of three places. */
function namesRequestId({ status, target, details, message }: Refused): boolean {
  if (status !== 400) return false;
  const places = [target, ...details.map((one) => one.target)];
  return places.includes('request_id') || /\brequest_id\b/.test(message);
}

/** Once a request may have arrived, the outcome is unknown, whatever the last answer was. */
function unclear(answer: AnswerOf<'refused' | 'limited' | 'unclear'>, now: number): AnswerOf<'unclear'> {
  switch (answer.kind) {
    case 'unclear':
      return answer.cause === 'malformed' ? answer : { ...answer, cause: 'lost' };
    case 'limited': {
      const { retryAfterMs: waitMs } = answer;
      const until = waitMs !== undefined && { notBefore: now + waitMs };
      return { kind: 'unclear', cause: 'lost', problem: { code: 'too-many-requests', ...until } };
    }
    case 'refused': {
      const { status, message: said } = answer;
      const cause = status === 401 ? 'credential' : 'lost';
      return { kind: 'unclear', cause, problem: { code: 'lost-then-refused', status, said } };
    }
  }
}
