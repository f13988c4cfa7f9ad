import {
  inCanonicalOrder,
  pickComponents,
  type ComponentName,
  type Desired,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { observedAt } from '../model/self-changing.ts';
import { componentNames, newBinding, type Binding } from '../model/state.ts';
import { compare } from './compare.ts';

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
