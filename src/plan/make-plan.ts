import { SENDING_STATUSES, type CampaignKey, type Desired, isPast, sameIdentity } from '../model/campaign.ts';
import { heldBy } from '../model/held.ts';
import type { LiveAnswer } from '../model/live-answer.ts';
import type { Plan, PlannedCampaign, Reach, Scope, Step } from '../model/plan.ts';
import { nextSendOf } from '../model/planned-sends.ts';
import { untimelyCreation } from '../model/timing.ts';
import type { Binding, Ledger, State } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import { dashboardAddress, type Policy } from '../model/workspace.ts';
import { lateAmong, remaining, slotsFor, withOpen, withSuccess } from '../quota/slots.ts';
import { joinCampaigns, type JoinedCampaign, type CampaignContext } from './context.ts';
import { withCrowdedDays } from './crowded-days.ts';
import { planCampaign } from './plan-campaign.ts';
import { liveOf, notCreated } from './planned.ts';
import { reachOf, withMeta, type Meta } from './people.ts';
import { withLostRecord, withStartsAfter } from './same-name.ts';
import { fingerprint } from '../model/step-digests.ts';

/** Everything that a plan depends on. The same inputs give the same plan, byte for byte. */
export interface PlannerInputs extends Omit<
  CampaignContext,
  'orphans' | 'vacated' | 'newcomers' | 'boundFiles'
> {
  readonly commit: Plan['commit'];
  readonly desired: readonly Desired[];
  readonly state: State;
  readonly live: ReadonlyMap<CampaignKey, LiveAnswer>;
  /** The default is all. Other campaigns are neither planned nor listed. */
  readonly only?: ReadonlySet<CampaignKey>;
  /** Why `only` is given, if the plan is limited to changes since a commit. */
  readonly scope?: Omit<Scope, 'others'>;
  /** How long an apply would wait for quota. */
  readonly maxWaitMs: number;
  /** Undefined if the service wasn't asked about people. */
  readonly meta?: Meta | undefined;
}

/** What must be done so that live equals the files, as data. Nothing is computed again afterwards. */
export function makePlan(inputs: PlannerInputs): Plan {
  const joined = joinCampaigns(inputs.desired, inputs.state, inputs.live);
  // A new file that may be that of several campaigns is taken for that of one that sends.
  const orphans = joined
    .flatMap((one) => (one.binding && !one.desired ? [asShown(one.binding, one)] : []))
    .toSorted((one, other) => Number(isSending(other)) - Number(isSending(one)));
  const vacated = joined.flatMap(({ desired, binding }) =>
    desired && binding && !sameIdentity(desired, binding) ? [binding] : [],
  );
  const newcomers = joined.flatMap((one) => (one.desired && !one.binding ? [one.desired] : []));
  // A campaign that has ended sends nothing beside another one.
  const boundFiles = joined.flatMap(({ desired, binding, live }) =>
    desired && binding && !(live?.kind === 'present' && isPast(live.live)) ? [desired] : [],
  );
  const wanted = joined
    .filter(({ key }) => inputs.only?.has(key) ?? true)
    .map((one) => planCampaign(one, { ...inputs, orphans, vacated, newcomers, boundFiles }));
  const started = withLostRecord(holdLateCreations(wanted, inputs), inputs);
  const complete = withStartsAfter(started, inputs.state.bindings).map((one) => withMore(one, inputs));
  const plannedKeys = new Set(complete.map(({ key }) => key));
  const others = joined.filter(({ key }) => !plannedKeys.has(key));
  const planned = withCrowdedDays(withMeta(complete, inputs.meta), others, inputs);
  const reach = reachOf(planned);
  const { campaigns, refusal } = guard({ planned, reach, others }, inputs);
  const creations = campaigns.filter(({ verdict }) => verdict === 'create').length;
  return {
    workspace: inputs.workspace.name,
    commit: inputs.commit,
    fingerprint: fingerprint(campaigns, inputs.digest),
    now: inputs.now,
    campaigns,
    schedule: scheduleCreations(creations, inputs),
    guard: refusal,
    ...(reach && { reach }),
    publishes: inputs.workspace.publish !== 'never',
    offline: inputs.offline,
    scope: inputs.scope && { ...inputs.scope, others: others.length },
  };
}

/** A campaign that ended since its status was last noted doesn't resemble new files anymore. */
function asShown(binding: Binding, joined: JoinedCampaign): Binding {
  const live = liveOf(joined);
  return live ? { ...binding, status: { ...binding.status, seen: live.status } } : binding;
}

/** With what follows from the plan of one campaign: its page in the service, and when it sends next, if somebody asks. */
function withMore(planned: PlannedCampaign, { workspace, now }: PlannerInputs): PlannedCampaign {
  const { campaignId } = planned;
  const dashboard = campaignId === null ? undefined : dashboardAddress(workspace, campaignId);
  return {
    ...planned,
    ...(dashboard !== undefined && { dashboard }),
    get nextSend() {
      return nextSendOf(planned, now);
    },
  };
}

/** Blocks creations that quota admits only after their start, because they could not be published anymore. */
function holdLateCreations(
  campaigns: readonly PlannedCampaign[],
  inputs: PlannerInputs,
): readonly PlannedCampaign[] {
  const { now, workspace } = inputs;
  const creations = campaigns.filter(({ verdict, desired }) => verdict === 'create' && desired !== undefined);
  const windows = workspace.limits.create;
  const heldAt = ({ desired }: PlannedCampaign, createdAt: number) =>
    desired && untimelyCreation(desired, { now, createdAt });
  const late = lateAmong(
    creations,
    { ledger: ledgerOf(inputs), windows, now },
    (one, at) => heldAt(one, at) !== undefined,
  );
  return campaigns.map((one) => {
    const at = late.get(one);
    const obstacle = at === undefined ? undefined : heldAt(one, at);
    return obstacle ? notCreated(one, obstacle) : one;
  });
}

/** What the windows contain before the first creation of this plan. */
function ledgerOf({ state, now }: PlannerInputs): Ledger {
  const open = state.open.filter(({ kind }) => kind === 'create').length;
  return withOpen(state.ledger, open, now);
}

interface Guarded {
  readonly planned: readonly PlannedCampaign[];
  readonly reach: Reach | undefined;
  readonly others: readonly JoinedCampaign[];
}

/** Refuses a plan that touches too many live campaigns, or newly reaches too many people. Emergency stops don't count. */
function guard(
  guarded: Guarded,
  inputs: PlannerInputs,
): { campaigns: readonly PlannedCampaign[]; refusal: Plan['guard'] } {
  const { planned: campaigns } = guarded;
  const refusal = inputs.allowed.has('guard') ? undefined : refusalOf(guarded, inputs.policy);
  if (!refusal) return { campaigns, refusal };
  const blocked = heldBy('guard', { code: 'guard', ...refusal }, { consent: 'guard' });
  // The steps stay in the plan. Only an emergency stop among them is applied.
  const all = campaigns.map((one): PlannedCampaign => {
    if (!one.steps.some(isTouch)) return one;
    const verdict = one.steps.every(isTouch) ? one.verdict : 'transition';
    return { ...one, held: [blocked, ...one.held], verdict };
  });
  return { campaigns: all, refusal };
}

/**
 * The share is that of the whole workspace, however the plan was filtered: of only the filtered campaigns nearly all are
 * touched. So `others` count by their records, which cost no request.
 */
function refusalOf({ planned, reach, others }: Guarded, { guard: most }: Policy): Plan['guard'] {
  const sending = planned.filter(({ liveStatus: live }) => live !== null && SENDING_STATUSES.includes(live));
  const live = sending.length + others.filter(({ binding }) => binding && isSending(binding)).length;
  const touched = sending.filter(({ steps }) => steps.some(isTouch)).length;
  const { share, atLeast, people: atMost } = most;
  if (live >= atLeast && touched / live > share) return { touched, live, share };
  return reach && atMost !== undefined && reach.people > atMost ? { ...reach, atMost } : undefined;
}

function isTouch(step: Step): boolean {
  return step.kind !== 'transition' || !isEmergencyStop(step.transition.action);
}

function scheduleCreations(count: number, inputs: PlannerInputs): Plan['schedule'] {
  const { workspace, now, maxWaitMs } = inputs;
  const windows = workspace.limits.create;
  const ledger = ledgerOf(inputs);
  const instants = slotsFor(count, ledger, windows, now);
  const admitted = instants.filter((at) => at <= now + maxWaitMs);
  const afterThem = admitted.reduce<Ledger>(withSuccess, ledger);
  const [last, lastAdmitted = now] = [instants.at(-1), admitted.at(-1)];
  return {
    creations: count,
    now: instants.filter((at) => at <= now).length,
    deferred: count - admitted.length,
    completeAt: last === undefined ? null : new Date(last).toISOString(),
    instants: instants.map((at) => new Date(at).toISOString()),
    left: remaining(afterThem, windows, lastAdmitted),
  };
}

function isSending({ status }: Binding): boolean {
  return SENDING_STATUSES.includes(status.seen);
}
