import { inSchemaOrder } from '../edit/entry-order.ts';
import { sendable } from '../edit/written-components.ts';
import type { Parts } from '../edit/prove.ts';
import { DESIRED_STATUSES, type ComponentName, type DesiredStatus, type Live } from '../model/campaign.ts';
import { comparable, sameComponent } from '../model/canonical.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { mergeComponent, type Winner } from '../model/merge.ts';
import type { LeftReason, PartName } from '../model/pull.ts';
import { moveFor } from '../model/transitions.ts';
import { leftAfterPull, type PullableCampaign, type PullableComponent } from '../plan/find-pullable.ts';

/** The new content of a campaign's file, part by part, and what is left out of it. */
export interface PulledParts {
  readonly wanted: Parts;
  readonly left: readonly LeftReason[];
}

interface PartRequest {
  readonly conflicts?: 'ours' | 'theirs' | undefined;
  readonly now: number;
}

/**
 * Computes, for each part that changed in live, the file's new content with which the next plan has nothing to do for
 * it.
 */
export function pulledParts(campaign: PullableCampaign, request: PartRequest): PulledParts {
  const wanted = new Map<PartName, JsonValue | undefined>();
  const left: LeftReason[] = [];
  const { status, desired, binding, live } = campaign;
  const { conflicts } = request;
  // Without a record, only the user can say that the file wasn't edited.
  const takesUnrecorded = conflicts === 'theirs';
  const isUnrecorded = status?.isUnrecorded ?? campaign.components.some(({ cause }) => cause === 'adopted');
  if (isUnrecorded && !takesUnrecorded) left.push({ code: 'unrecorded' });
  for (const component of campaign.components) {
    const { name, cause } = component;
    if (cause === 'adopted' && !takesUnrecorded) continue;
    const found = written(component, campaign, request);
    if (found === 'conflict') {
      const [applied, file, now] = comparable(name, component.applied, component.desired, component.live);
      left.push({ code: 'conflict', part: name, applied, file, live: now });
    } else if (found === 'none') left.push({ code: 'differs', part: name });
    else if (sameComponent(name, found.value, component.desired)) left.push({ code: 'ours', part: name });
    else wanted.set(name, found.value);
  }
  if (!status || (status.isUnrecorded && !takesUnrecorded)) return { wanted, left };
  const said = statusFor(live);
  if (status.isConflict && conflicts === undefined) {
    const [applied, file, now] = [binding.status.applied, desired.status, live.status].map(statusPart);
    left.push({ code: 'conflict', part: 'status', applied, file, live: now });
  } else if (status.isConflict && conflicts === 'ours') left.push({ code: 'ours', part: 'status' });
  else if (said === undefined) left.push({ code: 'differs', part: 'status' });
  else wanted.set('status', said);
  return { wanted, left };
}

/** A status in the form of a component. */
export function statusPart(status: JsonValue | undefined): JsonObject | undefined {
  return status === undefined ? undefined : { status };
}

/**
 * The component merged into the file's content; otherwise as live shows it, if a plan then has nothing to do. It is a
 * conflict if both changed the same place and no side was chosen.
 */
function written(
  component: PullableComponent,
  campaign: PullableCampaign,
  { conflicts, now }: PartRequest,
): { readonly value: JsonObject | undefined } | 'none' | 'conflict' {
  const { name, desired: file, cause } = component;
  const isEdit = cause === 'conflict';
  const [observed, live] = [component.observed, component.live].map((one) => one && sendable(name, one));
  const mergedFor = (side: Winner) => {
    const merged = mergeComponent(name, { file, applied: component.applied, observed, live }, side);
    return merged && inSchemaOrder(campaign.live.channel, name, merged);
  };
  const merged = mergedFor(conflicts === 'ours' ? 'file' : 'live');
  // With the file's own values, something is left to send, as requested.
  if (isEdit && conflicts === 'ours') return { value: merged };
  const isMerged = isSettled(campaign, name, { value: merged, now, isEdit });
  if (isEdit && conflicts === undefined)
    return isMerged && sameComponent(name, merged, mergedFor('file')) ? { value: merged } : 'conflict';
  if (isMerged) return { value: merged };
  return isSettled(campaign, name, { value: live, now, isEdit }) ? { value: live } : 'none';
}

/** Whether a plan would then do nothing for a component, or after a merge only the edits that the file already had. */
function isSettled(
  campaign: PullableCampaign,
  name: ComponentName,
  {
    value,
    now,
    isEdit,
  }: { readonly value: JsonObject | undefined; readonly now: number; readonly isEdit: boolean },
): boolean {
  const left = leftAfterPull(campaign, { [name]: value }, now).filter((one) => one.name === name);
  return left.every(({ cause }) => cause === 'released' || (isEdit && cause === 'edited'));
}

/** The `status` that a file needs for a live status so that nothing is requested. */
function statusFor({ status, deliveryType }: Live): DesiredStatus | undefined {
  const order: readonly DesiredStatus[] =
    status === 'PAUSED' ? ['PAUSED'] : status === 'DRAFT' ? ['DRAFT'] : ['ACTIVE', 'STOPPED'];
  return [...order, ...DESIRED_STATUSES].find((one) => moveFor(one, status, deliveryType) === 'none');
}
