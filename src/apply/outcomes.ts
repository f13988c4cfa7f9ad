import { missingLeaves } from '../model/canonical.ts';
import { pickComponents, type CampaignId, type DesiredStatus, type Live } from '../model/campaign.ts';
import type { Binding, Intent } from '../model/state.ts';
import { componentNames } from '../model/state.ts';
import type { PreparedWork } from './burst.ts';
import type { Answer, Entry } from './ports.ts';
import type { Run } from './run.ts';

/** A step that the service answered with success. */
export interface Sent extends PreparedWork {
  readonly answer: Extract<Answer, { kind: 'done' }>;
}

/** Takes a confirmed outcome into the run's result and bindings, and says what to record. */
export function done(run: Run, { campaign, intent, answer }: Sent, live: Live): Entry {
  const binding = bindingAfter(intent, {
    live,
    before: run.bindings.get(intent.key) ?? campaign.record,
    desired: campaign.desired?.status,
  });
  run.bindings.set(intent.key, binding);
  const components = intent.kind === 'transition' ? [] : componentNames(intent.components);
  const { responseId } = answer;
  run.tellApplied({
    key: intent.key,
    change: intent.kind,
    campaignId: binding.campaignId,
    components,
    responseId,
  });
  for (const component of components) {
    const wanted = binding.applied[component];
    const paths = wanted ? missingLeaves(component, wanted, live.components[component]) : [];
    if (paths.length > 0) run.tellUnconfirmed({ key: intent.key, component, paths });
  }
  return entryFor(intent, { live, binding, responseId, from: campaign.liveStatus });
}

interface Seen {
  readonly live: Live;
  readonly before: Binding | undefined;
  readonly desired: DesiredStatus | undefined;
}

/** The binding once `intent` is known to have happened. */
export function bindingAfter(intent: Intent, { live, before, desired }: Seen): Binding {
  const fresh: Binding = {
    key: intent.key,
    id: live.documentId,
    campaignId: live.id,
    channel: live.channel,
    deliveryType: live.deliveryType,
    name: live.name ?? '',
    applied: {},
    observed: {},
    status: { applied: undefined, observed: live.status },
  };
  const known = intent.kind === 'create' ? fresh : { ...(before ?? fresh), id: live.documentId };
  if (intent.kind === 'transition') {
    return { ...known, status: { applied: intent.desired, observed: live.status } };
  }
  const settled = intent.kind === 'create' && desired === live.status;
  return {
    ...known,
    name: live.name ?? known.name,
    applied: { ...known.applied, ...intent.components },
    observed: { ...known.observed, ...pickComponents(live.components, componentNames(intent.components)) },
    status: settled ? { applied: desired, observed: live.status } : known.status,
  };
}

interface Told {
  readonly live: Live;
  readonly binding: Binding;
  readonly responseId: string | null;
  readonly from: string | null;
}

/** The audit trail's line for something that happened. */
export function entryFor(intent: Intent, { live, binding, responseId, from }: Told): Entry {
  const components = intent.kind === 'transition' ? [] : componentNames(intent.components);
  return {
    summary: summaryOf(intent, live.id, { from, to: live.status }),
    key: intent.key,
    change: intent.kind,
    components,
    requestId: intent.requestId,
    responseId,
    binding,
    closes: intent.requestId,
  };
}

function summaryOf(intent: Intent, id: CampaignId, status: { from: string | null; to: string }): string {
  switch (intent.kind) {
    case 'create':
      return `create ${intent.key}: ${id}`;
    case 'update':
      return `update ${intent.key}: ${componentNames(intent.components).join(', ')}`;
    case 'transition':
      return `${intent.action.toLowerCase()} ${intent.key}: ${status.from ?? 'DRAFT'} → ${status.to}`;
  }
}

/** An intent that came to nothing: closed, with the reason, and the binding left as it was. */
export function closing(intent: Intent, why: string, responseId?: string | null): Entry {
  return {
    summary: `${intent.kind} ${intent.key}: ${why}`,
    key: intent.key,
    change: `${intent.kind}-not-done`,
    components: [],
    requestId: intent.requestId,
    responseId,
    binding: undefined,
    closes: intent.requestId,
  };
}
