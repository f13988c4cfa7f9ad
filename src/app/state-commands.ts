import { isKey } from '../load/key.ts';
import { entriesOf, isBy, type AuditEntry } from '../model/audit.ts';
import { type CampaignKey, SENDING_STATUSES } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import { byCodeUnit } from '../model/json.ts';
import type { LeaseRecord, RefusalCause, RefusalOf } from '../model/reasons.ts';
import type {
  MovedBinding,
  TargetMove,
  Forgotten,
  Binding,
  State,
  StateTarget,
  Intent,
} from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Snapshot, Trail } from '../apply/ports.ts';
import {
  editRecord,
  openStateStore,
  stateTargetOf,
  readState,
  requireRecord,
  usableTrail,
} from './record.ts';
import type { Context, InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { campaignFiles, keyNamed, keysNamed, selectCampaign, withFiles } from './select-campaigns.ts';
import { withService } from './service.ts';
import { closeIntents } from '../apply/find-created.ts';

/** Which file is bound to which live campaign according to the state branch, by key. */
export async function listBindings(
  { context, workspace }: InWorkspace,
  only: readonly string[] = [],
): Promise<readonly Binding[]> {
  const { state } = await readState(openStateStore(context, workspace));
  const bindings = [...state.bindings.values()].sort((a, b) => byCodeUnit(a.key, b.key));
  const keys = bindings.map(({ key }) => key);
  const chosen = new Set(only.length === 0 ? keys : keysNamed(only, keys, context));
  return bindings.filter(({ key }) => chosen.has(key));
}

/**
 * Releases the lease of a run that died on another machine; undefined if no run held it. The next apply resolves what
 * that run left open.
 */
export async function releaseLease({
  context,
  workspace,
}: InWorkspace): Promise<LeaseRecord | 'unreadable' | undefined> {
  const answer = await openStateStore(context, workspace).releaseLease();
  if (answer.kind === 'refused') throw new UserFailure(EXIT.FAILED, answer.cause);
  return answer.kind === 'free' ? undefined : (answer.holder ?? 'unreadable');
}

/** Gives a binding another key, for a file that was renamed. Live campaigns are not changed. */
export async function moveBinding(
  target: InWorkspace,
  keys: { readonly from: string; readonly to: string },
): Promise<MovedBinding> {
  const { context, workspace } = target;
  return editRecord(target, async (recorder) => {
    const { bindings, open } = recorder.state;
    const { key: from } = selectCampaign(keys.from, withFiles([...bindings.keys()], context), context);
    const to = keyNamed(keys.to, context) as CampaignKey;
    const holder = bindings.get(to);
    const unresolved = open.find(({ key }) => key === from || key === to);
    const refused: RefusalCause | undefined = !isKey(to)
      ? { code: 'bad-option', option: 'key', value: to, why: 'form', form: 'key' }
      : holder
        ? { code: 'key-taken', name: to, by: holder.campaignId }
        : unresolved && workOpen(unresolved.key, workspace);
    if (refused) throw new UserFailure(EXIT.USAGE, refused);
    requireRecord(await recorder.edit({ change: 'move', from, to }));
    return { from, to, campaignId: bindings.get(from)?.campaignId ?? '', workspace: workspace.name };
  });
}

/** Something of this campaign is in progress. `found`: what an earlier run may have created. */
function workOpen(
  key: CampaignKey,
  { name }: Workspace,
  found: RefusalOf<'work-open'>['found'] = [],
): RefusalCause {
  return { code: 'work-open', key, workspace: name, found };
}

/**
 * Records that a workspace moved to another address. The bindings stay, so it must be the same service under another
 * address, or a copy with the same campaign IDs. `confirm` is called with both targets first, and throws if the user
 * doesn't agree.
 */
export async function moveTarget(
  target: InWorkspace,
  confirm: (move: TargetMove) => Promise<void>,
): Promise<TargetMove> {
  const { context, workspace } = target;
  const store = openStateStore(context, workspace, { acceptsAnyTarget: true });
  const shown = targetMove(await readState(store), target);
  if (!isNeeded(shown)) return shown;
  await confirm(shown);
  return editRecord(
    target,
    async (recorder) => {
      const move = targetMove(recorder, target);
      if (!isNeeded(move)) return move;
      // Requests in progress were sent to the former address, and only that one knows their outcomes.
      const [open] = recorder.state.open;
      if (open) throw new UserFailure(EXIT.USAGE, workOpen(open.key, workspace));
      requireRecord(await recorder.retarget());
      return { ...move, isMoved: true };
    },
    store,
  );
}

function targetMove(
  { state, target: from }: Pick<Snapshot, 'state' | 'target'>,
  { context, workspace }: InWorkspace,
): TargetMove {
  const to = stateTargetOf(context, workspace);
  return { workspace: workspace.name, from, to, bound: state.bindings.size, isMoved: false };
}

function isNeeded({ from, to }: TargetMove): boolean {
  const same = (one: StateTarget) =>
    one.baseUrl === to.baseUrl && one.appKey === to.appKey && one.folder === to.folder;
  return from !== undefined && !same(from);
}

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
  { all, keys: named }: ForgetRequest,
  target: InWorkspace,
  confirm: (count: number) => Promise<void>,
): Promise<readonly Forgotten[]> {
  const { context, workspace } = target;
  if (all) {
    const { state } = await readState(openStateStore(context, workspace));
    const count = recordedKeys(state).length;
    if (count > 0) await confirm(count);
  }
  return editRecord(target, async (recorder, lease) => {
    const { bindings, open, ledger } = recorder.state;
    const recorded = recordedKeys(recorder.state);
    const keys = all ? recorded : keysNamed(named, recorded, context);
    const intents = open.filter(({ key }) => keys.includes(key) && !bindings.has(key));
    if (intents.length > 0) {
      const entries = await closings(intents, target, bindings);
      const held = await lease.check();
      if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.cause);
      requireRecord(await recorder.recordOutcome(entries, ledger));
    }
    const bound = keys.filter((key) => bindings.has(key));
    if (bound.length > 0) requireRecord(await recorder.edit({ change: 'forget', keys: bound }));
    return keys.map((key) => {
      const { campaignId, status } = bindings.get(key) ?? {};
      const isSending = status?.seen !== undefined && SENDING_STATUSES.includes(status.seen);
      return { key, campaignId, status: status?.seen, isSending };
    });
  });
}

/** How the intents are closed; throws UserFailure if what they created exists, or if that can't be determined. */
async function closings(
  intents: readonly Intent[],
  { context, workspace }: InWorkspace,
  bindings: State['bindings'],
) {
  return withService({ context, workspace }, async (remote) => {
    if (intents.some(({ kind }) => kind === 'create'))
      context.interaction.progress({ kind: 'searching-created' });
    const answer = await closeIntents({ options: { remote, clock: context.clock }, bindings }, intents);
    if (answer.kind === 'closed') return answer.entries;
    const { key } = answer.intent;
    if (answer.kind === 'unreadable') throw new UserFailure(EXIT.FAILED, workOpen(key, workspace));
    const found = answer.campaigns.map(({ id, status }) => ({ id, status }));
    throw new UserFailure(EXIT.USAGE, workOpen(key, workspace, found));
  });
}

/** Everything that is bound or in progress, by key. */
function recordedKeys({ bindings, open }: State): readonly CampaignKey[] {
  return [...new Set([...bindings.keys(), ...open.map(({ key }) => key)])].sort(byCodeUnit);
}

/** The requested part of the audit trail. */
export interface LogRequest {
  /** Campaigns as given to a command; none: all. */
  readonly names: readonly string[];
  /** The maximum number of entries, newest first. */
  readonly number?: number | undefined;
  /** Only entries from then or until then, both included: an instant, or a number of milliseconds ago. */
  readonly since?: Since | undefined;
  readonly until?: Since | undefined;
  /** A part of the name or address of somebody who edited, approved, merged or ran it. */
  readonly by?: string | undefined;
  /** The number of a pull request. */
  readonly pull?: number | undefined;
}

export type Since = { readonly at: number } | { readonly agoMs: number };

/** A part of the audit trail, newest first. */
interface AuditLog {
  readonly entries: readonly AuditEntry[];
  /** The requested campaigns, including those that are gone or had another key earlier; undefined for all. */
  readonly keys: readonly string[] | undefined;
}

/**
 * The audit trail of a workspace, or of some campaigns. Works offline with what this clone has. Throws UserFailure if
 * the state branch can't be used, or if a name matches no campaign.
 */
export async function readAuditLog(target: InWorkspace, request: LogRequest): Promise<AuditLog> {
  const { context, workspace } = target;
  const { names, number } = request;
  const store = openStateStore(context, workspace);
  // The trail only grows, and the newest entries are nearly always in its newest commits.
  for (let commits = names.length === 0 && number ? number * 8 + 100 : undefined; ; commits = undefined) {
    const { entries, bindings, ...trail } = await usableTrail(
      store,
      await store.readTrail(commits),
      names.length > 0 ? undefined : (all) => all.map(({ key }) => key as CampaignKey),
    );
    const found = auditLog(request, { entries, bindings }, context);
    const [last] = found.entries.slice(-1);
    // Which campaign had a key before it was forgotten or moved may only be said by older commits.
    const isOtherNow = entries.some((one) => one.change === 'forget' || one.movedFrom !== null);
    const isComplete =
      found.entries.length === number &&
      Date.parse(last?.at ?? '') >= (trail.since ?? -Infinity) * 1000 &&
      !(isOtherNow && found.entries.some(({ campaignId }) => campaignId === null));
    if (commits !== undefined && trail.since !== undefined && !isComplete) continue;
    if (trail.problem) context.interaction.progress({ kind: 'read-from-clone', problem: trail.problem });
    return found;
  }
}

function auditLog(
  { names, number, since, until, by, pull }: LogRequest,
  { entries: all, bindings }: Pick<Trail, 'entries'> & { readonly bindings: readonly Binding[] },
  context: Context,
): AuditLog {
  const recorded = all.flatMap(({ key, movedFrom }) => [key, ...(movedFrom === null ? [] : [movedFrom])]);
  const here = names.length === 0 ? [] : campaignFiles(context).map(({ key }) => key);
  const known = [...new Set([...here, ...recorded])].sort();
  /** Campaigns with this key; otherwise those with this name or ID. */
  const keysOf = (name: string): readonly string[] => {
    const bound = bindings.filter((one) => one.name === name || one.campaignId === name);
    const others = [...bound, ...all.filter(({ campaignId }) => campaignId === name)].map(({ key }) => key);
    return known.includes(name) || others.length === 0 ? keysNamed([name], known, context) : others;
  };
  const keys = names.length === 0 ? undefined : [...new Set(names.flatMap(keysOf))];
  const instant = (time: Since) => ('at' in time ? time.at : context.clock.now() - time.agoMs);
  const [from, to] = [since && instant(since), until && instant(until)];
  const entries = (keys ? entriesOf(all, new Set(keys)) : all)
    .filter(({ at }) => from === undefined || Date.parse(at) >= from)
    .filter(({ at }) => to === undefined || Date.parse(at) <= to)
    .filter((one) => by === undefined || isBy(one, by))
    .filter(({ pullRequest }) => pull === undefined || pullRequest?.split(/\D+/).includes(String(pull)))
    .slice(0, number);
  return { entries, keys };
}
