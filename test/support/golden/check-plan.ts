import type { Components, Desired, Live } from '../../../src/model/campaign.ts';
import type { Binding } from '../../../src/model/state.ts';

// What every plan must keep, read from the plan's JSON alone, with a lock table of its own: nothing of src/plan or
// of the tables in src/model is used, so that a mistake there is not made here again.

interface Inputs {
  readonly desired: readonly Desired[];
  readonly bindings: readonly Binding[];
  readonly live: readonly Live[];
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonMap = Readonly<Record<string, Json>>;

interface PlanRequest {
  readonly method: string;
  readonly path: string;
  readonly body: JsonMap;
}

interface PlanCampaign {
  readonly key: string;
  readonly campaign_id: string | null;
  readonly live_status: string | null;
  readonly verdict: string;
  readonly change_id: string | null;
  readonly transition: { readonly action: string } | null;
  readonly held: readonly { readonly reason: string }[];
  readonly requests: readonly PlanRequest[];
}

interface PlanJson {
  readonly summary: Readonly<Record<string, number>>;
  readonly campaigns: readonly PlanCampaign[];
  readonly schedule: { readonly creations: number; readonly now: number; readonly deferred: number };
}

/** Specification, Update Campaign, edit restrictions by state; SENT and SENDING are open point S4, PAUSED is S3. */
const LOCKED_WHOLE: Readonly<Record<string, readonly string[]>> = {
  DRAFT: [],
  SCHEDULED: [],
  ACTIVE: ['trigger_condition', 'segmentation_details', 'conversion_goal_details'],
  PAUSED: ['trigger_condition', 'segmentation_details', 'conversion_goal_details'],
};
const LOCKED_SCHEDULE: Readonly<Record<string, readonly string[]>> = {
  DRAFT: [],
  SCHEDULED: ['delivery_type'],
  ACTIVE: ['delivery_type', 'start_time'],
  PAUSED: ['delivery_type', 'start_time'],
};

const COUNTED = ['create', 'update', 'transition', 'in_sync', 'held', 'orphaned', 'unknown'];
const NOT_COMPONENTS = ['channel', 'campaign_delivery_type', 'created_by', 'updated_by'];
const BRAKES = ['PAUSE', 'STOP'];

/** Everything in a plan that no plan may have, in words; empty when it keeps all rules. */
export function checkPlan(document: string, inputs: Inputs): string[] {
  const plan = JSON.parse(document) as PlanJson;
  return [
    ...checkSummary(plan),
    ...checkKeys(plan, inputs),
    ...plan.campaigns.flatMap((campaign) => {
      const trouble = [...checkShape(campaign), ...checkRequests(campaign, inputs)];
      return trouble.map((what) => `${campaign.key}: ${what}`);
    }),
  ];
}

function checkSummary({ summary, campaigns, schedule }: PlanJson): string[] {
  const sum = COUNTED.reduce((total, name) => total + (summary[name] ?? NaN), 0);
  const creations = campaigns.filter(({ verdict }) => verdict === 'create').length;
  return [
    ...told(sum !== campaigns.length, `the summary counts ${sum} of ${campaigns.length} campaigns`),
    ...told(
      creations !== schedule.creations,
      `the schedule has ${schedule.creations} of ${creations} creations`,
    ),
    ...told(schedule.now + schedule.deferred > creations, 'more creations now and deferred than there are'),
  ];
}

/** Every desired or managed campaign once and no other, in the order of the keys. */
function checkKeys({ campaigns }: PlanJson, { desired, bindings }: Inputs): string[] {
  const keys = campaigns.map(({ key }) => key);
  const known = new Set<string>([...desired, ...bindings].map(({ key }) => key));
  return [
    ...told(new Set(keys).size !== keys.length, 'a campaign stands twice in the plan'),
    ...told(keys.join() !== keys.toSorted().join(), 'the campaigns are not sorted by key'),
    ...keys.filter((key) => !known.has(key)).map((key) => `${key} is neither desired nor managed`),
  ];
}

function checkShape({ verdict, change_id: id, transition, held, requests }: PlanCampaign): string[] {
  const quiet = ['in-sync', 'held', 'orphaned', 'unknown'].includes(verdict);
  const moves = requests.filter(({ path }) => !path.startsWith('/v5/campaigns') || path.endsWith('/status'));
  return [
    ...told(
      (id === null) !== (requests.length === 0),
      'a change id without requests, or requests without one',
    ),
    ...told(quiet !== (requests.length === 0), `${verdict} with ${requests.length} requests`),
    ...told(
      (verdict === 'held' || verdict === 'unknown') && held.length === 0,
      `${verdict} without a reason`,
    ),
    ...told(verdict === 'in-sync' && held.length > 0, 'in sync with something held'),
    ...told(
      (transition === null) !== (moves.length === 0),
      'a transition without its request, or the reverse',
    ),
  ];
}

function checkRequests(campaign: PlanCampaign, inputs: Inputs): string[] {
  const binding = inputs.bindings.find(({ key }) => key === campaign.key);
  const desired = inputs.desired.find(({ key }) => key === campaign.key);
  if (campaign.requests.length > 0 && !desired) return ['requests for a campaign that no file wants'];
  return campaign.requests.flatMap((request, at) => [
    ...checkTarget(request, campaign, binding),
    ...checkPlace(at, campaign),
    ...(isPatch(request) && desired && binding
      ? checkPatch(request.body, campaign, { desired, binding, live: inputs.live })
      : []),
    ...(request.method === 'POST' && desired ? checkBody(request.body, desired, 'created_by') : []),
  ]);
}

/** A request goes to the bound campaign; only a campaign that is yet to be created may have no id. */
function checkTarget(
  { method, path }: PlanRequest,
  { campaign_id: id, verdict }: PlanCampaign,
  binding: Binding | undefined,
): string[] {
  const target = binding?.campaignId ?? '{campaign_id}';
  const allowed =
    verdict === 'create'
      ? ['POST /v5/campaigns', 'PATCH /core-services/v1/campaigns/{campaign_id}']
      : [
          `PATCH /v5/campaigns/${target}`,
          `PATCH /v5/campaigns/${target}/status`,
          `PATCH /core-services/v1/campaigns/${target}`,
        ];
  return [
    ...told(!allowed.includes(`${method} ${path}`), `${method} ${path} touches what is not bound to it`),
    ...told(id !== (binding?.campaignId ?? null), 'the campaign id is not that of the binding'),
    ...told(verdict === 'create' && binding !== undefined, 'a create of a campaign that exists'),
  ];
}

/** PAUSE and STOP go first, everything else that moves the status goes last. */
function checkPlace(at: number, { transition, requests }: PlanCampaign): string[] {
  if (!transition || isPatch(requests[at]) || requests[at]?.method === 'POST') return [];
  const place = BRAKES.includes(transition.action) ? 0 : requests.length - 1;
  return told(at !== place, `${transition.action} is request ${at + 1} of ${requests.length}`);
}

function checkPatch(
  body: JsonMap,
  campaign: PlanCampaign,
  { desired, binding, live }: { desired: Desired; binding: Binding; live: readonly Live[] },
): string[] {
  const now = live.find(({ id }) => id === binding.campaignId);
  if (!now) return ['a patch of a campaign that could not be read'];
  const status = campaign.transition?.action === 'PAUSE' ? 'PAUSED' : now.status;
  const whole = LOCKED_WHOLE[status];
  if (!whole || campaign.transition?.action === 'STOP') return [`a patch while ${status}`];
  const untouched =
    JSON.stringify(now.components.scheduling_details) === JSON.stringify(binding.observed.scheduling_details);
  const before = scheduleOf(untouched ? binding.applied : now.components);
  const after = scheduleOf(body);
  const fields = 'scheduling_details' in body ? (LOCKED_SCHEDULE[status] ?? []) : [];
  return [
    ...checkBody(body, desired, 'updated_by'),
    ...whole.filter((name) => name in body).map((name) => `${name} in a patch while ${status}`),
    ...fields
      .filter((name) => after[name] !== before[name])
      .map((name) => `scheduling_details.${name} changes while ${status}`),
  ];
}

/** Channel, delivery type, author, and components, each whole as the file has it. */
function checkBody(body: JsonMap, desired: Desired, author: string): string[] {
  const components = Object.keys(body).filter((name) => !NOT_COMPONENTS.includes(name));
  const wanted = desired.components as Readonly<Record<string, unknown>>;
  return [
    ...told(body.channel !== desired.channel, 'another channel than the file'),
    ...told(body.campaign_delivery_type !== desired.deliveryType, 'another delivery type than the file'),
    ...told(typeof body[author] !== 'string' || body[author] === '', `no ${author}`),
    ...told(Object.keys(body).length !== components.length + 3, 'more in the body than belongs there'),
    ...told(components.length === 0, 'a body without components'),
    ...components
      .filter((name) => JSON.stringify(body[name]) !== JSON.stringify(wanted[name]))
      .map((name) => `${name} is not whole as the file has it`),
  ];
}

/** What the schedule says of type and start, in the spelling of a file (open point W5). */
function scheduleOf({ scheduling_details: details }: Components): Record<string, string> {
  const type = textOf(details?.delivery_type);
  const start = textOf(details?.start_time ?? details?.schedule_time);
  return {
    delivery_type: type === 'SCHEDULED' || type === 'PERIODIC' ? 'AT_FIXED_TIME' : type,
    start_time: start === 'none' ? start : new Date(`${start.replace(' ', 'T')}Z`).toISOString(),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}

function isPatch(request: PlanRequest | undefined): boolean {
  return request?.method === 'PATCH' && /^\/v5\/campaigns\/[^/]+$/.test(request.path);
}

function told(wrong: boolean, what: string): string[] {
  return wrong ? [what] : [];
}
