import { comparable } from '../model/canonical.ts';
import {
  componentNames,
  SENDING_STATUSES,
  type CampaignId,
  type ComponentName,
  type Desired,
  type Live,
} from '../model/campaign.ts';
import { byCodeUnit } from '../model/json.ts';
import { heldBy, isRepeat, type Held } from '../model/held.ts';
import type { ComponentChange, Note, PlannedCampaign, Step } from '../model/plan.ts';
import { sameContent, sameIdentity } from './compare.ts';
import { heldBeforeCreation, startPastNote } from '../model/start-past.ts';
import type { CampaignContext } from './context.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { newcomerOf } from './moved-identity.ts';
import { toPlannedCampaign, unchanged } from './planned.ts';
import { isCopyOfAnother, resembled } from './resembles.ts';
import { overlapNotes } from './overlap.ts';
import { sendsTheSame } from './sends-twice.ts';
import { renamed, heldBySameName as sameNameHeld, unreadable } from './reasons.ts';
import { createRequest, transitionStep } from './requests.ts';
import { planStatus } from './status.ts';

/** A file without a binding: a creation, unless it may be an existing campaign with another key. */
export function planNew(joined: JoinedCampaign, desired: Desired, context: CampaignContext): PlannedCampaign {
  const obstacle = obstacleTo(desired, context);
  if (obstacle) return unchanged(joined, obstacle.reason === 'unreadable' ? 'unknown' : 'held', [obstacle]);
  const late = heldBeforeCreation(desired, { at: context.now });
  if (late) return unchanged(joined, 'held', [late]);
  const actor = context.actors.get(desired.key) ?? '';
  const isAllowed =
    context.allowed.has('same-name') && obstacleTo(desired, { ...context, allowed: new Set() }) !== undefined;
  const status = planStatus(
    { desired, live: undefined, binding: undefined },
    isAllowed ? { ...context, named: undefined } : context,
  );
  const { transition, notes } = status;
  const held = isAllowed ? status.held.map(onceCreated) : status.held;
  const create: Step = {
    kind: 'create',
    request: createRequest(desired, actor),
    components: desired.components,
    sameNameCandidates: sameNameIds(desired, context),
  };
  const steps = transition ? [create, transitionStep(transition, undefined, actor)] : [create];
  const components = componentNames(desired.components).map((name) => added(desired, name));
  return toPlannedCampaign(
    joined,
    {
      components,
      held,
      // A copy that is blocked because it would send twice needs no second remark.
      notes: held.some(({ cause }) => cause.code === 'sends-twice')
        ? notes
        : [
            ...notes,
            ...overlapNotes(status, desired, context),
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

/** One consent isn't used twice: a run that is allowed to create a second campaign only creates it. */
function onceCreated(blocked: Held): Held {
  const { cause } = blocked;
  return isRepeat(cause) ? { ...blocked, cause: { ...cause, isLater: true } } : blocked;
}

/** Why a new file may be that of another campaign. */
export function movedFrom(desired: Desired, context: CampaignContext): Held | undefined {
  const { orphans, allowed, boundFiles } = context;
  const sameContentOrphan = orphans.find((orphan) => sameContent(desired, orphan));
  if (sameContentOrphan) return renamed(desired, sameContentOrphan, { same: 'content', isAllowable: false });
  const sameNameOrphan = orphans.find((orphan) => sameIdentity(desired, orphan));
  if (sameNameOrphan && !allowed.has('same-name'))
    return renamed(desired, sameNameOrphan, { same: 'identity', isAllowable: true });
  const sameMessageOrphan = orphans.find((orphan) => sendsTheSame(desired, orphan));
  if (sameMessageOrphan && !allowed.has('same-name'))
    return renamed(desired, sameMessageOrphan, { same: 'content', isAllowable: true });
  const moved = newcomerOf(desired, context);
  if (moved) return moved;
  const resembledOrphan = allowed.has('same-name') ? undefined : resembled(desired, orphans);
  if (!resembledOrphan || isCopyOfAnother(desired, resembledOrphan, boundFiles)) return undefined;
  return renamed(desired, resembledOrphan, { same: 'most', isAllowable: true });
}

function obstacleTo(desired: Desired, context: CampaignContext): Held | undefined {
  const { offline, sameName } = context;
  const moved = movedFrom(desired, context);
  if (moved) return moved;
  // Offline, names can't be searched for. The plan as a whole says so.
  if (offline) return undefined;
  const answer = sameName.get(desired.key);
  if (answer === undefined) return heldBy('unreadable', { code: 'name-not-searched' });
  if (answer.kind === 'unknown') return unreadable(answer);
  if (answer.campaigns.length === 0 || mayBeSecond(desired, answer.campaigns, context)) return undefined;
  return sameNameHeld(desired, answer.campaigns);
}

/**
 * Whether a second campaign of that name may be created. If both would send, that is allowed only for the one campaign that
 * is named, or that has a taken name at all: if the record was lost, one consent would send everything again.
 */
function mayBeSecond(
  { key, status }: Desired,
  found: readonly Live[],
  { allowed, named, sameName }: CampaignContext,
): boolean {
  if (!allowed.has('same-name')) return false;
  const wasSent = found.some((one) => one.status === 'SENT' || SENDING_STATUSES.includes(one.status));
  if (status !== 'ACTIVE' || !wasSent || named === key) return true;
  return (
    [...sameName.values()].filter((one) => one.kind === 'found' && one.campaigns.length > 0).length === 1
  );
}

/** Managed campaigns with the same name, channel and type. Files are compared, because they apply after this run. */
function sameNameNotes(desired: Desired, { boundFiles }: CampaignContext): Note[] {
  const as = boundFiles.filter((one) => sameIdentity(desired, one)).map(({ key }) => key);
  return as.length === 0 ? [] : [{ kind: 'same-name', as, isStarted: desired.status === 'ACTIVE' }];
}

/** Campaigns that a recovery must not take for the result of this creation, recorded before it is sent. */
function sameNameIds({ key }: Desired, { sameName }: CampaignContext): CampaignId[] {
  const answer = sameName.get(key);
  return answer?.kind === 'found' ? answer.campaigns.map(({ id }) => id).sort(byCodeUnit) : [];
}

function added({ components }: Desired, name: ComponentName): ComponentChange {
  const [after] = comparable(name, components[name] ?? {});
  return { name, cause: 'edited', before: undefined, after, applied: undefined };
}
