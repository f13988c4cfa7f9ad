import type { RecordAnswer } from '../../apply/ports.ts';
import { EXIT } from '../../model/exit.ts';
import type { OfflineBaseline } from '../../model/plan.ts';
import type { State } from '../../model/state.ts';
import { isProblem, type StateBranch, type StateView } from '../../state/state-branch.ts';
import type { StateProblem } from '../../model/refusals/state-refusal.ts';
import { attempt } from '../../git/git.ts';
import { UserFailure } from '../user-failure.ts';

/** Reads the state branch; throws UserFailure where it can't be used. */
export async function readState(branch: StateBranch): Promise<StateView> {
  return requireView(await branch.read());
}

/**
 * The newest record that can be had: origin's, or where that does not answer what this clone has of it. `other` is read
 * where the first is not of the service that the record is about.
 */
export async function readRecord(
  branch: StateBranch,
  other?: StateBranch,
): Promise<{ readonly state: State; readonly inputs: OfflineBaseline }> {
  const asked = await branch.read();
  if (other && isProblem(asked) && asked.code === 'state-other-target') return readRecord(other);
  const from = isProblem(asked) && asked.code === 'state-unreachable' ? 'clone' : 'origin';
  const { state, tip } = requireView(from === 'clone' ? await branch.readLastKnown() : asked);
  const record = tip === undefined ? null : { commit: tip, at: await branch.recordedAt(tip) };
  return { state, inputs: { record, from } };
}

function requireView(view: StateView | StateProblem): StateView {
  if (!isProblem(view)) return view;
  const exit = view.code === 'state-unreachable' ? EXIT.FAILED : EXIT.INVALID;
  throw new UserFailure(exit, view, { isUntried: true });
}

/**
 * Pushes what an earlier run could only keep in this clone; nothing new is begun before that. What others left here
 * that is of no use any more goes.
 */
export async function pushPending(branch: StateBranch, view: StateView, run: string): Promise<StateView> {
  const caught = await branch.catchUp(view, run);
  if (!('kind' in caught)) {
    // Only tidiness: a clone in which it can't be done works on.
    await attempt(() => branch.dropStaged(caught));
    return caught;
  }
  if (caught.kind === 'moved') return view;
  const exit = caught.kind === 'lost-race' ? EXIT.LEASE : EXIT.FAILED;
  throw new UserFailure(exit, { code: 'pending-not-pushed', failure: caught.cause }, { isUntried: true });
}

/** Throws UserFailure where something could not be recorded: exit 6 where another run was first, else 1. */
export function requireRecord(answer: RecordAnswer): void {
  if (answer.kind === 'recorded') return;
  const exit = answer.kind === 'lost-race' ? EXIT.LEASE : EXIT.FAILED;
  throw new UserFailure(exit, answer.cause);
}
