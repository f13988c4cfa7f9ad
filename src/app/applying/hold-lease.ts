import type { Lease, LeaseAnswer, StateRecorder, StateStore } from '../../apply/ports.ts';
import { EXIT } from '../../model/exit.ts';
import type { Environment } from '../../model/environment.ts';
import type { Context, InWorkspace } from '../context.ts';
import { openStateStore } from '../opening/state-store.ts';
import { personHere } from '../reading/actors.ts';
import { openRecorder } from '../reading/read-state.ts';
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

/** The address of a workflow's run; null outside of one. */
export function runUrl(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = environment;
  return server && repository && id ? `${server}/${repository}/actions/runs/${id}` : null;
}

/** Makes a manual edit of the record, in the user's name, while no run writes to it. */
export async function editRecord<Answer>(
  { context, workspace }: InWorkspace,
  act: (recorder: StateRecorder, lease: Lease) => Promise<Answer>,
  store: StateStore = openStateStore(context, workspace),
): Promise<Answer> {
  return holdLease(context, store, async ({ runId, lease }) => {
    const person = await personHere(context, workspace);
    const recorder = await openRecorder(store, {
      run: runId,
      commit: context.repository.head,
      page: runUrl(context.environment),
      authorOf: () => person,
      allowed: [],
      baseBranch: undefined,
    });
    return act(recorder, lease);
  });
}
