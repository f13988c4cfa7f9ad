import type { Workspace } from '../model/workspace.ts';
import type { Context } from './context.ts';
import { openStateStore } from './opening/state-store.ts';
import { byCodeUnit } from '../model/json.ts';
import type { Binding } from '../model/state.ts';
import { readState } from './reading/read-state.ts';
import { keysNamed } from './reading/select-campaigns.ts';

/** Which file is bound to which live campaign according to the state branch, by key. */
export async function listBindings(
  context: Context,
  workspace: Workspace,
  { only = [] }: { readonly only?: readonly string[] | undefined },
): Promise<readonly Binding[]> {
  const { state } = await readState(openStateStore(context, workspace));
  const bindings = [...state.bindings.values()].sort((a, b) => byCodeUnit(a.key, b.key));
  if (only.length === 0) return bindings;
  const keys = bindings.map(({ key }) => key);
  const chosen = new Set(keysNamed(only, keys, context));
  return bindings.filter(({ key }) => chosen.has(key));
}
