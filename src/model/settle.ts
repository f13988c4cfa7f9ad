import { missingLeaves, sameComponent } from './canonical.ts';
import {
  pickComponents,
  type ComponentName,
  type Components,
  type DesiredStatus,
  type Live,
} from './campaign.ts';
import type { JsonObject } from './json.ts';
import { componentNames, type Binding, type Intent } from './state.ts';
import { mayFollow } from './transitions.ts';

type Sent = Exclude<Intent, { kind: 'create' }>;

/** What is known of a campaign from before an intent was sent. */
export interface Before {
  readonly binding: Binding;
  /** The look right before it; left out where another run sent it. */
  readonly live?: Live;
}

/** Whether live shows that an update or a transition did its work, which its answer never told. */
export function hasArrived(intent: Sent, live: Live, before: Before): boolean {
  return intent.kind === 'update'
    ? componentNames(intent.components).every((name) =>
        isReplaced(name, intent.components[name] ?? {}, { live: live.components, before }),
      )
    : mayFollow(intent.action, live.status);
}

/**
 * Live shows each leaf that was sent, and none that the sending took away: a component is replaced whole. Where live
 * stands as it did before, nothing is taken for arrived, though it may be hidden: a patch that is sent again is harmless.
 */
function isReplaced(
  name: ComponentName,
  sent: JsonObject,
  { live, before }: { readonly live: Components; readonly before: Before },
): boolean {
  const now = live[name];
  const { binding, live: looked } = before;
  if (sameComponent(name, sent, now)) return true;
  if (sameComponent(name, now, (looked?.components ?? binding.observed)[name])) return false;
  if (missingLeaves(name, sent, now).length > 0) return false;
  return looked !== undefined || missingLeaves(name, now ?? {}, sent).every(addedByService(name, binding));
}

/** Leaves that the service is known to add to what is sent; of a component that was never sent nobody knows. */
function addedByService(name: ComponentName, binding: Binding): (path: string) => boolean {
  const { applied, observed } = binding;
  if (applied[name] === undefined) return () => true;
  if (isAdopted(binding, name)) return () => false;
  const added = new Set(missingLeaves(name, observed[name] ?? {}, applied[name]));
  return (path) => added.has(path);
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
