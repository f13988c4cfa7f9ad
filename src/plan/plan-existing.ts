import {
  componentNames,
  inCanonicalOrder,
  pickComponents,
  type CampaignStatus,
  type ComponentName,
  type Components,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { Note, PlannedCampaign, Step, Transition } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import { compare } from './compare.ts';
import type { CampaignContext, ExistingCampaign, JoinedCampaign } from './context.ts';
import { holdChanges } from './hold.ts';
import { movedIdentity } from './renamed.ts';
import { toPlanned, unchanged } from './planned.ts';
import {
  nothingRecorded,
  startPending,
  typeChanged,
  waitsForConfirmation,
  waitsForEdits,
} from './reasons.ts';
import { recordFor } from './record-for.ts';
import { transitionStep, updateRequest } from './requests.ts';
import { planStatus, startPastNote, startsSoonNote } from './status.ts';

/** A file with a binding and a live campaign: compares them, blocks what isn't possible and updates the rest. */
export function planExisting(
  joined: JoinedCampaign,
  known: ExistingCampaign,
  context: CampaignContext,
): PlannedCampaign {
  const { desired, live, binding } = known;
  if (live.readOnly)
    return unchanged(joined, 'held', [
      heldBy('read-only', { code: 'read-only', why: live.readOnly, key: desired.key }),
    ]);
  const status = planStatus(known, context);
  if (desired.channel !== live.channel || desired.deliveryType !== live.deliveryType) {
    return planEmergencyStop(joined, known, { context, held: [typeChanged(desired, live)] });
  }
  const moved = movedIdentity(desired, binding, context);
  if (moved) return planEmergencyStop(joined, known, { context, held: [moved] });
  if (context.offline && hasNoComponents(binding)) return planUnrecorded(joined, known, context);
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
  return toPlanned(
    joined,
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
        ...(sent.includes('scheduling_details') && !transition ? startsSoonNote(known, context.now) : []),
        ...(sent.length > 0 ? startPastNote(desired, live, context.now) : []),
      ],
      transition,
      steps: inSendingOrder({ id: live.documentId, patch: patch(known, sent, actor), transition, actor }),
      record: recordFor(known, comparison),
    },
    context,
  );
}

/** What a start waits for: the same start, what is blocked, or, but for RESUME, live showing what was sent. */
function waitingFor(
  transition: Transition | null,
  {
    known,
    held,
    notes,
  }: { readonly known: ExistingCampaign; readonly held: readonly Held[]; readonly notes: readonly Note[] },
): Held | undefined {
  if (!transition || isEmergencyStop(transition.action)) return undefined;
  const { start } = known;
  if (start?.isFinal && start.action === transition.action) return startPending(start.action);
  if (held.length > 0) return waitsForEdits(transition, held);
  const isUnseen = transition.action === 'PUBLISH' && notes.some(({ kind }) => kind === 'unconfirmed');
  return isUnseen ? waitsForConfirmation(transition) : undefined;
}

/** Bound to a campaign that existed before, and not applied since, so there is nothing to compare with. */
function hasNoComponents({ applied, observed }: Binding): boolean {
  return Object.keys(applied).length + Object.keys(observed).length === 0;
}

/** Only the status of such a campaign is recorded, so offline only an emergency stop can be planned. */
function planUnrecorded(
  joined: JoinedCampaign,
  known: ExistingCampaign,
  context: CampaignContext,
): PlannedCampaign {
  const stopped = planEmergencyStop(joined, known, { context, held: [nothingRecorded()] });
  return stopped.transition ? stopped : unchanged(joined, 'unknown', [nothingRecorded()]);
}

/** Plans only an emergency stop, which is always possible. `held` says why nothing else is planned. */
function planEmergencyStop(
  joined: JoinedCampaign,
  known: ExistingCampaign,
  { context, held }: { readonly context: CampaignContext; readonly held: readonly Held[] },
): PlannedCampaign {
  const { desired, live } = known;
  const status = planStatus(known, context);
  const transition =
    status.transition && isEmergencyStop(status.transition.action) ? status.transition : null;
  const actor = context.actors.get(desired.key) ?? '';
  return toPlanned(
    joined,
    {
      components: [],
      held: [...held, ...status.held],
      notes: status.notes,
      transition,
      steps: inSendingOrder({ id: live.documentId, patch: [], transition, actor }),
      record: undefined,
    },
    context,
  );
}

/** A stopped campaign can't be edited, so the update is dropped and a note says so. */
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

/** PAUSE is sent before the update, so the update changes a paused campaign. PUBLISH and RESUME are sent after it. */
function statusDuringPatch(live: Live, transition: Transition | null): CampaignStatus {
  return transition && isEmergencyStop(transition.action) ? transition.to : live.status;
}

function patch({ desired, live }: ExistingCampaign, names: readonly ComponentName[], actor: string): Step[] {
  if (names.length === 0) return [];
  const components: Components = pickComponents(desired.components, names);
  const request = updateRequest(desired, live.documentId, { components, actor });
  return [{ kind: 'update', request, components }];
}

/** Offline, live seems to lack a component that was never sent, but that is unknown. */
function notRecorded(
  changes: PlannedCampaign['components'],
  { observed }: Binding,
  { offline }: CampaignContext,
): Note[] {
  const unseen = changes.filter(({ name }) => observed[name] === undefined).map(({ name }) => name);
  return offline && unseen.length > 0 ? [{ kind: 'not-recorded', components: unseen }] : [];
}

function selfChangingNotes(found: LeavesByComponent): Note[] {
  const names = inCanonicalOrder(componentNames(found));
  return names.map((component) => ({ kind: 'changes-by-itself', component, paths: found[component] ?? [] }));
}

function versionNotes({ statusAs, draftAbove }: Live): Note[] {
  return [
    ...(statusAs === undefined ? [] : [{ kind: 'unknown-status', status: statusAs } as const]),
    ...(draftAbove === undefined ? [] : [{ kind: 'draft-above', version: draftAbove } as const]),
  ];
}

interface Parts {
  /** The ID of the newest document. */
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
