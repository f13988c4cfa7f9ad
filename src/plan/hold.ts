import { canonical, sameComponent } from '../model/canonical.ts';
import type { CampaignStatus, ComponentName, Desired, Live } from '../model/campaign.ts';
import { sameJson, type JsonObject } from '../model/json.ts';
import { LOCKS, type LockRule } from '../model/locks.ts';
import { heldBy, type Held, type Lock, type LockedCause } from '../model/held.ts';
import type { ReplaceAdvice } from '../model/replace-advice.ts';
import type { ComponentChange } from '../model/plan.ts';
import { isHidden } from '../model/read-view.ts';
import { refusedIn } from '../model/resolve-intent.ts';
import { startIsPast } from '../model/schedule.ts';
import { scheduleToPublish } from '../model/start-past.ts';
import type { Binding } from '../model/state.ts';
import { namesOf } from './compare.ts';
import type { CampaignContext } from './context.ts';
import { editedVariables } from './edited-variables.ts';
import { conflict, drift, editRefused } from './reasons.ts';
import { untimelySchedule } from './reschedule.ts';

interface HoldInputs {
  readonly desired: Desired;
  readonly live: Live;
  readonly binding: Binding;
  /** The campaign's status when the patch arrives. */
  readonly status: CampaignStatus;
  readonly context: Pick<CampaignContext, 'workspace' | 'policy' | 'allowed' | 'offline' | 'now'>;
}

/**
 * Which of the differing components are sent, and what blocks the others. A lock, a conflict, a schedule that would send
 * at the wrong time or an edit that the service refuses blocks all of them, because half an edit is not what was reviewed.
 * Drift under the policy `hold` blocks only itself.
 */
export function holdChanges(
  changes: readonly ComponentChange[],
  inputs: HoldInputs,
): { sent: ComponentName[]; held: Held[] } {
  const wanted = changes.filter(({ cause }) => cause !== 'released');
  const drifted = inputs.context.policy.drift === 'hold' ? namesOf(wanted, 'drifted') : [];
  const conflicts = inputs.context.allowed.has('conflict') ? [] : namesOf(wanted, 'conflict');
  const sent = wanted.map(({ name }) => name).filter((name) => !drifted.includes(name));
  const locks = lockedAmong(sent, inputs);
  const refused = sent.length > 0 && locks.length === 0 ? refusedEdits(sent, inputs) : undefined;
  const untimely =
    locks.length === 0 && sent.includes('scheduling_details') ? untimelySchedule(inputs) : undefined;
  const blocked = [
    ...(untimely ? [untimely] : []),
    ...(refused ? [refused] : []),
    ...(locks.length > 0 ? [lockedBy(locks, sent, { wanted, inputs })] : []),
    ...(conflicts.length > 0 ? [conflict(conflicts, inputs)] : []),
    ...(drifted.length > 0 ? [drift(drifted, inputs)] : []),
  ];
  const isHeld = Boolean(untimely ?? refused) || locks.length > 0 || conflicts.length > 0;
  return { sent: isHeld ? [] : sent, held: blocked };
}

/** Open point W8: some services update nothing but drafts. The workspace says so, or a refusal did. */
function refusedEdits(names: readonly ComponentName[], inputs: HoldInputs): Held | undefined {
  const { status, binding, context } = inputs;
  if (status === 'DRAFT') return undefined;
  if (context.workspace.editLive === 'never')
    return heldBy('locked', { code: 'drafts-only', advice: adviceOf(inputs, names) }, { components: names });
  const refusal = refusedIn(binding, status);
  return refusal && editRefused(names, refusal, adviceOf(inputs, names));
}

/** A locked edit, with the facts for its message. The advice is in messages/lock-messages.ts. */
function lockedBy(
  locks: readonly Lock[],
  sent: readonly ComponentName[],
  { wanted, inputs }: { readonly wanted: readonly ComponentChange[]; readonly inputs: HoldInputs },
): Held {
  const all = (cause: ComponentChange['cause']) =>
    locks.every(({ component }) => namesOf(wanted, cause).includes(component));
  const components = [...new Set(locks.map(({ component }) => component))];
  const [status, by] = [lockingStatus(sent, locks, inputs), changedBy()];
  const { live } = inputs;
  const cause = {
    ...(status === live.status && live.statusAs !== undefined && { statusAs: live.statusAs }),
    code: 'locked' as const,
    locks,
    status,
    by,
    isAssumed: LOCKS[status].basis === 'assumed',
    cleared: locks.flatMap((lock) => leftOut(lock, inputs)),
    advice: adviceOf(inputs, by === 'file' ? components : []),
  };
  return heldBy('locked', cause, { components });

  function changedBy(): LockedCause['by'] {
    if (all('drifted')) return 'live';
    if (all('conflict')) return 'both';
    if (!all('adopted')) return 'file';
    return isUnrecorded(locks, inputs) ? 'unrecorded' : 'unknown';
  }
}

/** `edited`: the components that the file, or what it refers to, changed. */
function adviceOf(inputs: HoldInputs, edited: readonly ComponentName[]): ReplaceAdvice {
  const { desired, live, binding, context } = inputs;
  const { key, deliveryType: type, status: wanted } = desired;
  const variables = editedVariables(edited, inputs);
  return {
    key,
    type,
    status: live.status,
    wanted,
    publishes: context.workspace.publish !== 'never',
    ...(wanted === 'ACTIVE' && binding.status.applied === 'PAUSED' && { restoresPause: true }),
    ...(variables.length > 0 && { variables }),
    ...(startIsPast(type, scheduleToPublish(desired, live), context.now) && { startIsPast: true }),
    ...(desired.missing.length > 0 && { missing: desired.missing.map(({ what }) => what) }),
  };
}

/** A locked field that live has and the file leaves out: sent without it, the component would lose it. */
function leftOut(
  { component, field }: Lock,
  { desired, live }: { readonly desired: Desired; readonly live: Live },
): LockedCause['cleared'] {
  const now = live.components[component];
  const value = field === undefined || !now ? undefined : canonical(component, now)[field];
  const isSaid = field === undefined || desired.components[component]?.[field] !== undefined;
  return isSaid || typeof value !== 'string' ? [] : [{ component, field, value }];
}

/** Offline, live seems to lack a component that was never recorded, but that is unknown. */
function isUnrecorded(locks: readonly Lock[], { binding, context }: HoldInputs): boolean {
  return context.offline !== undefined && locks.every(({ component }) => !binding.observed[component]);
}

/** The status to name: the live one if it has the same lock, otherwise the one when the patch arrives. */
function lockingStatus(
  sent: readonly ComponentName[],
  locks: readonly Lock[],
  inputs: HoldInputs,
): CampaignStatus {
  const { status } = inputs.live;
  const already = lockedAmong(sent, { ...inputs, status });
  return already.length === locks.length ? status : inputs.status;
}

function lockedAmong(names: readonly ComponentName[], inputs: HoldInputs): Lock[] {
  const rule: LockRule = LOCKS[inputs.status];
  if (rule.locked === 'everything') return names.map((component) => ({ component }));
  return rule.locked.filter(
    ({ component, field }) =>
      names.includes(component) && (field === undefined || fieldMoves(component, field, inputs)),
  );
}

/**
 * Whether the patch would change one field of a component. Leaving the field out changes it too, because the component
 * is replaced as a whole (open point S2). If the read view hides the field now, as it did right after we sent it, the
 * record is used. If other parts have changed since, both the record and what live seems to say must equal the field.
 */
function fieldMoves(
  component: ComponentName,
  field: string,
  { desired, live, binding }: HoldInputs,
): boolean {
  const [wanted, now] = [desired.components[component] ?? {}, live.components[component]];
  const [sent, seen] = [binding.applied[component], binding.observed[component]];
  const differsFrom = (other: JsonObject | undefined) =>
    !sameJson(canonical(component, wanted)[field], canonical(component, other ?? {})[field]);
  const isHiddenBy = (view: JsonObject | undefined) =>
    sent !== undefined && isHidden(component, `/${field}`, { wanted: sent, live: view });
  if (!isHiddenBy(now) || !isHiddenBy(seen)) return differsFrom(now);
  return differsFrom(sent) || (!sameComponent(component, now, seen) && differsFrom(now));
}
