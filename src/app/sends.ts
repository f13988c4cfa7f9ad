import { EXIT } from '../model/exit.ts';
import type { Plan, PlannedCampaign } from '../model/plan.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import type { InWorkspace } from './context.ts';
import { gatherOffline, gatherPlan } from './gather.ts';
import { UserFailure } from './process/user-failure.ts';
import { readNamed, readOne } from './one-campaign.ts';
import { withService } from './service.ts';

// What a calendar and a description show follows from a plan: what is live once it is applied. Both work without a credential
// and without the service, from the record, and the plan then says that it is offline.

/** A plan of all campaigns, however many it changes; throws UserFailure if files have errors. */
export function planOfSends(target: InWorkspace): Promise<Plan> {
  return askedOrRecorded(lenient(target), undefined);
}

/** The plan of the one named campaign; throws UserFailure if there is none, there are several, or its file has errors. */
export async function planOfOne(
  target: InWorkspace,
  name: string,
): Promise<{ readonly plan: Plan; readonly campaign: PlannedCampaign }> {
  const plan = await askedOrRecorded(lenient(target), name);
  const [campaign] = plan.campaigns;
  if (campaign) return { plan, campaign };
  throw new UserFailure(EXIT.USAGE, { code: 'unknown-name', what: 'campaign', name, known: [] });
}

/** Rules of the team that forbid what is seen here are no reason not to show it. Those about days block a start. */
function lenient({ context, workspace }: InWorkspace): InWorkspace {
  const { configuration } = context;
  const { blackout } = configuration.policy.rules ?? {};
  const policy = { ...configuration.policy, rules: blackout ? { blackout } : {} };
  return { context: { ...context, configuration: { ...configuration, policy } }, workspace };
}

/** Why a service can't be asked, although there is an API key. */
const UNASKED: readonly RefusalCause['code'][] = [
  ...(['credential-refused', 'service-unreachable', 'wrong-address', 'target-not-merged'] as const),
  'origin-unreachable',
];

async function askedOrRecorded(target: InWorkspace, name: string | undefined): Promise<Plan> {
  const { context, workspace } = target;
  if (!context.keyOf(workspace)) return planOf(target, name);
  try {
    return await withService(target, (service) => planOf(target, name, service));
  } catch (error) {
    if (!(error instanceof UserFailure) || !UNASKED.includes(error.cause.code)) throw error;
    context.interaction.notice(error.cause);
    return planOf(target, name);
  }
}

async function planOf(target: InWorkspace, name?: string, service?: CampaignService): Promise<Plan> {
  const { baseline, ...world } = await (name === undefined ? readNamed(target, name) : readOne(target, name));
  // Nothing is sent, so the guard has nothing to refuse.
  const inputs = { ...world, allowed: new Set(['guard'] as const), maxWaitMs: 0, asks: 'sends' as const };
  return service ? gatherPlan(inputs, service) : gatherOffline(inputs, baseline);
}
