import type { LoadInputs } from '../../load/load-campaigns.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { hasEnded, wasPublished, type State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { isProblem } from '../../state/state-branch.ts';
import { decodeState } from '../../state/state-files.ts';
import { readFiles } from '../../git/tree.ts';
import { openStateBranch, type Context } from '../context.ts';

/** What a record says of campaigns, as far as their files are judged by it. */
export type KnownCampaigns = Required<Pick<LoadInputs, 'wentLive' | 'isManaged' | 'hasEnded'>>;

/** As far as this clone knows: offline, and nothing is known of a workspace whose record can't be read. */
export async function knownHere(context: Context, workspaces: readonly Workspace[]): Promise<KnownCampaigns> {
  const bindings = workspaces.map(async (one) => [one.name, await bindingsHere(context, one)] as const);
  return knownBy(new Map(await Promise.all(bindings)));
}

/**
 * By the newest record of a workspace: origin's, or this clone's where origin does not answer. A record that can't be
 * used says nothing here; whoever needs it reads it again and tells why.
 */
export async function knownByRecord(context: Context, workspace: Workspace): Promise<KnownCampaigns> {
  const { branch } = openStateBranch(context, workspace);
  const asked = await branch.read();
  const view = isProblem(asked) && asked.code === 'state-unreachable' ? await branch.readLastKnown() : asked;
  return knownBy(new Map([[workspace.name, isProblem(view) ? NONE : view.state.bindings]]));
}

type Bindings = State['bindings'];
const NONE: Bindings = new Map();

async function bindingsHere(context: Context, workspace: Workspace): Promise<Bindings> {
  const { git, branch } = openStateBranch(context, workspace);
  const tip = await branch.lastKnown();
  const decoded = tip === undefined ? undefined : decodeState(await readFiles(git, tip));
  return decoded?.kind === 'state' ? decoded.state.bindings : NONE;
}

function knownBy(bindings: ReadonlyMap<string, Bindings>): KnownCampaigns {
  const bindingOf = (workspace: string, key: CampaignKey) => bindings.get(workspace)?.get(key);
  return {
    isManaged: (workspace, key) => bindingOf(workspace, key) !== undefined,
    wentLive: (workspace, key) => wasPublished(bindingOf(workspace, key)),
    hasEnded: (workspace, key) => hasEnded(bindingOf(workspace, key)),
  };
}
