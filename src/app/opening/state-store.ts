import type { StateStore } from '../../apply/ports.ts';
import type { StateTarget } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { GitStateStore } from '../../state/git-state-store.ts';
import type { Context } from '../context.ts';

/** The record of a workspace. `acceptsAnyTarget`: for the command that changes the target. */
export function openStateStore(
  context: Context,
  workspace: Workspace,
  { acceptsAnyTarget = false } = {},
): StateStore {
  const { git, clock } = context;
  const target = stateTargetOf(context, workspace);
  return new GitStateStore({ git, workspace: workspace.name, target, acceptsAnyTarget, clock });
}

/** The target that the state branch of a workspace belongs to. */
export function stateTargetOf({ folder }: Pick<Context, 'folder'>, workspace: Workspace): StateTarget {
  return { baseUrl: workspace.baseUrl, appKey: workspace.appKey, folder: folder.path };
}
