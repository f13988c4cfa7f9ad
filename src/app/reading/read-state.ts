import type { RecordAnswer, RunSignature, Snapshot, StateRecorder, StateStore } from '../../apply/ports.ts';
import { EXIT } from '../../model/exit.ts';
import type { OfflineBaseline } from '../../model/plan.ts';
import type { StateProblem } from '../../model/reasons.ts';
import type { State } from '../../model/state.ts';
import { UserFailure } from '../process/user-failure.ts';

/** Reads a workspace's record; throws UserFailure if it can't be used. */
export async function readState(store: StateStore): Promise<Snapshot> {
  return requireUsable(await store.read());
}

/**
 * The newest record available: origin's, or this clone's copy if origin does not answer. `other` is read if the first
 * is not the record of the right service.
 */
export async function readRecord(
  store: StateStore,
  other?: StateStore,
): Promise<{ readonly state: State; readonly inputs: OfflineBaseline }> {
  const { read, from } = await readNewest(store);
  if (other && 'code' in read && read.code === 'state-other-target') return readRecord(other);
  const { state, tip } = requireUsable(read);
  const record = tip === undefined ? null : { commit: tip, at: await store.recordedAt(tip) };
  return { state, inputs: { record, from } };
}

/** The newest record available, unchanged. */
export async function readNewest(
  store: StateStore,
): Promise<{ readonly read: Snapshot | StateProblem; readonly from: OfflineBaseline['from'] }> {
  const asked = await store.read();
  return 'code' in asked && asked.code === 'origin-unreachable'
    ? { read: await store.readLastKnown(), from: 'clone' }
    : { read: asked, from: 'origin' };
}

function requireUsable(read: Snapshot | StateProblem): Snapshot {
  if ('code' in read) throw unusable(read);
  return read;
}

function unusable(problem: StateProblem): UserFailure {
  const exit = problem.code === 'origin-unreachable' ? EXIT.FAILED : EXIT.INVALID;
  return new UserFailure(exit, problem, { isUntried: true });
}

/** Opens the record for a run under its lease; throws UserFailure if no new run may begin. */
export async function openRecorder(store: StateStore, by: RunSignature): Promise<StateRecorder> {
  const answer = await store.open(by);
  if (answer.kind === 'open') return answer.recorder;
  if (answer.kind === 'unusable') throw unusable(answer.problem);
  const exit = answer.kind === 'lost-race' ? EXIT.LEASE : EXIT.FAILED;
  throw new UserFailure(exit, answer.failure, { isUntried: true });
}

/** Throws UserFailure if something could not be recorded: exit code 6 if another run was first, otherwise 1. */
export function requireRecord(answer: RecordAnswer): void {
  if (answer.kind === 'recorded') return;
  const exit = answer.kind === 'lost-race' ? EXIT.LEASE : EXIT.FAILED;
  throw new UserFailure(exit, answer.cause);
}
