import { leaves, canonical, missingLeaves, pointer, sameComponent } from './canonical.ts';
import {
  pickComponents,
  type ComponentName,
  type Components,
  type DesiredStatus,
  type Live,
} from './campaign.ts';
import { sameJson, type JsonObject } from './json.ts';
import { componentNames, type Binding, type Intent } from './state.ts';
import { mayFollow } from './transitions.ts';

type Sent = Exclude<Intent, { kind: 'create' }>;

/** Whether live shows that an update or a transition did its work, which its answer never told. */
export function hasArrived(intent: Sent, live: Live, before: Binding): boolean {
  return intent.kind === 'update'
    ? componentNames(intent.components).every((name) =>
        showsWhole(name, intent.components[name] ?? {}, { live: live.components, before }),
      )
    : mayFollow(intent.action, live.status);
}

/**
 * Live shows each leaf that was sent, and none that the sending took away: a component is replaced whole. Where live
 * stands as it did before, nothing is taken for arrived, though it may be hidden: a patch that is sent again is harmless.
 */
function showsWhole(
  name: ComponentName,
  sent: JsonObject,
  { live, before }: { readonly live: Components; readonly before: Binding },
): boolean {
  const now = live[name];
  if (sameComponent(name, sent, now)) return true;
  const unmoved = sameComponent(name, now, before.observed[name]);
  if (unmoved && !sameComponent(name, sent, before.applied[name])) return false;
  if (missingLeaves(name, sent, now).length > 0) return false;
  const said = (isAdopted(before, name) ? before.observed : before.applied)[name] ?? {};
  const shown = leavesOf(name, now ?? {});
  const kept = leavesOf(name, sent);
  return [...leavesOf(name, said)].every(
    ([place, value]) => kept.has(place) || !sameJson(shown.get(place), value),
  );
}

function leavesOf(name: ComponentName, value: JsonObject) {
  return new Map(leaves(canonical(name, value)).map((leaf) => [pointer(leaf.path), leaf.value]));
}

/** What live is known to be after an intent, and what the file asks of its status. */
export interface Outcome {
  readonly live: Live;
  /** The binding before; undefined for a campaign that was just created. */
  readonly before: Binding | undefined;
  /** The status that the file asks for; undefined where it asks for none, or nobody knows. */
  readonly desired: DesiredStatus | undefined;
}

/** The binding once `intent` is known to have happened. */
export function bindingAfter(intent: Intent, { live, before, desired }: Outcome): Binding {
  const fresh: Binding = {
    key: intent.key,
    id: live.documentId,
    campaignId: live.id,
    channel: live.channel,
    deliveryType: live.deliveryType,
    name: live.name ?? '',
    applied: {},
    observed: {},
    adopted: [],
    status: { applied: undefined, observed: live.status, seen: live.status },
  };
  const known = intent.kind === 'create' ? fresh : { ...(before ?? fresh), id: live.documentId };
  if (intent.kind === 'transition') {
    return { ...known, status: { applied: intent.desired, observed: live.status, seen: live.status } };
  }
  const settled = intent.kind === 'create' && desired === live.status;
  const sent = componentNames(intent.components);
  const others = componentNames(known.observed).filter((name) => !sent.includes(name));
  return {
    ...known,
    name: live.name ?? known.name,
    applied: { ...known.applied, ...intent.components },
    observed: { ...pickComponents(known.observed, others), ...pickComponents(live.components, sent) },
    adopted: known.adopted.filter((name) => !sent.includes(name)),
    status: { ...(settled ? { applied: desired, observed: live.status } : known.status), seen: live.status },
  };
}

/** Whether what stands in a record of a component was found in live, and never sent by us. */
export function isAdopted(binding: Binding, name: ComponentName): boolean {
  return binding.adopted.includes(name);
}
