import { withAttempt, withSuccess } from '../quota/admit.ts';
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
 * Sends a write until it has an answer. The same keys make every repeat harmless (open point W23). Once a sending may
 * have arrived, only success or a refusal of the request itself is believed: everything else leaves it unclear, since
 * the first sending may have done its work.
 */
export async function send(
  run: Run,
  { operation, request, keys, sentBefore = false }: Sending,
): Promise<Answer> {
  const { remote, clock, chance, deadline, signal } = run.options;
  let mayHaveArrived = sentBefore;
  for (let attempt = 1; ; attempt++) {
    const answer = await remote.send(operation, request, keys);
    if (operation === 'create') keepLedger(run, answer);
    if (answer.kind === 'done') return answer;
    if (answer.kind === 'refused' && !(mayHaveArrived && saysNothingOfTheFirst(answer))) return answer;
    if (answer.kind === 'unclear') mayHaveArrived ||= answer.cause !== 'unreachable';
    const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + chance.fraction());
    const wait = answer.kind === 'limited' ? (answer.retryAfterMs ?? backoff) : backoff;
    const tooLate = answer.kind === 'limited' && clock.now() + wait > deadline;
    if (attempt === TRIES || tooLate || isCredential(answer))
      return mayHaveArrived ? unclear(answer) : answer;
    await clock.sleep(wait, signal);
    if (signal.aborted) return mayHaveArrived ? unclear(answer) : answer;
  }
}

/** A creation counts from the moment its answer arrives, and every sending is an attempt. */
function keepLedger(run: Run, answer: Answer): void {
  const at = run.options.clock.now();
  run.ledger = answer.kind === 'done' ? withSuccess(run.ledger, at) : withAttempt(run.ledger, at);
}

type Refused = Extract<Answer, { kind: 'refused' }>;

/** Refusals that are given before, or because of, an earlier sending with the same keys. */
function saysNothingOfTheFirst(answer: Refused): boolean {
  const taken = answer.status === 400 && answer.target === 'request_id';
  return taken || answer.status === 409 || isCredential(answer);
}

function isCredential(answer: Answer): boolean {
  return answer.kind === 'refused' && (answer.status === 401 || answer.status === 403);
}

function unclear(answer: Exclude<Answer, { kind: 'done' }>): Answer {
  switch (answer.kind) {
    case 'unclear':
      return answer;
    case 'limited':
      return {
        kind: 'unclear',
        cause: 'odd',
        message: 'An answer was lost, and then there were too many requests.',
      };
    case 'refused': {
      const cause = isCredential(answer) ? 'credential' : 'odd';
      return {
        kind: 'unclear',
        cause,
        message: `An answer was lost, and then: ${answer.status} ${answer.message}.`,
      };
    }
  }
}
