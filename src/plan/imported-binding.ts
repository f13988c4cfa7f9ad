import {
  componentNames,
  inCanonicalOrder,
  pickComponents,
  type ComponentName,
  type Desired,
  type LeavesByComponent,
  type Live,
  type CampaignKey,
} from '../model/campaign.ts';
import { sameComponent } from '../model/canonical.ts';
import { moveFor } from '../model/transitions.ts';
import { observedAt } from '../model/self-changing.ts';
import { newBinding, type Binding, type State } from '../model/state.ts';
import { compare } from './compare.ts';
import type { LiveAnswer } from '../model/live-answer.ts';

/** The record of a live campaign whose file was written from it. Nothing was sent, and both are equal. */
export function importedBinding(
  desired: Pick<Desired, 'key' | 'name' | 'components'>,
  live: Live,
  changing: LeavesByComponent = {},
): Binding {
  const names = inCanonicalOrder(componentNames(desired.components));
  const observed = pickComponents(live.components, names);
  return {
    ...newBinding(desired.key, live),
    name: desired.name,
    applied: desired.components,
    observed,
    observedAt: observedAt({ observed, changing }, live),
    changing,
    adopted: names,
  };
}

/** The record of a file and its live campaign: as after an import if they are equal, otherwise empty. */
export function adoptedBinding(desired: Desired, live: Live): Binding {
  const { status, components, deliveryType } = desired;
  const isSame =
    (status === undefined || moveFor(status, live.status, deliveryType) === 'none') &&
    componentNames(components).every((name) => sameComponent(name, components[name], live.components[name]));
  if (!isSame) return { ...newBinding(desired.key, live), name: live.name ?? desired.name };
  const binding = importedBinding(desired, live);
  return { ...binding, status: { ...binding.status, applied: status } };
}

/** The components for which a plan would have something to do, to record or to note. */
export function unsettledComponents(
  desired: Pick<Desired, 'components'>,
  { live, binding }: { readonly live: Live; readonly binding: Binding },
): readonly ComponentName[] {
  const found = compare(desired, { live, binding }, { now: 0, acceptsUnconfirmed: false });
  return inCanonicalOrder([
    ...found.changes.map(({ name }) => name),
    ...found.toRecord,
    ...found.notes.flatMap((note) => ('component' in note ? [note.component] : [])),
  ]);
}

/** What the service would answer if nothing had changed since the last read: the live side of an offline plan. */
export function recordedAnswers({ bindings }: State): ReadonlyMap<CampaignKey, LiveAnswer> {
  const live = ({
    campaignId,
    documentId,
    channel,
    deliveryType,
    status,
    name,
    observed,
  }: Binding): Live => ({
    ...{ id: campaignId, documentId, channel, deliveryType, status: status.seen, name },
    // Only the components that some file had; others that live may have are missing here.
    components: observed,
    // Campaigns that can't be managed are never bound.
    readOnly: undefined,
  });
  return new Map([...bindings].map(([key, binding]) => [key, { kind: 'present', live: live(binding) }]));
}
