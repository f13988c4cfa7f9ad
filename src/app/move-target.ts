import { EXIT } from '../model/exit.ts';
import type { Workspace } from '../model/workspace.ts';
import type { StateView } from '../state/state-branch.ts';
import type { StateTarget } from '../state/state-files.ts';
import { holdLease } from './applying/hold-lease.ts';
import { stateRecorder } from './applying/state-recorder.ts';
import { openStateBranch, stateTargetOf, type Context } from './context.ts';
import { readState, requireRecord } from './reading/read-state.ts';
import { UserFailure } from './user-failure.ts';

/** Where a workspace lived by its record, and where workspaces.yaml says that it lives. */
export interface TargetMove {
  readonly workspace: string;
  /** Undefined where nothing is recorded yet: the first apply records the target. */
  readonly from: StateTarget | undefined;
  readonly to: StateTarget;
  /** How many campaigns are bound there. */
  readonly bound: number;
  readonly isMoved: boolean;
}

interface Target {
  readonly context: Context;
  readonly workspace: Workspace;
}

/**
 * Records that a workspace lives at another address, on purpose. The bindings stay: it must be the same service under
 * another address, or a copy with the same campaign IDs. `confirm` is asked with both targets first.
 */
export async function moveTarget(
  { context, workspace }: Target,
  confirm: (move: TargetMove) => Promise<boolean>,
): Promise<TargetMove> {
  const { branch } = openStateBranch(context, workspace, { acceptsAnyTarget: true });
  const shown = moveFrom(await readState(branch), { context, workspace });
  if (shown.from === undefined || isSame(shown.from, shown.to)) return shown;
  if (!(await confirm(shown))) throw new UserFailure(EXIT.FAILED, { code: 'target-move-canceled' });
  return holdLease(context, workspace, async ({ run }) => {
    const view = await readState(branch);
    const move = moveFrom(view, { context, workspace });
    if (move.from === undefined || isSame(move.from, move.to)) return move;
    const [open] = view.state.open;
    // What is under way was sent to the former address, and only that one can tell what became of it.
    if (open)
      throw new UserFailure(EXIT.USAGE, { code: 'work-open', key: open.key, workspace: workspace.name });
    const recorder = await stateRecorder({ context, workspace, branch, view, run });
    requireRecord(await recorder.retarget(move.from));
    return { ...move, isMoved: true };
  });
}

function moveFrom({ state, target: from }: StateView, { context, workspace }: Target): TargetMove {
  const to = stateTargetOf(context, workspace);
  return { workspace: workspace.name, from, to, bound: state.bindings.size, isMoved: false };
}

function isSame(one: StateTarget, other: StateTarget): boolean {
  return one.baseUrl === other.baseUrl && one.appKey === other.appKey && one.folder === other.folder;
}
