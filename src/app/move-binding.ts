import { EXIT } from '../model/exit.ts';
import type { InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import type { State } from '../model/state.ts';
import { requireRecord } from './reading/read-state.ts';
import { withFiles, keyNamed, selectCampaign } from './reading/select-campaigns.ts';
import { isKey } from '../load/key.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { MovedBinding } from '../model/moved.ts';
import { editRecord } from './applying/hold-lease.ts';

/** Gives a binding another key, for a file that was renamed. Live campaigns are not changed. */
export async function moveBinding(
  { context, workspace }: InWorkspace,
  keys: { readonly from: string; readonly to: string },
): Promise<MovedBinding> {
  return editRecord({ context, workspace }, async (recorder) => {
    const { state } = recorder;
    const bound = withFiles([...state.bindings.keys()], context);
    const { key: from } = selectCampaign(keys.from, bound, { ...context, noun: 'managed campaign' });
    const move = { from, to: keyNamed(keys.to, context) as CampaignKey };
    const refusal = refusalToMove(move, state, workspace.name);
    if (refusal) throw new UserFailure(EXIT.USAGE, refusal);
    requireRecord(await recorder.move([move]));
    const campaignId = state.bindings.get(from)?.campaignId ?? '';
    const [moved] = withFiles([move.to], context);
    const { name } = workspace;
    const others = [...context.configuration.workspaces.keys()].filter((one) => one !== name);
    return { ...move, campaignId, file: moved?.files[0], workspace: name, others };
  });
}

function refusalToMove(
  { from, to }: Readonly<Record<'from' | 'to', CampaignKey>>,
  { bindings, open }: State,
  workspace: string,
): RefusalCause | undefined {
  if (!isKey(to)) return { code: 'invalid-key', key: to };
  const holder = bindings.get(to);
  if (holder) return { code: 'key-taken', name: to, by: holder.campaignId };
  const unresolved = open.find(({ key }) => key === from || key === to);
  return unresolved && { code: 'work-open', key: unresolved.key, workspace, found: [] };
}
