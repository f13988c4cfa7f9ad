import type { LoadInputs } from '../../load/load-campaigns.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { keepsRecorded } from '../../model/kept-value.ts';
import { EMPTY_STATE, hadEnded, wasPublished, type State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Context } from '../context.ts';
import { openStateStore } from '../opening/state-store.ts';
import { readNewest } from './read-state.ts';

/** What a record says about campaigns, as far as the checks of their files need it. */
export type KnownByRecord = Required<
  Pick<LoadInputs, 'wentLive' | 'isBound' | 'keepsLive' | 'hasEnded' | 'recordedStatus' | 'boundType'>
>;

/** As far as this clone knows: works offline, and a workspace whose record can't be read has no known campaigns. */
export async function knownHere(context: Context, workspaces: readonly Workspace[]): Promise<KnownByRecord> {
  const bindings = workspaces.map(
    async (one) => [one.name, await openStateStore(context, one).bindingsHere()] as const,
  );
  return knownBy(new Map(await Promise.all(bindings)));
}

/**
 * From the newest record of a workspace: origin's, or this clone's if origin does not answer. A record that can't be
 * used is ignored here; the commands that need it read it again and report the problem.
 */
export async function readKnown(context: Context, workspace: Workspace): Promise<RecordedCampaigns> {
  const { read } = await readNewest(openStateStore(context, workspace));
  const bindings = 'code' in read ? EMPTY_STATE.bindings : read.state.bindings;
  return {
    known: knownBy(new Map([[workspace.name, bindings]])),
    hasNoRecord: !('code' in read) && bindings.size === 0,
  };
}

interface RecordedCampaigns {
  readonly known: KnownByRecord;
  /** Whether the workspace has no record of any campaign; false if that isn't known. */
  readonly hasNoRecord: boolean;
}

type Bindings = State['bindings'];

function knownBy(bindings: ReadonlyMap<string, Bindings>): KnownByRecord {
  const bindingOf = (workspace: string, key: CampaignKey) => bindings.get(workspace)?.get(key);
  return {
    isBound: (workspace, key) => bindingOf(workspace, key) !== undefined,
    keepsLive: (workspace, key, value) => keepsRecorded(bindingOf(workspace, key), value),
    wentLive: (workspace, key) => wasPublished(bindingOf(workspace, key)),
    hasEnded: (workspace, key) => hadEnded(bindingOf(workspace, key)),
    boundType: (workspace, key) => bindingOf(workspace, key)?.deliveryType,
    recordedStatus: (workspace, key) => bindingOf(workspace, key)?.status.seen,
  };
}
