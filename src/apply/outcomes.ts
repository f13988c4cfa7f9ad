import { missingLeaves } from '../model/canonical.ts';
import { statusWord, type ComponentName, type DesiredStatus, type Live } from '../model/campaign.ts';
import { bindingAfter } from '../model/resolve-intent.ts';
import { hasReached, RESULTS } from '../model/transitions.ts';
import { componentNames, type Intent } from '../model/state.ts';
import type { Entry } from './ports.ts';
import type { Run } from './run.ts';

/** What a read showed after an intent, and what else is known about it. */
export interface Seen {
  readonly live: Live;
  /** When it was sent, if known (epoch milliseconds). */
  readonly at: number;
  readonly responseId: string | null;
  /** The status that the file requests; undefined if it requests none or is unknown. */
  readonly desired: DesiredStatus | undefined;
  /** The live status before. */
  readonly from: string | null;
}

/** Adds an intent that is known to have succeeded to the run's result and bindings, and returns the entry to record. */
export function conclude(run: Run, intent: Intent, seen: Seen): Entry {
  const { live, responseId } = seen;
  const { key } = intent;
  const binding = bindingAfter(intent, { ...seen, before: run.bindings.get(key) });
  run.bindings.set(key, binding);
  const components = componentsOf(intent);
  const summary = summaryOf(intent, seen);
  if (intent.kind === 'transition' && !hasReached(intent.action, live)) {
    const { action } = intent;
    const cause = {
      code: 'other-status',
      action,
      status: statusWord(live),
      expected: RESULTS[action],
    } as const;
    run.results.addFailed({ key, cause, responseId });
  } else {
    const { campaignId } = binding;
    run.results.addApplied({ key, change: intent.kind, campaignId, components, responseId }, summary);
  }
  for (const component of components) {
    if (binding.unconfirmed[component] === undefined) continue;
    const paths = missingLeaves(component, binding.applied[component] ?? {}, live.components[component]);
    run.results.addUnconfirmed({ key, component, paths });
  }
  return {
    summary,
    key,
    change: intent.kind,
    components,
    requestId: intent.requestId,
    responseId,
    binding,
    ...(intent.kind === 'transition' && { status: { from: seen.from ?? 'DRAFT', to: statusWord(live) } }),
    closes: intent.requestId,
  };
}

function summaryOf(intent: Intent, { live, from }: Seen): string {
  switch (intent.kind) {
    case 'create':
      return `create ${intent.key}: ${live.id}`;
    case 'update':
      return `update ${intent.key}: ${componentNames(intent.components).join(', ')}`;
    case 'transition':
      return `${intent.action.toLowerCase()} ${intent.key}: ${from ?? 'DRAFT'} → ${statusWord(live)}`;
  }
}

/** Why a creation stays open although the service says that it has done it. */
export const TAKEN = 'the service says that it has done this, but not for which campaign';

/**
 * An intent that was answered with success but isn't visible in live. It stays open, with the content of the answer.
 */
export function keptOpen(intent: Intent, why: string, responseId: string | null): Entry {
  return {
    summary: `${intent.kind} ${intent.key}: ${why}`,
    key: intent.key,
    change: `${intent.kind}-not-confirmed`,
    components: componentsOf(intent),
    requestId: intent.requestId,
    responseId,
    binding: undefined,
    closes: undefined,
    keepsOpen: intent,
  };
}

/** An intent that had no effect. It is closed with the reason, and the binding stays unchanged. */
export function closing(intent: Intent, why: string, responseId?: string | null): Entry {
  return {
    summary: `${intent.kind} ${intent.key}: ${why}`,
    key: intent.key,
    change: `${intent.kind}-not-done`,
    components: componentsOf(intent),
    requestId: intent.requestId,
    responseId,
    binding: undefined,
    closes: intent.requestId,
  };
}

function componentsOf(intent: Intent): readonly ComponentName[] {
  return intent.kind === 'transition' ? [] : componentNames(intent.components);
}
