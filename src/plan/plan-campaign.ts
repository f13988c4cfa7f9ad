import { creationUnclear, isResultOf, resolveIntent } from '../model/resolve-intent.ts';
import type { Binding, Intent } from '../model/state.ts';
import { steady } from '../model/self-changing.ts';
import { comparable } from '../model/canonical.ts';
import { componentNames, SENDING_STATUSES, type Desired, type Live } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { ComponentChange, Note, PlannedCampaign, Step } from '../model/plan.ts';
import { untimelyCreation } from '../model/timing.ts';
import { emergencyStopFor, isEmergencyStop } from '../model/transitions.ts';
import type { CampaignContext, EarlierStart, JoinedCampaign } from './context.ts';
import { planExisting } from './plan-existing.ts';
import { liveOf, toPlanned, unchanged, unreadable } from './planned.ts';
import { createRequest, transitionStep } from './requests.ts';
import { isFileOf, movedFrom, sameNameFound, sameNameIds, sameNameNotes } from './same-name.ts';
import { planStatus, startPastNote, statusChange } from './status.ts';

/** One campaign's verdict, its steps, and the status change to record. */
export function planCampaign(joined: JoinedCampaign, context: CampaignContext): PlannedCampaign {
  const plan = planOne(joined, context);
  const change = statusChange(joined);
  return change ? { ...plan, statusChange: change } : plan;
}

function planOne(joined: JoinedCampaign, context: CampaignContext): PlannedCampaign {
  const { desired, binding, live, open } = joined;
  if (live?.kind === 'unknown') return unchanged(joined, 'unknown', [unreadable(live)]);
  if (binding && live?.kind === 'missing')
    return unchanged(joined, 'held', [
      heldBy('missing', { code: 'missing', campaignId: binding.campaignId, key: binding.key }),
    ]);
  if (!desired && binding) return planOrphan(joined, context);
  if (open?.kind === 'create' || (open && !binding))
    return unchanged(joined, 'held', [unresolved(open, context)]);
  if (!desired) throw new Error(`A campaign without a file, a binding or an intent: ${joined.key}`);
  if (!binding) return planNew(joined, desired, context);
  if (live?.kind !== 'present')
    return unchanged(joined, 'unknown', [heldBy('unreadable', { code: 'not-compared', why: 'not-asked' })]);
  const start = earlierStart(joined, live.live, context);
  const recorded = bindingOnceResolved(joined, { live: live.live, binding, now: context.now });
  const still = steady(desired.components, { live: live.live, binding: recorded });
  const present = { ...joined, live: { kind: 'present', live: still.live } as const };
  const plan = planExisting(present, { desired, ...still, recorded, start }, context);
  if (!open) return plan;
  const { action } = plan.transition ?? {};
  const stop = start && !start.isVersion && action && isEmergencyStop(action) && action;
  const note: Note = { kind: 'settled-first', run: open.run, ...(stop && { stop }) };
  // What an open intent changed is recorded, and noted, only when the intent is resolved.
  const notes = plan.notes.filter(({ kind }) => kind !== 'changes-by-itself' && kind !== 'new-default');
  return { ...plan, record: undefined, notes: [...notes, note] };
}

/** A file without a binding: a creation, unless it may be an existing campaign with another key. */
function planNew(joined: JoinedCampaign, desired: Desired, context: CampaignContext): PlannedCampaign {
  const obstacle = movedFrom(desired, context) ?? sameNameFound(desired, context);
  if (obstacle) return unchanged(joined, obstacle.reason === 'unreadable' ? 'unknown' : 'held', [obstacle]);
  const late = untimelyCreation(desired, context);
  if (late) return unchanged(joined, 'held', [late]);
  const actor = context.actors.get(desired.key) ?? '';
  const { transition, notes, held } = planStatus({ desired, live: undefined, binding: undefined }, context);
  const create: Step = {
    kind: 'create',
    request: createRequest(desired, actor),
    components: desired.components,
    sameNameCandidates: sameNameIds(desired, context),
  };
  const steps = transition ? [create, transitionStep(transition, undefined, actor)] : [create];
  const components = componentNames(desired.components).map((name): ComponentChange => {
    const [after] = comparable(name, desired.components[name] ?? {});
    return { name, cause: 'edited', before: undefined, after, applied: undefined };
  });
  return toPlanned(
    joined,
    {
      components,
      held,
      notes: [
        ...notes,
        ...sameNameNotes(desired, context),
        ...startPastNote(desired, undefined, context.now),
      ],
      transition,
      steps,
      record: undefined,
    },
    context,
  );
}

/** The start that an earlier run sent, if it is still open: final if it was answered, otherwise sent again. */
function earlierStart(
  { open, publish, binding }: JoinedCampaign,
  live: Live,
  { now, allowed }: CampaignContext,
): EarlierStart | undefined {
  const sent = publish ?? open;
  if (!binding || sent?.kind !== 'transition' || isEmergencyStop(sent.action)) return undefined;
  if (resolveIntent(sent, live, binding, now).kind !== 'waiting') return undefined;
  const maySendAgain = sent.action === 'PUBLISH' && allowed.has('unconfirmed');
  const isVersion = sent.components !== undefined;
  return { action: sent.action, isFinal: sent.answered !== undefined && !maySendAgain, isVersion };
}

/** The binding as the next apply will have it, after it has resolved what earlier runs left open. */
export function bindingOnceResolved(
  { open, publish }: Pick<JoinedCampaign, 'open' | 'publish'>,
  { live, binding, now }: { readonly live: Live; readonly binding: Binding; readonly now: number },
): Binding {
  const intents = new Set([publish, open]);
  return [...intents].reduce(
    (known, one) => (one && one.kind !== 'create' ? resolveIntent(one, live, known, now).binding : known),
    binding,
  );
}

/** An earlier run's creation. The next apply resolves it, unless several campaigns could be its result. */
function unresolved(open: Intent, { sameName }: CampaignContext): Held {
  const answer = sameName.get(open.key);
  const unanswered = heldBy('in-flight', { code: 'unresolved', what: 'request', run: open.run });
  if (open.kind !== 'create' || answer?.kind !== 'found') return unanswered;
  const { sameNameCandidates = [] } = open;
  const candidates = answer.campaigns.filter((live) => isResultOf(open, live));
  if (candidates.length > 1) return creationUnclear(open, candidates, 'ambiguous');
  // A campaign that the service spells in its own way isn't recognized by its content.
  const others = answer.campaigns.filter(({ id }) => !sameNameCandidates.includes(id));
  if (candidates.length === 0 && others.length > 0) return creationUnclear(open, others, 'in-flight');
  return open.isTaken && candidates.length === 0 ? creationUnclear(open, [], 'in-flight') : unanswered;
}

/** Bound, but no longer in the repository: noted if it is still sending or seems to have moved. */
function planOrphan(joined: JoinedCampaign, context: CampaignContext): PlannedCampaign {
  const { newcomers, offline } = context;
  const { binding } = joined;
  const live = liveOf(joined);
  const moved = binding && newcomers.find((one) => isFileOf(one, binding, context));
  const notes: Note[] = [];
  if (moved) notes.push({ kind: 'moved-to', file: moved.file });
  // A campaign that can't be managed from a file can't be stopped from one either.
  else if (live && !live.readOnly && SENDING_STATUSES.includes(live.status)) {
    const kind = offline ? 'sending-when-last-seen' : 'still-sending';
    notes.push({ kind, status: live.status, emergencyStop: emergencyStopFor(live.deliveryType) });
  }
  return { ...unchanged(joined, 'orphaned', []), notes };
}
