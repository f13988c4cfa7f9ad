import type { CampaignKey } from '../model/campaign.ts';
import type { FailureCause } from '../model/failure.ts';
import type { LeaseAnswer, RecordAnswer, WriteOperation } from './ports.ts';
import type { Run } from './run.ts';
import { waitToSend } from './wait.ts';

type RecordingFailure = Extract<FailureCause, { code: 'not-recorded' }>;

/** For a failure to record: the campaigns that it affects, and what is known about them. */
export interface Unrecorded {
  readonly keys: readonly CampaignKey[];
  readonly outcome: RecordingFailure['outcome'];
}

/**
 * Merges what others recorded. If nothing could be recorded, nothing more may be sent. Returns whether it was recorded.
 */
export function mergeAnswer(run: Run, answer: RecordAnswer, { keys, outcome }: Unrecorded): boolean {
  if (answer.kind === 'recorded') {
    if (answer.news) run.mergeState(answer.news);
    return true;
  }
  const { cause: because } = answer;
  run.end(answer.kind === 'lost-race' ? 'lease' : 'state-branch', because);
  for (const key of new Set(keys)) {
    const cause = { code: 'not-recorded' as const, because, outcome };
    run.results.breakOffFailed({ key, cause, responseId: null });
  }
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
export function isHeld(run: Run, answer: LeaseAnswer): boolean {
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
