import { MINUTE_MS } from '../model/time.ts';
import type { Run } from './run.ts';
import { isHeld, mergeAnswer } from './send-guards.ts';

/** The lease is released during longer waits, so that an emergency stop can run. */
const RELEASE_AFTER_MS = MINUTE_MS;
/** How often the run tries to reacquire the lease while another run has it. */
const RETRY_AFTER_MS = 10_000;

/** Waits for quota until an instant (epoch milliseconds), or until a user asks the run to end. */
export async function waitForQuota(run: Run, until: number): Promise<void> {
  const { clock, signal } = run.options;
  const ms = Math.max(0, until - clock.now());
  if (ms > RELEASE_AFTER_MS) await releaseLeaseWhile(run, () => clock.sleep(ms, signal));
  else await clock.sleep(ms, signal);
}

/**
 * Releases the lease while the run waits for something else, reacquires it and merges what others recorded. This run
 * does not continue with campaigns that another run changed.
 */
export async function releaseLeaseWhile<Answer>(run: Run, wait: () => Promise<Answer>): Promise<Answer> {
  const { lease, recorder, signal } = run.options;
  await lease.free();
  const answer = await wait();
  if (signal.aborted || !(await reacquireLease(run))) return answer;
  mergeAnswer(run, await recorder.reload(run.ledger), { keys: [], outcome: 'unknown' });
  return answer;
}

/** If another run has the lease, waits for it as long as this run may wait at all. */
async function reacquireLease(run: Run): Promise<boolean> {
  const { lease, clock, deadline, signal } = run.options;
  for (;;) {
    const answer = await lease.take();
    const mayWait = answer.kind === 'refused' && clock.now() + RETRY_AFTER_MS <= deadline;
    if (!mayWait || signal.aborted) return isHeld(run, answer);
    await clock.sleep(RETRY_AFTER_MS, signal);
  }
}
