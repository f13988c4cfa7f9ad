import { missingLeaves } from '../model/component-leaves.ts';
import {
  componentNames,
  statusWord,
  type ComponentName,
  type DesiredStatus,
  type Live,
} from '../model/campaign.ts';
import { sameJson } from '../model/json.ts';
import { bindingAfter } from '../model/resolve-intent.ts';
import { hasReached, isEmergencyStop, hasTakenEffect, RESULTS } from '../model/transitions.ts';
import { changedIn, type Binding, type Intent, type IntentOf } from '../model/state.ts';
import type { HandEdit, NotConfirmed, NotDone, TrailEvent } from '../model/trail-event.ts';
import { overwrittenBy, within } from './hand-edits.ts';
import type { RecordAnswer, TrailRecord } from './ports.ts';
import type { Run } from './run.ts';
import { mergeAnswer, type Unrecorded } from './send-guards.ts';
import type { PlannedCampaign } from '../model/plan.ts';

/** What a read showed after an intent, and what else is known about it. */
interface Seen {
  readonly live: Live;
  /** When the service answered it, or when its effect was read if there was no answer (epoch milliseconds). */
  readonly at: number;
  readonly responseId: string | null;
  /** The status that the file requests; undefined if it requests none or is unknown. */
  readonly desired: DesiredStatus | undefined;
  /** The live status before. */
  readonly from: string | null;
  /** Set if this run did not send it. */
  readonly isRecovered?: true;
}

/** Adds an intent that is known to have succeeded to the run's result and bindings, and returns the entry to record. */
export function addOutcome(run: Run, intent: Intent, seen: Seen): TrailRecord {
  const { live, responseId, isRecovered } = seen;
  const { key } = intent;
  const before = run.bindings.get(key);
  const after = bindingAfter(intent, { ...seen, before });
  const isStart = intent.kind === 'transition' && !isEmergencyStop(intent.action);
  const stopped = isStart ? before && recordedStop(before, live) : undefined;
  const binding = stopped ? { ...after, status: stopped } : after;
  run.bindings.set(key, binding);
  const components = componentsOf(intent);
  const event = eventOf(intent, seen, before);
  const isEnded = stopped !== undefined || hasLaterStop(run, intent, live);
  if (intent.kind === 'transition' && !hasReached(intent.action, live) && !isEnded) {
    const { action } = intent;
    const [shown, expected] = [statusWord(live), RESULTS[action]];
    const cause = { code: 'not-reached', action, shown, expected } as const;
    run.results.breakOffFailed(key, cause, { responseId });
  } else {
    const { campaignId } = binding;
    run.results.addApplied(
      { key, change: intent.kind, campaignId, components, responseId, ...(isRecovered && { isRecovered }) },
      event,
    );
  }
  for (const component of components) {
    if (binding.unconfirmed[component] === undefined) continue;
    const paths = missingLeaves(component, binding.applied[component] ?? {}, live.components[component]);
    run.results.breakOffUnconfirmed({ key, component, paths });
  }
  const status = { from: seen.from ?? 'DRAFT', to: statusWord(live) };
  const handEdit = intent.kind === 'update' ? overwritten(run, intent, { isRecovered, before }) : undefined;
  return {
    ...{ ...entryOf(intent, event, responseId), binding },
    ...(handEdit && { handEdit }),
    ...(intent.kind === 'transition' && { status }),
  };
}

/** What was changed by hand and an update sent again or replaced. */
function overwritten(
  run: Run,
  intent: IntentOf<'update'>,
  { isRecovered, before }: { readonly isRecovered: true | undefined; readonly before: Binding | undefined },
): HandEdit | undefined {
  if (isRecovered) return before && overwrittenBy(intent, before);
  return within(run.handEdits.get(intent.key), componentNames(intent.components));
}

/** Adds a completed intent of an earlier run; `responseId` is of the answer if this run sent it again. */
export function bind(run: Run, intent: Intent, live: Live, responseId?: string | null): TrailRecord {
  const before = intent.kind === 'transition' ? intent.from : undefined;
  const from = before ?? run.bindings.get(intent.key)?.status.seen ?? null;
  const at = intent.answered ?? run.options.clock.now();
  const isRecovered = responseId === undefined && ({ isRecovered: true } as const);
  return addOutcome(run, intent, {
    live,
    responseId: responseId ?? null,
    desired: undefined,
    from,
    at,
    ...isRecovered,
  });
}

/** Records outcomes; without one, only the ledger, because the request still counts. Returns whether they were recorded. */
export async function record(run: Run, entries: readonly TrailRecord[]): Promise<boolean> {
  for (const { closes } of entries) if (closes !== undefined) run.open.delete(closes);
  const answer = await run.options.recorder.recordOutcome(entries, run.ledger);
  return mergeAnswer(run, answer, unrecorded(entries, answer));
}

/** The campaigns of entries, and where these are if they could not be recorded. */
export function unrecorded(entries: readonly TrailRecord[], { kind }: RecordAnswer): Unrecorded {
  const places = { 'not-pushed': 'in-this-clone', 'not-written': 'nowhere' } as const;
  const outcome = kind === 'recorded' || kind === 'lost-race' ? 'unknown' : places[kind];
  return { keys: entries.map(({ key }) => key), outcome };
}

/** The recorded status, if it is a stop of ours that live still shows. A start that is resolved only now came before it. */
function recordedStop({ status }: Binding, live: Live): Binding['status'] | undefined {
  const isStop = status.applied === 'PAUSED' || status.applied === 'STOPPED';
  return isStop && status.observed === live.status ? status : undefined;
}

/** Whether live shows an emergency stop that was sent after this request and isn't recorded yet. */
function hasLaterStop(run: Run, { key, at, requestId }: Intent, { status }: Live): boolean {
  return [...run.open.values()].some(
    (one) =>
      one.kind === 'transition' &&
      one.key === key &&
      one.requestId !== requestId &&
      one.at >= at &&
      isEmergencyStop(one.action) &&
      hasTakenEffect(one.action, status),
  );
}

function eventOf(intent: Intent, { live, from }: Seen, before: Binding | undefined): TrailEvent {
  switch (intent.kind) {
    case 'create':
      return { code: 'created', campaignId: live.id };
    case 'update': {
      const components = componentNames(intent.components);
      // What is sent again unchanged had been edited in the service.
      const isRestored = (name: ComponentName) => sameJson(intent.components[name], before?.applied[name]);
      const restored = components.filter(isRestored);
      return { code: 'updated', components, ...(restored.length > 0 && { restored }) };
    }
    case 'transition':
      return { code: 'transitioned', action: intent.action, from: from ?? 'DRAFT', to: statusWord(live) };
  }
}

/** An intent that was answered with success but isn't visible. It stays open, with the answer. */
export function keptOpen(intent: Intent, why: NotConfirmed, responseId: string | null): TrailRecord {
  const event = { code: 'not-confirmed', sent: intent.kind, why } as const;
  return { ...entryOf(intent, event, responseId), closes: undefined, keepsOpen: intent };
}

/** An intent that had no effect. It is closed with the reason, and the binding stays unchanged. */
export function closing(intent: Intent, why: NotDone, responseId?: string | null): TrailRecord {
  return entryOf(intent, { code: 'not-done', sent: intent.kind, why }, responseId);
}

/** A request that live hasn't shown yet and that a newer one replaces. It is closed, and the binding says so. */
export function supersede(intent: IntentOf<'update' | 'transition'>, binding?: Binding): TrailRecord {
  const why = { code: 'superseded', isAccepted: intent.answered !== undefined } as const;
  return { ...entryOf(intent, { code: 'not-confirmed', sent: intent.kind, why }), binding };
}

/** The entry that closes an intent. */
function entryOf(intent: Intent, event: TrailEvent, responseId?: string | null): TrailRecord {
  return {
    key: intent.key,
    event,
    components: componentsOf(intent),
    requestId: intent.requestId,
    responseId,
    closes: intent.requestId,
  };
}

function componentsOf(intent: Intent): readonly ComponentName[] {
  return intent.kind === 'transition' ? [] : componentNames(intent.components);
}

/** Entries for statuses that changed in the service, once per run and before the run's own changes. */
export function statusEntries(run: Run, campaigns: readonly PlannedCampaign[]): TrailRecord[] {
  return campaigns.flatMap(({ key, record, statusChange }): TrailRecord[] => {
    const binding = run.bindings.get(key);
    if (!statusChange || !binding || run.statusNoted.has(key)) return [];
    const { from, to, by, at, isByItself } = statusChange;
    // If the run has merged a record, it has the new status; otherwise another run recorded it or knows more by now.
    const known = record ? [from, to] : [from];
    if (!known.includes(binding.status.seen)) return [];
    run.statusNoted.add(key);
    const noted = { ...binding, status: { ...binding.status, seen: to } };
    run.bindings.set(key, noted);
    const components = changedIn(noted, run.recorded.get(key));
    return [
      {
        ...{ key, components, binding: noted },
        event: { code: 'moved-in-service', from, to, ...(isByItself && { isByItself }) },
        ...{ status: { from, to }, inService: { by, at } },
      },
    ];
  });
}
