import { byCodeUnit } from '../model/json.ts';
import type { Binding } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { openStateBranch, type Context } from './context.ts';
import { readState } from './reading/read-state.ts';

/** Which file is which live campaign, as the state branch has it; by key. */
export async function listBindings(context: Context, workspace: Workspace): Promise<readonly Binding[]> {
  const { state } = await readState(openStateBranch(context, workspace).branch);
  return [...state.bindings.values()].sort((a, b) => byCodeUnit(a.key, b.key));
}
