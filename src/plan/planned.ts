import { componentNames, pickComponents, type ComponentName, type Live } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { Unknown } from '../model/live-answer.ts';
import { LOCKS } from '../model/locks.ts';
import type { Base, PlannedCampaign, Step, Verdict } from '../model/plan.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import type { CampaignContext, JoinedCampaign } from './context.ts';
import { changeIdOf, stepDigests } from '../model/step-digests.ts';

type Draft = Pick<PlannedCampaign, 'components' | 'held' | 'notes' | 'transition' | 'steps' | 'record'>;

/** A campaign with its verdict, derived from what is left to do, and with the digests of its steps. */
export function toPlanned(joined: JoinedCampaign, draft: Draft, context: CampaignContext): PlannedCampaign {
  const { desired, binding, key } = joined;
  const { digest, allowed } = context;
  const live = liveOf(joined);
  // What was planned without the service can't be approved.
  const digests = context.offline
    ? []
    : stepDigests(draft.steps, { desired, live, campaignId: binding?.campaignId, digest });
  return {
    ...identity(joined),
    ...draft,
    verdict: verdictOf(draft),
    digests,
    changeId: changeIdOf(key, digests, { allowed, digest }),
    base: baseFor(draft.steps, live),
  };
}

/** A campaign for which nothing is sent, and the reason. */
export function unchanged(
  joined: JoinedCampaign,
  verdict: 'held' | 'unknown' | 'orphaned',
  held: readonly Held[],
): PlannedCampaign {
  return {
    ...identity(joined),
    ...NOTHING,
    verdict,
    held,
    base: { status: undefined, components: {} },
    record: undefined,
  };
}

const NOTHING = { components: [], steps: [], digests: [], notes: [], transition: null, changeId: null };

export function unreadable({ problem }: Unknown): Held {
  const { notBefore } = problem;
  const until = notBefore === undefined ? null : new Date(notBefore).toISOString();
  return heldBy('unreadable', { code: 'unreadable', problem }, { until });
}

/** A creation that is not sent after all, and the reason. */
export function notCreated(campaign: PlannedCampaign, obstacle: Held): PlannedCampaign {
  return { ...campaign, ...NOTHING, verdict: 'held', held: [obstacle] };
}

export function liveOf(joined: JoinedCampaign): Live | undefined {
  return joined.live?.kind === 'present' ? joined.live.live : undefined;
}

function verdictOf({ steps, held }: Draft): Verdict {
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has('create')) return 'create';
  if (kinds.has('update')) return 'update';
  if (kinds.has('transition')) return 'transition';
  return held.length > 0 ? 'held' : 'in-sync';
}

function identity(joined: JoinedCampaign) {
  const live = liveOf(joined);
  return {
    key: joined.key,
    file: joined.desired?.file ?? null,
    campaignId: joined.binding?.campaignId ?? null,
    liveStatus: live?.status ?? null,
    desired: joined.desired,
    live,
  };
}

/** What live must still be when the steps are sent; for an emergency stop, just there. */
function baseFor(steps: readonly Step[], live: Live | undefined): Base {
  if (!live) return { status: undefined, components: {} };
  const touched = steps.flatMap((step) => (step.kind === 'update' ? componentNames(step.components) : []));
  const dependsOnStatus =
    touched.some((name) => LOCKABLE.has(name)) ||
    steps.some((step) => step.kind === 'transition' && !isEmergencyStop(step.transition.action));
  return {
    status: dependsOnStatus ? live.status : undefined,
    components: pickComponents(live.components, touched),
  };
}

/** Components that some status locks by name. Whether they can be sent depends on the campaign's status. */
const LOCKABLE: ReadonlySet<ComponentName> = new Set(
  Object.values(LOCKS).flatMap((locked) =>
    locked === 'everything' ? [] : locked.map(({ component }) => component),
  ),
);
