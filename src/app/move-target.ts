import { EXIT } from '../model/exit.ts';
import type { InWorkspace } from './context.ts';
import { openStateStore, stateTargetOf } from './opening/state-store.ts';
import { UserFailure } from './process/user-failure.ts';
import type { StateTarget } from '../model/state.ts';
import { readState, requireRecord } from './reading/read-state.ts';
import type { TargetMove } from '../model/moved.ts';
import { editRecord } from './applying/hold-lease.ts';
import type { Snapshot, StateRecorder } from '../apply/state-store.ts';

/**
 * Records that a workspace moved to another address. The bindings stay, so it must be the same service under another
 * address, or a copy with the same campaign IDs. `confirm` is called with both targets first, and throws if the user
 * doesn't agree.
 */
export async function moveTarget(
  { context, workspace }: InWorkspace,
  confirm: (move: TargetMove) => Promise<void>,
): Promise<TargetMove> {
  const store = openStateStore(context, workspace, { acceptsAnyTarget: true });
  const shown = targetMove(await readState(store), { context, workspace });
  if (shown.from === undefined || isSame(shown.from, shown.to)) return shown;
  await confirm(shown);
  const retarget = async (recorder: StateRecorder): Promise<TargetMove> => {
    const move = targetMove(recorder, { context, workspace });
    if (move.from === undefined || isSame(move.from, move.to)) return move;
    const [open] = recorder.state.open;
    // Requests in progress were sent to the former address, and only that one knows their outcomes.
    if (open)
      throw new UserFailure(EXIT.USAGE, {
        code: 'work-open',
        key: open.key,
        workspace: workspace.name,
        found: [],
      });
    requireRecord(await recorder.retarget());
    return { ...move, isMoved: true };
  };
  return editRecord({ context, workspace }, retarget, store);
}

function targetMove(
  { state, target: from }: Pick<Snapshot, 'state' | 'target'>,
  { context, workspace }: InWorkspace,
): TargetMove {
  const to = stateTargetOf(context, workspace);
  return { workspace: workspace.name, from, to, bound: state.bindings.size, isMoved: false };
}

function isSame(one: StateTarget, other: StateTarget): boolean {
  return one.baseUrl === other.baseUrl && one.appKey === other.appKey && one.folder === other.folder;
}
