import type { CampaignKey } from '../model/campaign.ts';
import type { FailureCause } from '../model/failure.ts';
import type { LeaseAnswer, RecordAnswer, WriteOperation } from './ports.ts';
import type { Run } from './run.ts';
import type { RequestWait } from '../model/progress.ts';
import { MINUTE_MS } from '../model/time.ts';

type RecordingFailure = Extract<FailureCause, { code: 'not-recorded' }>;

/** For a failure to record: the campaigns that it affects, and what is known about them. */
export interface Unrecorded {
  readonly keys: readonly CampaignKey[];
  readonly outcome: RecordingFailure['outcome'];
}

/** Merges what others recorded. Returns whether it was recorded; otherwise nothing more may be sent. */
export function mergeAnswer(run: Run, answer: RecordAnswer, { keys, outcome }: Unrecorded): boolean {
  if (answer.kind === 'recorded') {
    if (answer.news) run.mergeState(answer.news);
    return true;
  }
  const { cause: because } = answer;
  run.end(answer.kind === 'lost-race' ? 'lease' : 'state-branch', because);
  for (const key of new Set(keys))
    run.results.breakOffFailed(key, { code: 'not-recorded', because, outcome });
  return false;
}

/**
 * Whether the run may send. Right before each send, the lease must be ours with enough time left, so the wait that the
 * limit requires comes first. A run that is asked to end during the wait sends nothing more.
 */
export async function maySend(run: Run, operation: WriteOperation): Promise<boolean> {
  await awaitLimit(run, operation);
  return !run.options.signal.aborted && isHeld(run, await run.options.lease.check());
}

/** Waits until the limit on these writes admits the next one, or until the run is asked to end. */
export async function awaitLimit(run: Run, operation: WriteOperation): Promise<void> {
  await waitToSend(run, { until: run.options.remote.nextSlot(operation), why: 'limits', operation });
}

/** Whether the run holds the lease. If it doesn't, the run ends. */
function isHeld(run: Run, answer: LeaseAnswer): boolean {
  switch (answer.kind) {
    case 'held':
      return true;
    case 'refused':
      run.end('lease', answer.cause);
      return false;
    case 'unreachable':
      run.end('state-branch', answer.cause);
      return false;
  }
}

/** Waits before a request, and reports it. Ends early if the run is asked to end. */
export async function waitToSend(run: Run, wait: Omit<RequestWait, 'kind'>): Promise<void> {
  const { clock, signal, onProgress } = run.options;
  const ms = wait.until - clock.now();
  if (ms <= 0) return;
  onProgress({ kind: 'request-wait', ...wait });
  await clock.sleep(ms, signal);
}

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

/** Releases the lease during a wait, then drops the campaigns that another run has changed meanwhile. */
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
