import { readFileSync } from 'node:fs';
import { isComponentName, type CampaignKey, type Components } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import { isObject, sameJson } from '../../model/json.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import type { Review } from '../../model/review.ts';
import { componentNames } from '../../model/state.ts';
import { isBrake } from '../../model/transitions.ts';
import { isDone } from '../../plan/match-approvals.ts';
import { brakeOf, type Digesting } from '../../plan/part-of-change.ts';
import type { Reviewer } from './reviewer.ts';
import { UserFailure } from '../telling/user-failure.ts';

/** What a plan file says of one campaign that it would change. */
interface ReviewedChange {
  readonly changeId: string;
  readonly campaignId: string | null;
  readonly action: string | undefined;
  /** All components that it would send. */
  readonly components: Components;
}

/** What a plan file approves, by key. */
export type ReviewedPlan = ReadonlyMap<string, ReviewedChange>;

/** Reads the file that `plan --out` wrote; throws UserFailure where it is another thing. */
export function readReviewedPlan(path: string, workspace: string): ReviewedPlan {
  const value = parse(path);
  if (!isObject(value) || value.format !== 'campaign-plan/1' || !Array.isArray(value.campaigns)) {
    throw new UserFailure(EXIT.USAGE, `${path} is no plan file.`, {
      hint: 'Make one: campaigns plan --out plan.json',
    });
  }
  if (value.workspace !== workspace) {
    throw new UserFailure(
      EXIT.USAGE,
      `${path} is a plan for ${String(value.workspace)}, not for ${workspace}.`,
      {
        hint: `Use -w ${String(value.workspace)}, or make a plan for ${workspace}.`,
      },
    );
  }
  if (value.offline !== undefined) {
    throw new UserFailure(
      EXIT.USAGE,
      `${path} was planned offline: nobody looked at the service, so it approves nothing.`,
      { hint: 'Make one that has looked: campaigns plan --out plan.json, without --offline.' },
    );
  }
  return new Map(
    value.campaigns.flatMap((one: unknown): [string, ReviewedChange][] => {
      if (!isObject(one) || typeof one.key !== 'string' || typeof one.change_id !== 'string') return [];
      const { transition, campaign_id: id, requests } = one;
      const action =
        isObject(transition) && typeof transition.action === 'string' ? transition.action : undefined;
      const campaignId = typeof id === 'string' ? id : null;
      return [[one.key, { changeId: one.change_id, campaignId, action, components: componentsIn(requests) }]];
    }),
  );
}

/** Only what this plan file shows may be sent. */
export function planReviewer(
  reviewed: ReviewedPlan,
  digesting: Digesting & { readonly only: ReadonlySet<CampaignKey> | undefined },
): Reviewer {
  return {
    scope: undefined,
    mayResend: ({ key }) => reviewed.has(key),
    approve: (plan) => Promise.resolve(match(reviewed, plan, digesting)),
  };
}

function componentsIn(requests: unknown): Components {
  const bodies = Array.isArray(requests) ? requests.map((one: unknown) => isObject(one) && one.body) : [];
  const entries = bodies.flatMap((body) => (isObject(body) ? Object.entries(body) : []));
  return Object.fromEntries(entries.filter(([name]) => isComponentName(name)));
}

/** Which changes of today's plan were reviewed, and which reviewed ones are another change by now. */
export function match(
  reviewed: ReviewedPlan,
  plan: Plan,
  { only, ...digesting }: Digesting & { readonly only: ReadonlySet<CampaignKey> | undefined },
): Review {
  const parts = new Map<CampaignKey, PlannedCampaign>();
  const moved: { key: CampaignKey; message: string }[] = [];
  const today = new Set<string>(plan.campaigns.map(({ key }) => key));
  for (const key of reviewed.keys()) {
    if (!today.has(key) && (only?.has(key as CampaignKey) ?? true)) {
      moved.push({ key: key as CampaignKey, message: 'Its file is gone since the reviewed plan.' });
    }
  }
  for (const campaign of plan.campaigns) {
    const { key } = campaign;
    const change = reviewed.get(key);
    if (change === undefined || isDone(campaign)) continue;
    if (campaign.changeId === change.changeId || isItsLastStep(campaign, change)) parts.set(key, campaign);
    else {
      const brake = isItsBrake(campaign, change) ? brakeOf(campaign, digesting) : undefined;
      if (brake) parts.set(key, brake);
      const rest = brake ? `; only the ${campaign.transition?.action ?? ''} goes, as it was reviewed` : '';
      const message = `Live or the file moved since the reviewed plan: it would be another change now${rest}.`;
      moved.push({ key, message });
    }
  }
  return { parts, moved, notReviewed: notReviewed(plan, [...parts.keys(), ...moved.map(({ key }) => key)]) };
}

/** What today's plan would do as well, and nobody looked at; what moved since somebody did is told as stale. */
function notReviewed({ campaigns }: Plan, reviewed: readonly CampaignKey[]): Review['notReviewed'] {
  const message = 'It would be changed too, but the reviewed plan does not have it.';
  return campaigns
    .filter(({ key, steps }) => steps.length > 0 && !reviewed.includes(key))
    .map(({ key }) => ({ key, message }));
}

/** An earlier run sent the components as they were reviewed, and the reviewed transition is what is left. */
function isItsLastStep(
  { steps, components, transition, desired }: PlannedCampaign,
  change: ReviewedChange,
): boolean {
  const [step, ...more] = steps;
  return (
    step?.kind === 'transition' &&
    more.length === 0 &&
    components.every(({ cause }) => cause === 'released') &&
    transition?.action === change.action &&
    componentNames(change.components).length > 0 &&
    componentNames(change.components).every((name) =>
      sameJson(change.components[name], desired?.components[name]),
    )
  );
}

/** PAUSE and STOP rest on nothing but the campaign: whatever else moved, they go. */
function isItsBrake({ transition, campaignId }: PlannedCampaign, change: ReviewedChange): boolean {
  return (
    transition !== null &&
    isBrake(transition.action) &&
    transition.action === change.action &&
    campaignId === change.campaignId
  );
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, `${path} can't be read: ${why}`, {
      hint: 'Make one: campaigns plan --out plan.json',
    });
  }
}
