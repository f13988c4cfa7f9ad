import type { CampaignKey } from '../../model/campaign.ts';
import type { Workspace } from '../../model/workspace.ts';
import { decodeState } from '../../record/state-files.ts';
import { readFiles } from '../../record/tree.ts';
import { openStateBranch, type Context } from '../context.ts';

/**
 * The campaigns of a workspace that have left DRAFT as far as this clone knows: their start may be past, and what
 * publishing needs they have had. Offline, and empty where nothing can be read.
 */
export async function wentLive(context: Context, workspace: Workspace): Promise<ReadonlySet<CampaignKey>> {
  const { git, branch } = openStateBranch(context, workspace);
  const tip = await branch.lastKnown();
  const decoded = tip === undefined ? undefined : decodeState(await readFiles(git, tip));
  if (!decoded || decoded.kind !== 'state') return new Set();
  const bindings = [...decoded.state.bindings.values()];
  return new Set(bindings.filter(({ status }) => status.observed !== 'DRAFT').map(({ key }) => key));
}
