import {
  inCanonicalOrder,
  pickComponents,
  type CampaignStatus,
  type ComponentName,
  type Components,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { held as blocked, type Held } from '../model/held.ts';
import type { Note, PlannedCampaign, Step, Transition } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import { compare } from './compare.ts';
import type { CampaignContext, ExistingCampaign } from './context.ts';
import { holdChanges } from './hold.ts';
import type { Pair } from './pair.ts';
import { toPlannedCampaign, unchanged } from './planned.ts';
import { nothingRecorded, typeChanged, waitsForConfirmation, waitsForEdits } from './reasons.ts';
import { recordFor } from './record-for.ts';
import { transitionStep, updateRequest } from './requests.ts';
import { planStatus } from './status.ts';

/** A file with a binding and a live campaign: compare, hold what can't be, patch the rest. */
export function planExisting(pair: Pair, known: ExistingCampaign, context: CampaignContext): PlannedCampaign {
  const { desired, live, binding } = known;
  if (live.readOnly)
    return unchanged(pair, 'held', [
      blocked('read-only', { code: 'read-only', why: live.readOnly, key: desired.key }),
    ]);
  const status = planStatus(known, context);
  if (desired.channel !== live.channel || desired.deliveryType !== live.deliveryType) {
    return planEmergencyStop(pair, known, { context, held: typeChanged(desired, live) });
  }
  if (context.offline && isBlank(binding)) return planUnrecorded(pair, known, context);
  const comparison = compare(
    desired,
    { live, binding },
    { now: context.now, acceptsUnconfirmed: context.allowed.has('unconfirmed') },
  );
  const { changes, dropped } = dropForStop(comparison.changes, status.transition);
  const during = statusDuringPatch(live, status.transition);
  const { sent, held } = holdChanges(changes, { desired, live, binding, status: during, context });
  const waiting = waitingFor(status.transition, { known, held, notes: comparison.notes });
  const transition = waiting ? null : status.transition;
  const actor = context.actors.get(desired.key) ?? '';
  return toPlannedCampaign(
    pair,
    {
      components: changes,
      held: [...held, ...(waiting ? [waiting] : []), ...status.held],
      notes: [
        ...comparison.notes,
        ...selfChangingNotes(known.found),
        ...status.notes,
        ...dropped,
        ...notRecorded(changes, binding, context),
        ...versionNotes(live),
      ],
      transition,
      steps: inSendingOrder({ id: live.documentId, patch: patchStep(known, sent, actor), transition, actor }),
      record: recordFor(known, comparison),
    },
    context,
  );
}

/**
 * What a start waits for: that it is not under way already, that nothing of the campaign is held, and that what is
 * published is what was sent. What was paused has been published before, so RESUME does not wait for that.
 */
function waitingFor(
  transition: Transition | null,
  {
    known,
    held,
    notes,
  }: { readonly known: ExistingCampaign; readonly held: readonly Held[]; readonly notes: readonly Note[] },
): Held | undefined {
  if (!transition || isEmergencyStop(transition.action)) return undefined;
  if (known.pending === transition.action)
    return blocked('in-flight', { code: 'transition-pending', action: transition.action });
  if (held.length > 0) return waitsForEdits(transition, held);
  const isUnseen = transition.action === 'PUBLISH' && notes.some(({ kind }) => kind === 'unconfirmed');
  return isUnseen ? waitsForConfirmation(transition) : undefined;
}

/** Bound to a campaign that was there before, and not seen by an apply since: there is nothing to compare with. */
function isBlank({ applied, observed }: Binding): boolean {
  return Object.keys(applied).length + Object.keys(observed).length === 0;
}

/** Of such a campaign only the status is recorded, so only an emergency stop can be planned offline. */
function planUnrecorded(pair: Pair, known: ExistingCampaign, context: CampaignContext): PlannedCampaign {
  const stopped = planEmergencyStop(pair, known, { context, held: nothingRecorded() });
  return stopped.transition ? stopped : unchanged(pair, 'unknown', [nothingRecorded()]);
}

/** Nothing else of it is planned, and `held` says why; but an emergency stop always works. */
function planEmergencyStop(
  pair: Pair,
  known: ExistingCampaign,
  { context, held }: { readonly context: CampaignContext; readonly held: Held },
): PlannedCampaign {
  const { desired, live } = known;
  const status = planStatus(known, context);
  const transition =
    status.transition && isEmergencyStop(status.transition.action) ? status.transition : null;
  const actor = context.actors.get(desired.key) ?? '';
  return toPlannedCampaign(
    pair,
    {
      components: [],
      held: [held, ...status.held],
      notes: status.notes,
      transition,
      steps: inSendingOrder({ id: live.documentId, patch: [], transition, actor }),
      record: undefined,
    },
    context,
  );
}

/** A campaign that is being stopped can't be edited afterwards, so its patch is dropped, and a note says so. */
function dropForStop(
  changes: PlannedCampaign['components'],
  transition: Transition | null,
): { changes: PlannedCampaign['components']; dropped: Note[] } {
  if (transition?.action !== 'STOP') return { changes, dropped: [] };
  const lost = changes.filter(({ cause }) => cause !== 'released');
  if (lost.length === 0) return { changes, dropped: [] };
  return {
    changes: changes.filter(({ cause }) => cause === 'released'),
    dropped: [{ kind: 'stop-drops', components: lost.map(({ name }) => name) }],
  };
}

/** PAUSE goes before the patch, so the patch meets a paused campaign; PUBLISH and RESUME come after it. */
function statusDuringPatch(live: Live, transition: Transition | null): CampaignStatus {
  return transition && isEmergencyStop(transition.action) ? transition.to : live.status;
}

function patchStep(
  { desired, live }: ExistingCampaign,
  names: readonly ComponentName[],
  actor: string,
): Step[] {
  if (names.length === 0) return [];
  const components: Components = pickComponents(desired.components, names);
  return [
    { kind: 'update', request: updateRequest(desired, live.documentId, { components, actor }), components },
  ];
}

/** Offline, a component that was never sent shows as if live had nothing of it, which nobody knows. */
function notRecorded(
  changes: PlannedCampaign['components'],
  { observed }: Binding,
  { offline }: CampaignContext,
): Note[] {
  const unseen = changes.filter(({ name }) => observed[name] === undefined).map(({ name }) => name);
  return offline && unseen.length > 0 ? [{ kind: 'not-recorded', components: unseen }] : [];
}

function selfChangingNotes(found: LeavesByComponent): Note[] {
  const names = inCanonicalOrder(Object.keys(found) as ComponentName[]);
  return names.map((component) => ({
    kind: 'changes-by-itself',
    component,
    paths: found[component] ?? [],
  }));
}

function versionNotes({ statusAs, draftAbove }: Live): Note[] {
  return [
    ...(statusAs === undefined ? [] : [{ kind: 'unknown-status', status: statusAs } as const]),
    ...(draftAbove === undefined ? [] : [{ kind: 'draft-above', version: draftAbove } as const]),
  ];
}

interface Parts {
  /** The newest document's. */
  readonly id: string;
  readonly patch: readonly Step[];
  readonly transition: Transition | null;
  readonly actor: string;
}

function inSendingOrder({ id, patch, transition, actor }: Parts): Step[] {
  if (!transition) return [...patch];
  const move = transitionStep(transition, id, actor);
  return isEmergencyStop(transition.action) ? [move, ...patch] : [...patch, move];
}
