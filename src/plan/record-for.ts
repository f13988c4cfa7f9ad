import { inCanonicalOrder, pickComponents, withoutComponents, isPast } from '../model/campaign.ts';
import { sameJson, type JsonObject } from '../model/json.ts';
import { observedAt } from '../model/self-changing.ts';
import { refusedIn } from '../model/resolve-intent.ts';
import type { Binding } from '../model/state.ts';
import { moveFor } from '../model/transitions.ts';
import { namesOf, type Comparison } from './compare.ts';
import type { ExistingCampaign } from './context.ts';
import { isTooLateToStop } from './status.ts';

/** The binding that should be recorded even if nothing is sent; `undefined` if it already is. */
export function recordFor(
  { desired, live, binding, recorded }: ExistingCampaign,
  comparison: Comparison,
): Binding | undefined {
  const settled = [...namesOf(comparison.changes, 'released'), ...comparison.toRecord];
  // Nothing can restore what was changed after the end, so it is reported once.
  const past = isPast(live) ? namesOf(comparison.changes, 'drifted') : [];
  const isReached =
    desired.status === undefined ||
    (moveFor(desired.status, live.status, desired.deliveryType) === 'none' &&
      !isTooLateToStop({ desired, live, binding }));
  // A live status that advanced by itself isn't worth recording. A different status in the file is.
  const { applied } = binding.status;
  // That a file paused it matters until it runs again.
  const isStillPaused = desired.status === undefined && applied === 'PAUSED' && live.status === 'PAUSED';
  const isNewStatus = isReached && applied !== desired.status && !isStillPaused;
  const record: Binding = {
    ...binding,
    documentId: live.documentId,
    // The name is part of a component. If that is blocked or still to be sent, the service has the old name.
    name: comparison.changes.some(({ name }) => name === 'basic_details') ? binding.name : desired.name,
    applied: {
      ...withoutComponents(binding.applied, settled),
      ...pickComponents(desired.components, comparison.toRecord),
    },
    observed: {
      ...withoutComponents(binding.observed, [...settled, ...past]),
      ...pickComponents(live.components, [...comparison.toRecord, ...past]),
    },
    adopted: inCanonicalOrder([
      ...binding.adopted.filter((name) => desired.components[name] !== undefined),
      ...comparison.toRecord.filter((name) => binding.applied[name] === undefined),
    ]),
    editsRefused: refusedIn(binding, live.status),
    unconfirmed: withoutComponents(binding.unconfirmed, settled),
    status: isNewStatus
      ? { applied: desired.status, observed: live.status, seen: live.status }
      : binding.status,
  };
  if (isSame(record, recorded)) return undefined;
  // When it was read is only worth recording together with other changes.
  return { ...record, observedAt: observedAt(record, live), status: { ...record.status, seen: live.status } };
}

/** Whether the same would be written. What is undefined isn't; few bindings have such parts, and in other places. */
function isSame(one: Binding, other: Binding): boolean {
  const [left, right] = [one, other].map((binding) => ({ ...binding }) as unknown as JsonObject);
  if (sameJson(left, right)) return true;
  const [now, before] = [one, other].map((binding) => JSON.parse(JSON.stringify(binding)) as JsonObject);
  return sameJson(now, before);
}
