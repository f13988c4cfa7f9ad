import type { Approval } from '../model/approval.ts';
import type { PullsOf } from '../model/calendar.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { Plan, PlannedCampaign, StepDigest } from '../model/plan.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { mergedLastFirst } from '../review/collect.ts';
import { decide } from '../review/decide.ts';
import { readMarker, type Signer } from '../review/marker.ts';
import { sha256, type InWorkspace } from './context.ts';
import { gatherOffline, gatherPlan } from './gather.ts';
import { UserFailure } from './process/user-failure.ts';
import { readNamed, readOne } from './read-named.ts';
import { withService } from './service.ts';

// What a calendar and a description show follows from a plan: what is live once it is applied. Both work without a credential
// and without the service, from the record, and the plan then says that it is offline.

/**
 * A plan of all campaigns, however many it changes, or of the one named, and which merged pull requests made its changes;
 * throws UserFailure if files have errors.
 */
export async function planOfSends(asked: InWorkspace, name?: string): Promise<PlanOfSends> {
  const target = lenient(asked);
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

interface PlanOfSends {
  readonly plan: Plan;
  readonly pullsOf: PullsOf;
}

/** Nothing is done because of what is read here, so it need not be signed with a key that only workflows have. */
const UNCHECKED: Signer = { sign: () => '', verify: () => true, digest: sha256 };

/** The pull requests that approved what is left to do of a campaign: all of it, just as it is planned now. */
export function pullsOn(approvals: readonly Approval[]): PullsOf {
  const latestFirst = approvals
    .map((approval) => ({ approval, shown: new Map(approval.markers.flatMap(shownIn)) }))
    .sort(mergedLastFirst);
  return ({ key, campaignId, digests }) => {
    const decisions = digests.map((step) => decide({ key, campaignId, step }, latestFirst));
    const pulls = decisions.flatMap((one) => (one.kind === 'approved' ? [one.pull] : []));
    return pulls.length === digests.length ? [...new Set(pulls)].sort((one, other) => one - other) : [];
  };
}

function shownIn(marker: string): (readonly [CampaignKey, readonly StepDigest[]])[] {
  try {
    const contents = readMarker(marker, UNCHECKED);
    return typeof contents === 'string' ? [] : [...contents.campaigns];
  } catch {
    // Whoever wrote it had another format in mind.
    return [];
  }
}

/** The plan of the one named campaign; throws UserFailure if there is none, there are several, or its file has errors. */
export async function planOfOne(
  target: InWorkspace,
  name: string,
): Promise<{ readonly plan: Plan; readonly campaign: PlannedCampaign }> {
  const { plan } = await planOfSends(target, name);
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

async function planOf(target: InWorkspace, name?: string, service?: CampaignService): Promise<PlanOfSends> {
  const { baseline, ...world } = await (name === undefined ? readNamed(target, name) : readOne(target, name));
  // Nothing is sent, so the guard has nothing to refuse.
  const inputs = { ...world, allowed: new Set(['guard'] as const), asks: 'sends' as const };
  const plan = await (service ? gatherPlan(inputs, service) : gatherOffline(inputs, baseline));
  return { plan, pullsOf: pullsOn(world.state.approvals) };
}
