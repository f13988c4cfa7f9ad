import { canonical, sameComponent } from '../model/canonical.ts';
import {
  type CampaignStatus,
  type ComponentName,
  type Desired,
  type Live,
  lastEditOf,
} from '../model/campaign.ts';
import { sameJson, type JsonObject } from '../model/json.ts';
import { LOCKS, type Locks } from '../model/locks.ts';
import { heldBy, type Held, type Lock, type LockedParams, type ReplaceAdvice } from '../model/held.ts';
import type { ComponentChange } from '../model/plan.ts';
import { isHidden, written } from '../model/read-view.ts';
import { refusedIn } from '../model/resolve-intent.ts';
import { startInstant } from '../model/schedule.ts';
import { untimelySchedule } from '../model/timing.ts';
import type { Binding } from '../model/state.ts';
import { namesOf } from './compare.ts';
import type { CampaignContext } from './context.ts';

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
  const { status, binding, context } = inputs;
  const { scheduling_details: applied } = binding.applied;
  const isOpen = sent.length > 0 && locks.length === 0;
  const whole = [
    isOpen && sent.includes('scheduling_details') && untimelySchedule(inputs, { status, applied }, context),
    isOpen && refusedEdits(sent, inputs),
    locks.length > 0 && lockedBy(locks, wanted, inputs),
    conflicts.length > 0 && editedBy('conflict', conflicts, inputs),
  ].filter((one) => typeof one === 'object');
  const apart = drifted.length > 0 ? [editedBy('drift', drifted, inputs)] : [];
  return { sent: whole.length > 0 ? [] : sent, held: [...whole, ...apart] };
}

/** Open point W8: some services update nothing but drafts. The workspace says so, or a refusal did. */
function refusedEdits(names: readonly ComponentName[], inputs: HoldInputs): Held | undefined {
  const { status, binding, context } = inputs;
  if (status === 'DRAFT') return undefined;
  if (context.workspace.editLive === 'never')
    return heldBy('locked', { code: 'drafts-only', advice: adviceOf(inputs) }, { components: names });
  const refusal = refusedIn(binding, status);
  if (!refusal) return undefined;
  const cause = { code: 'edit-refused', status, said: refusal.message, advice: adviceOf(inputs) } as const;
  return heldBy('locked', cause, { components: names });
}

/** Blocked because of an edit in the service. */
function editedBy(
  reason: 'conflict' | 'drift',
  components: readonly ComponentName[],
  { desired: { key }, live }: HoldInputs,
): Held {
  const edit = lastEditOf(live);
  const last = edit && { edit };
  return reason === 'conflict'
    ? heldBy(reason, { code: reason, key, ...last }, { components, consent: reason })
    : heldBy(reason, { code: reason, ...last }, { components });
}

function lockedBy(locks: readonly Lock[], wanted: readonly ComponentChange[], inputs: HoldInputs): Held {
  const components = [...new Set(locks.map(({ component }) => component))];
  const { status, live } = inputs;
  const cause = {
    ...(status === live.status && live.statusAs !== undefined && { statusAs: live.statusAs }),
    code: 'locked' as const,
    locks,
    status,
    by: changedBy(components, wanted),
    advice: adviceOf(inputs),
  };
  return heldBy('locked', cause, { components });
}

function changedBy(names: readonly ComponentName[], wanted: readonly ComponentChange[]): LockedParams['by'] {
  const all = (cause: ComponentChange['cause']) =>
    names.every((name) => namesOf(wanted, cause).includes(name));
  if (all('drifted')) return 'live';
  if (all('conflict')) return 'both';
  return all('adopted') ? 'unknown' : 'file';
}

function adviceOf({ desired: { key, deliveryType }, live: { status } }: HoldInputs): ReplaceAdvice {
  return { key, type: deliveryType, status };
}

function lockedAmong(names: readonly ComponentName[], inputs: HoldInputs): Lock[] {
  const locks: Locks = LOCKS[inputs.status];
  if (locks === 'everything') return names.map((component) => ({ component }));
  return locks.filter(
    ({ component, field }) =>
      names.includes(component) && (field === undefined || fieldMoves(component, field, inputs)),
  );
}

/**
 * Whether the patch would change one field of a component. Leaving the field out changes it too, because the component
 * is replaced as a whole (open point S2). If the read view hides the field now, as it did right after we sent it, the
 * record is used. If other parts have changed since, both the record and what live seems to say must equal the field.
 * A start that live shows as the same instant, in UTC or another zone, is the same (open point W5).
 */
function fieldMoves(name: ComponentName, field: string, { desired, live, binding }: HoldInputs): boolean {
  const [wanted, now] = [desired.components[name] ?? {}, live.components[name]];
  const [sent, seen] = [binding.applied[name], binding.observed[name]];
  const differsFrom = (other: JsonObject = {}) =>
    !sameJson(canonical(name, wanted)[field], canonical(name, other)[field]) &&
    !(field === 'start_time' && startInstant(written(wanted)) === startInstant(written(other)));
  const isHiddenBy = (view: JsonObject | undefined) =>
    sent !== undefined && isHidden(name, `/${field}`, { wanted: sent, live: view });
  if (!isHiddenBy(now) || !isHiddenBy(seen)) return differsFrom(now);
  return differsFrom(sent) || (!sameComponent(name, now, seen) && differsFrom(now));
}
