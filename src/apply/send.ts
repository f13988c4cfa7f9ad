import type { Request } from '../model/plan.ts';
import type { LimitedOperation } from '../model/workspace.ts';
import type { Answer, SendKeys } from './ports.ts';
import type { Run } from './run.ts';

/** How often a write is sent with the same keys, and the first wait between two sendings in milliseconds. */
const TRIES = 4;
const FIRST_WAIT_MS = 250;

export interface Sending {
  readonly operation: LimitedOperation | 'publish';
  readonly request: Request;
  readonly keys: SendKeys;
  /** Whether an earlier run may have sent the very same; unless told, no. */
  readonly sentBefore?: boolean;
}

/**
 * Sends a write until it has an answer. The same keys make every repeat harmless (open point W23); a conflict
 * after a repeat of ours only says that the first one is still on its way, so it is as unclear as no answer.
 */
export async function send(run: Run, { operation, request, keys, sentBefore }: Sending): Promise<Answer> {
  const { remote, clock, chance, deadline } = run.options;
  for (let attempt = 1; ; attempt++) {
    const told = await remote.send(operation, request, keys);
    const answer = attempt > 1 || sentBefore ? asRepeat(told) : told;
    if (attempt === TRIES || answer.kind === 'done' || answer.kind === 'refused') return answer;
    const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + chance.fraction());
    const wait = answer.kind === 'limited' ? (answer.retryAfterMs ?? backoff) : backoff;
    if (answer.kind === 'limited' && clock.now() + wait > deadline) return answer;
    await clock.sleep(wait);
  }
}

/** A conflict, or a request id that is taken, says that the first sending is on its way or done: look, never create anew. */
function asRepeat(answer: Answer): Answer {
  if (answer.kind !== 'refused') return answer;
  const inFlight = answer.status === 409;
  const createdAlready = answer.status === 400 && answer.target === 'request_id';
  return inFlight || createdAlready
    ? {
        kind: 'unclear',
        cause: 'odd',
        message: `An earlier sending of ours is on its way or done: ${answer.message}`,
      }
    : answer;
}
