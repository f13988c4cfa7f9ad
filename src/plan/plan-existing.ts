import {
  channelAndType,
  componentNames,
  COMPONENTS,
  inCanonicalOrder,
  isPast,
  pickComponents,
  SENDING_STATUSES,
  type CampaignStatus,
  type ComponentName,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { sameComponent } from '../model/canonical.ts';
import { draftAbove, heldBy, type Held } from '../model/held.ts';
import type { ComponentChange, Note, PlannedCampaign, Step, Transition } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop, publishesVersion } from '../model/transitions.ts';
import { compare } from './compare.ts';
import type { CampaignContext, ExistingCampaign, JoinedCampaign } from './context.ts';
import { holdChanges } from './hold.ts';
import { toPlanned, unchanged } from './planned.ts';
import { recordFor } from './record-for.ts';
import { transitionStep, updateRequest } from './requests.ts';
import { movedIdentity } from './same-name.ts';
import { notReady, planStatus, startPastNote, startsSoonNote, type StatusPlan } from './status.ts';

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
  const { sent, held } = editsOf(changes, known, { during, context });
  const move = status.transition ?? versionMove(sent, known, context);
  const isVersion = publishesVersion(move);
  const incomplete = isVersion ? notReady('PUBLISH', known, context) : undefined;
  const waiting = incomplete ?? waitingFor(move, { known, held, notes: comparison.notes });
  const transition = waiting ? null : move;
  return toPlanned(
    joined,
    {
      components: changes,
      held: [...held, ...(waiting ? [waiting] : []), ...status.held, ...(isVersion ? [] : unpublished(live))],
      notes: [
        ...comparison.notes,
        ...selfChangingNotes(known.found),
        ...status.notes,
        ...aboutComponents('stop-drops', comparison.changes.filter(isLost)),
        ...aboutComponents('not-recorded', unseenOffline(changes, binding, context)),
        ...(live.statusAs === undefined ? [] : [{ kind: 'unknown-status', status: live.statusAs } as const]),
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

/** The edits that are sent. None is while it is unknown whether an earlier one was published as a version. */
function editsOf(
  changes: readonly ComponentChange[],
  { desired, live, binding, start }: ExistingCampaign,
  { during, context }: { readonly during: CampaignStatus; readonly context: CampaignContext },
): ReturnType<typeof holdChanges> {
  const edits = holdChanges(changes, { desired, live, binding, status: during, context });
  if (!start?.isVersion || edits.sent.length === 0 || context.allowed.has('unconfirmed')) return edits;
  const cause = { code: 'unresolved', what: 'status', action: start.action } as const;
  return {
    sent: [],
    held: [...edits.held, heldBy('in-flight', cause, { components: edits.sent, consent: 'unconfirmed' })],
  };
}

/** Open point S7: an edit of a live campaign may become a DRAFT version, which is published if it has nothing else. */
function versionMove(
  sent: readonly ComponentName[],
  { desired, live }: ExistingCampaign,
  { workspace }: CampaignContext,
): Transition | null {
  const { status, statusAs, draftAbove, draft } = live;
  const isAsked = desired.status === 'ACTIVE' && workspace.publish === 'allowed' && sent.length > 0;
  const isLive = SENDING_STATUSES.includes(status) && statusAs === undefined;
  if (!isAsked || !isLive || !workspace.features.includes('versioning')) return null;
  const isOurs = (name: ComponentName) =>
    sameComponent(name, draft?.[name], live.components[name]) ||
    (sent.includes(name) && sameComponent(name, draft?.[name], desired.components[name]));
  const isForeign = draftAbove !== undefined && !(draft && COMPONENTS.every(isOurs));
  return isForeign ? null : { action: 'PUBLISH', from: status, to: status };
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

/** Open point S7: what is only in a draft above the live version isn't live. */
export function unpublished(live: Live): Held[] {
  const { draftAbove: version, draft, components } = live;
  if (version === undefined || isPast(live)) return [];
  const hasEdits = !draft || COMPONENTS.some((name) => !sameComponent(name, draft[name], components[name]));
  return hasEdits ? [draftAbove(version)] : [];
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
