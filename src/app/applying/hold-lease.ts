import type { Lease, LeaseAnswer } from '../../apply/ports.ts';
import type { StateStore } from '../../apply/state-store.ts';
import { EXIT } from '../../model/exit.ts';
import type { Context } from '../context.ts';
import { runUrl } from './run-url.ts';
import { UserFailure } from '../process/user-failure.ts';

/** The identity of a run: its name, and the lease that excludes other runs. */
export interface RunLease {
  readonly runId: string;
  readonly lease: Lease;
}

/**
 * Runs an action that writes to the state branch or the service while no other run can. The lease is released however
 * the action ends; throws UserFailure with exit code 6 if another run holds it.
 */
export async function holdLease<Answer>(
  context: Context,
  store: StateStore,
  act: (held: RunLease) => Promise<Answer>,
): Promise<Answer> {
  const { environment, clock, chance, interaction } = context;
  const runId = runName(clock.now(), chance.uuid());
  const lease = store.lease({
    run: runId,
    page: runUrl(environment),
    onNotice: (notice) => {
      interaction.progress(notice);
    },
  });
  try {
    requireHeld(await lease.take());
    return await act({ runId, lease });
  } finally {
    await lease.free();
  }
}

function requireHeld(answer: LeaseAnswer): void {
  switch (answer.kind) {
    case 'held':
      return;
    case 'refused':
      throw new UserFailure(EXIT.LEASE, answer.cause, { isUntried: true });
    case 'unreachable':
      throw new UserFailure(EXIT.FAILED, answer.cause, { isUntried: true });
  }
}

/**
 * When the run began, with enough randomness to distinguish two runs in the same second: `20261121T091400-1a2b3c4d`.
 */
function runName(now: number, uuid: string): string {
  const began = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return `${began}-${uuid.slice(0, 8)}`;
}
