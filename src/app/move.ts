import { keyProblem } from '../load/key.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { RefusalCause } from '../model/refusal.ts';
import type { State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { holdLease } from './applying/hold-lease.ts';
import { stateRecorder } from './applying/state-recorder.ts';
import { openStateBranch, type Context } from './context.ts';
import { requireRecord, readState } from './reading/read-state.ts';
import { UserFailure } from './user-failure.ts';

/** Gives a binding another key, for a file that was renamed; returns its campaign ID. Live campaigns stay as they are. */
export async function moveBinding(
  context: Context,
  workspace: Workspace,
  keys: { readonly from: string; readonly to: string },
): Promise<string> {
  const move = { from: keys.from as CampaignKey, to: keys.to as CampaignKey };
  return holdLease(context, workspace, async ({ run }) => {
    const { branch } = openStateBranch(context, workspace);
    const view = await readState(branch);
    const refusal = refusalToMove(move, view.state, workspace.name);
    if (refusal) throw new UserFailure(EXIT.USAGE, refusal);
    const recorder = await stateRecorder({ context, workspace, branch, view, run });
    requireRecord(await recorder.move(move));
    return view.state.bindings.get(move.from)?.campaignId ?? '';
  });
}

function refusalToMove(
  { from, to }: Readonly<Record<'from' | 'to', CampaignKey>>,
  { bindings, open }: State,
  workspace: string,
): RefusalCause | undefined {
  if (!bindings.has(from)) return { code: 'not-managed', key: from, workspace };
  const problem = keyProblem(to);
  if (problem !== undefined) return { code: 'invalid-key', key: to, detail: problem };
  const holder = bindings.get(to);
  if (holder) return { code: 'key-bound', key: to, campaignId: holder.campaignId, workspace };
  const unresolved = open.find(({ key }) => key === from || key === to);
  return unresolved && { code: 'work-open', key: unresolved.key, workspace };
}
