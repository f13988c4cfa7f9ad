import {
  channelAndType,
  componentNames,
  inCanonicalOrder,
  pickComponents,
  type ComponentName,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { ComponentChange, Note, PlannedCampaign, Step, Transition } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import { compare } from './compare.ts';
import type { CampaignContext, ExistingCampaign, JoinedCampaign } from './context.ts';
import { holdChanges } from './hold.ts';
import { toPlanned, unchanged } from './planned.ts';
import { recordFor } from './record-for.ts';
import { transitionStep, updateRequest } from './requests.ts';
import { movedIdentity } from './same-name.ts';
import { planStatus, startPastNote, startsSoonNote, type StatusPlan } from './status.ts';

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
  const obstacle = obstacleToEdits(known, context);
  if (obstacle) return planEmergencyStop(joined, known, { context, obstacle, status });
  const comparison = compare(
    desired,
    { live, binding },
    { now: context.now, acceptsUnconfirmed: context.allowed.has('unconfirmed') },
  );
  // A stopped campaign can't be edited, so the update is dropped and a note says so.
  const isLost = ({ cause }: ComponentChange) => status.transition?.action === 'STOP' && cause !== 'released';
  const changes = comparison.changes.filter((one) => !isLost(one));
  // PAUSE is sent before the update, so that changes a paused campaign. PUBLISH and RESUME are sent after it.
  const isStopped = status.transition && isEmergencyStop(status.transition.action);
  const during = isStopped ? status.transition.to : live.status;
  const { sent, held } = holdChanges(changes, { desired, live, binding, status: during, context });
  const waiting = waitingFor(status.transition, { known, held, notes: comparison.notes });
  const transition = waiting ? null : status.transition;
  return toPlanned(
    joined,
    {
      components: changes,
      held: [...held, ...(waiting ? [waiting] : []), ...status.held],
      notes: [
        ...comparison.notes,
        ...selfChangingNotes(known.found),
        ...status.notes,
        ...aboutComponents('stop-drops', comparison.changes.filter(isLost)),
        ...aboutComponents('not-recorded', unseenOffline(changes, binding, context)),
        ...versionNotes(live),
        ...(sent.includes('scheduling_details') && !transition ? startsSoonNote(known, context.now) : []),
        ...(sent.length > 0 ? startPastNote(desired, live, context.now) : []),
      ],
      transition,
      steps: stepsFor(known, { sent, transition }, context),
      record: recordFor(known, comparison),
    },
    context,
  );
}

const NOT_RECORDED = heldBy('unreadable', { code: 'not-compared', why: 'not-recorded' });

/** Why nothing but an emergency stop can be planned. */
function obstacleToEdits({ desired, live, binding }: ExistingCampaign, context: CampaignContext) {
  const types = { file: channelAndType(desired), live: channelAndType(live) };
  // Open point S6.
  if (types.file !== types.live) return heldBy('type-changed', { code: 'type-changed', ...types });
  const moved = movedIdentity(desired, binding, context);
  if (moved) return moved;
  // Bound to a campaign that existed before, and not applied since: only its status is recorded.
  const isRecorded = componentNames(binding.applied).length + componentNames(binding.observed).length > 0;
  return context.offline && !isRecorded ? NOT_RECORDED : undefined;
}

/** Plans only an emergency stop, which is always possible. `obstacle` says why nothing else is planned. */
function planEmergencyStop(
  joined: JoinedCampaign,
  known: ExistingCampaign,
  { context, obstacle, status }: { context: CampaignContext; obstacle: Held; status: StatusPlan },
): PlannedCampaign {
  const isStop = status.transition !== null && isEmergencyStop(status.transition.action);
  const transition = isStop ? status.transition : null;
  if (obstacle === NOT_RECORDED && !transition) return unchanged(joined, 'unknown', [obstacle]);
  return toPlanned(
    joined,
    {
      components: [],
      held: [obstacle, ...status.held],
      notes: status.notes,
      transition,
      steps: stepsFor(known, { sent: [], transition }, context),
      record: undefined,
    },
    context,
  );
}

/** What a start waits for: the same start, what is blocked, or, but for RESUME, live showing what was sent. */
function waitingFor(
  transition: Transition | null,
  { known, held, notes }: { known: ExistingCampaign; held: readonly Held[]; notes: readonly Note[] },
): Held | undefined {
  if (!transition || isEmergencyStop(transition.action)) return undefined;
  const { action } = transition;
  // Only a PUBLISH can be sent again at a person's request. A RESUME is sent again by itself after a while.
  const again = action === 'PUBLISH' ? ({ consent: 'unconfirmed' } as const) : {};
  if (known.start?.isFinal && known.start.action === action)
    return heldBy('in-flight', { code: 'unresolved', what: 'status', action }, again);
  const [first] = held;
  if (first) return heldBy(first.reason, { code: 'start-waits', why: 'edits', action });
  return action === 'PUBLISH' && notes.some(({ kind }) => kind === 'unconfirmed')
    ? heldBy('in-flight', { code: 'start-waits', why: 'confirmation', action }, again)
    : undefined;
}

/** Offline, live seems to lack a component that was never sent, but that is unknown. */
function unseenOffline(
  changes: readonly ComponentChange[],
  { observed }: Binding,
  { offline }: CampaignContext,
): readonly ComponentChange[] {
  return offline ? changes.filter(({ name }) => observed[name] === undefined) : [];
}

function aboutComponents(kind: 'stop-drops' | 'not-recorded', changes: readonly ComponentChange[]): Note[] {
  return changes.length === 0 ? [] : [{ kind, components: changes.map(({ name }) => name) }];
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

function stepsFor(
  { desired, live: { documentId } }: ExistingCampaign,
  { sent, transition }: { readonly sent: readonly ComponentName[]; readonly transition: Transition | null },
  { actors }: CampaignContext,
): Step[] {
  const actor = actors.get(desired.key) ?? '';
  const components = pickComponents(desired.components, sent);
  const request = updateRequest(desired, documentId, { components, actor });
  const patch: Step[] = sent.length === 0 ? [] : [{ kind: 'update', request, components }];
  if (!transition) return patch;
  const move = transitionStep(transition, documentId, actor);
  return isEmergencyStop(transition.action) ? [move, ...patch] : [...patch, move];
}
