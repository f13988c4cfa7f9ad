import { EXIT } from '../model/exit.ts';
import type { LeaseRecord } from '../model/lease.ts';
import type { Workspace } from '../model/workspace.ts';
import { openStateStore, type Context, stateTargetOf, type InWorkspace, openService } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { byCodeUnit } from '../model/json.ts';
import type { Binding, State, StateTarget, Intent } from '../model/state.ts';
import { readState, requireRecord } from './reading/read-state.ts';
import { selectCampaigns, withFiles, keyNamed, selectCampaign } from './reading/select-campaigns.ts';
import { faultOfKey } from '../load/key.ts';
import { type CampaignKey, SENDING_STATUSES } from '../model/campaign.ts';
import type { RefusalCause } from '../model/refusal.ts';
import type { Forgotten, MovedBinding, TargetMove } from '../model/moved.ts';
import { editRecord } from './applying/edit-record.ts';
import type { Snapshot, StateRecorder } from '../apply/state-store.ts';
import { closeIntents } from '../apply/close-intents.ts';
import type { Lease } from '../apply/ports.ts';

/**
 * Releases the lease of a run that died on another machine; undefined if no run held it. The next apply resolves what
 * that run left open.
 */
export async function releaseLease(
  context: Context,
  workspace: Workspace,
): Promise<LeaseRecord | 'unreadable' | undefined> {
  const answer = await openStateStore(context, workspace).releaseLease();
  if (answer.kind === 'refused') throw new UserFailure(EXIT.FAILED, answer.cause);
  return answer.kind === 'free' ? undefined : (answer.holder ?? 'unreadable');
}

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
    return { ...move, campaignId, file: moved?.files[0], workspace: workspace.name };
  });
}

function refusalToMove(
  { from, to }: Readonly<Record<'from' | 'to', CampaignKey>>,
  { bindings, open }: State,
  workspace: string,
): RefusalCause | undefined {
  const fault = faultOfKey(to);
  if (fault) return { code: 'invalid-key', key: to, fault };
  const holder = bindings.get(to);
  if (holder) return { code: 'key-bound', key: to, campaignId: holder.campaignId, workspace };
  const unresolved = open.find(({ key }) => key === from || key === to);
  return unresolved && { code: 'work-open', key: unresolved.key, workspace };
}

/**
 * Records that a workspace moved to another address. The bindings stay, so it must be the same service under another
 * address, or a copy with the same campaign IDs. `confirm` is called with both targets first.
 */
export async function moveTarget(
  { context, workspace }: InWorkspace,
  confirm: (move: TargetMove) => Promise<boolean>,
): Promise<TargetMove> {
  const store = openStateStore(context, workspace, { acceptsAnyTarget: true });
  const shown = moveFrom(await readState(store), { context, workspace });
  if (shown.from === undefined || isSame(shown.from, shown.to)) return shown;
  if (!(await confirm(shown))) throw new UserFailure(EXIT.FAILED, { code: 'target-move-canceled' });
  const retarget = async (recorder: StateRecorder): Promise<TargetMove> => {
    const move = moveFrom(recorder, { context, workspace });
    if (move.from === undefined || isSame(move.from, move.to)) return move;
    const [open] = recorder.state.open;
    // Requests in progress were sent to the former address, and only that one knows their outcomes.
    if (open)
      throw new UserFailure(EXIT.USAGE, { code: 'work-open', key: open.key, workspace: workspace.name });
    requireRecord(await recorder.retarget());
    return { ...move, isMoved: true };
  };
  return editRecord({ context, workspace }, retarget, store);
}

function moveFrom(
  { state, target: from }: Pick<Snapshot, 'state' | 'target'>,
  { context, workspace }: InWorkspace,
): TargetMove {
  const to = stateTargetOf(context, workspace);
  return { workspace: workspace.name, from, to, bound: state.bindings.size, isMoved: false };
}

function isSame(one: StateTarget, other: StateTarget): boolean {
  return one.baseUrl === other.baseUrl && one.appKey === other.appKey && one.folder === other.folder;
}

interface ForgetRequest {
  readonly keys: readonly string[];
  /** All recorded campaigns; no keys are named then. */
  readonly all?: boolean;
}

/**
 * Removes bindings, and creations without an outcome that left no trace. Live campaigns are not changed. `confirm` is
 * called with the count before all are forgotten.
 */
export async function forget(
  request: ForgetRequest,
  target: InWorkspace,
  confirm: (count: number) => Promise<boolean>,
): Promise<readonly Forgotten[]> {
  const { context, workspace } = target;
  if (request.all) {
    const { state } = await readState(openStateStore(context, workspace));
    const count = recordedKeys(state).length;
    if (count > 0 && !(await confirm(count))) throw new UserFailure(EXIT.FAILED, { code: 'forget-canceled' });
  }
  return editRecord(target, (recorder, lease) => forgetUnderLease(request, { ...target, recorder, lease }));
}

interface Inputs extends InWorkspace {
  readonly recorder: StateRecorder;
  readonly lease: Lease;
}

async function forgetUnderLease(
  { all, keys: named }: ForgetRequest,
  { context, workspace, recorder, lease }: Inputs,
): Promise<readonly Forgotten[]> {
  const { state } = recorder;
  const { bindings, open } = state;
  const recorded = recordedKeys(state);
  const keys = all ? recorded : keysNamed(named, recorded, context);
  const intents = open.filter(({ key }) => keys.includes(key) && !bindings.has(key));
  if (intents.length > 0) {
    const entries = await closings(intents, { context, workspace, state });
    const held = await lease.check();
    if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.cause);
    requireRecord(await recorder.recordOutcome(entries, state.ledger));
  }
  const bound = keys.filter((key) => bindings.has(key));
  if (bound.length > 0) requireRecord(await recorder.forget(bound));
  return keys.map((key) => {
    const binding = bindings.get(key);
    const status = binding?.status.seen;
    const isSending = status !== undefined && SENDING_STATUSES.includes(status);
    return { key, campaignId: binding?.campaignId, status, isSending };
  });
}

/** How the intents are closed; throws UserFailure if what they created exists, or if that can't be determined. */
async function closings(
  intents: readonly Intent[],
  { context, workspace, state }: InWorkspace & { state: State },
) {
  const service = await openService(context, workspace);
  try {
    context.interaction.progress({ kind: 'searching-created' });
    const { bindings } = state;
    const answer = await closeIntents(
      { options: { remote: service, clock: context.clock }, bindings },
      intents,
    );
    if (answer.kind === 'closed') return answer.entries;
    const { key } = answer.intent;
    if (answer.kind === 'unreadable')
      throw new UserFailure(EXIT.FAILED, { code: 'creation-not-searched', key });
    const found = answer.campaigns.map(({ id, status }) => ({ id, status }));
    throw new UserFailure(EXIT.USAGE, { code: 'creation-found', key, workspace: workspace.name, found });
  } finally {
    await service.close();
  }
}

/** Everything that is bound or in progress, by key. */
function recordedKeys({ bindings, open }: State): readonly CampaignKey[] {
  return [...new Set([...bindings.keys(), ...open.map(({ key }) => key)])].sort(byCodeUnit);
}

function keysNamed(
  names: readonly string[],
  recorded: readonly CampaignKey[],
  context: Context,
): readonly CampaignKey[] {
  const noun = 'managed campaign';
  return selectCampaigns(names, withFiles(recorded, context), { ...context, noun }).map(({ key }) => key);
}
