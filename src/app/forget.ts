import { EXIT } from '../model/exit.ts';
import type { InWorkspace } from './context.ts';
import { openStateStore } from './opening/state-store.ts';
import { withService } from './opening/service.ts';
import { UserFailure } from './process/user-failure.ts';
import { byCodeUnit } from '../model/json.ts';
import type { State, Intent } from '../model/state.ts';
import { readState, requireRecord } from './reading/read-state.ts';
import { keysNamed } from './reading/select-campaigns.ts';
import { type CampaignKey, SENDING_STATUSES } from '../model/campaign.ts';
import type { Forgotten } from '../model/moved.ts';
import { editRecord } from './applying/hold-lease.ts';
import type { StateRecorder, Lease } from '../apply/ports.ts';
import { closeIntents } from '../apply/find-created.ts';

interface ForgetRequest {
  readonly keys: readonly string[];
  /** All recorded campaigns; no keys are named then. */
  readonly all?: boolean;
}

/**
 * Removes bindings, and creations without an outcome that left no trace. Live campaigns are not changed. `confirm` is
 * called with the count before all are forgotten, and throws if the user doesn't agree.
 */
export async function forget(
  request: ForgetRequest,
  target: InWorkspace,
  confirm: (count: number) => Promise<void>,
): Promise<readonly Forgotten[]> {
  const { context, workspace } = target;
  if (request.all) {
    const { state } = await readState(openStateStore(context, workspace));
    const count = recordedKeys(state).length;
    if (count > 0) await confirm(count);
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
  return withService({ context, workspace }, async (service) => {
    if (intents.some(({ kind }) => kind === 'create'))
      context.interaction.progress({ kind: 'searching-created' });
    const { bindings } = state;
    const answer = await closeIntents(
      { options: { remote: service, clock: context.clock }, bindings },
      intents,
    );
    if (answer.kind === 'closed') return answer.entries;
    const { key } = answer.intent;
    if (answer.kind === 'unreadable')
      throw new UserFailure(EXIT.FAILED, { code: 'work-open', key, workspace: workspace.name, found: [] });
    const found = answer.campaigns.map(({ id, status }) => ({ id, status }));
    throw new UserFailure(EXIT.USAGE, { code: 'work-open', key, workspace: workspace.name, found });
  });
}

/** Everything that is bound or in progress, by key. */
function recordedKeys({ bindings, open }: State): readonly CampaignKey[] {
  return [...new Set([...bindings.keys(), ...open.map(({ key }) => key)])].sort(byCodeUnit);
}
