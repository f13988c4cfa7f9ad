import type { CampaignStatus, Components, Desired, Live } from '../../../src/model/campaign.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { instantIn } from '../../../src/model/local-time.ts';
import type { Binding } from '../../../src/model/state.ts';
import {
  type CheckInputs,
  EMERGENCY_STOPS,
  isPatch,
  type JsonMap,
  type PlanCampaign,
  type PlanRequest,
  problemIf,
} from './checked.ts';

const LOCKED_WHILE_LIVE = [
  'trigger_condition',
  'segmentation_details',
  'conversion_goal_details',
  'scheduling_details.delivery_type',
  'scheduling_details.start_time',
];

/**
 * Components, and fields as `component.field`, written by hand so that a mistake in the planner's table is found.
 * Specification, Update Campaign, edit restrictions by state; SENT and SENDING are open point S4, PAUSED is S3.
 */
export const LOCKED: Readonly<Record<CampaignStatus, 'everything' | readonly string[]>> = {
  DRAFT: [],
  SCHEDULED: ['scheduling_details.delivery_type'],
  ACTIVE: LOCKED_WHILE_LIVE,
  PAUSED: LOCKED_WHILE_LIVE,
  SENDING: 'everything',
  SENT: 'everything',
  STOPPED: 'everything',
  ARCHIVED: 'everything',
};

const NOT_COMPONENTS = ['channel', 'campaign_delivery_type', 'created_by', 'updated_by'];

/** Checks what is sent for one campaign, request by request, and what is not sent of everything that differs. */
export function checkRequests(campaign: PlanCampaign, inputs: CheckInputs): string[] {
  const binding = inputs.bindings.find(({ key }) => key === campaign.key);
  const desired = inputs.desired.find(({ key }) => key === campaign.key);
  const live = binding && inputs.live.find(({ id }) => id === binding.campaignId);
  if (campaign.requests.length > 0 && !desired) return ['requests for a campaign without a file'];
  if (
    campaign.requests.length > 0 &&
    inputs.open?.some(({ kind, key }) => kind === 'create' && key === campaign.key)
  )
    return ['requests while an earlier creation has no outcome'];
  return [
    ...checkDifferences(campaign),
    ...checkCauses(campaign, inputs),
    ...campaign.requests.flatMap((request, at) => [
      ...checkTarget(request, campaign, binding && (live?.documentId ?? binding.documentId)),
      ...checkPlace(at, campaign),
      ...checkMoveBody(request),
      ...(isPatch(request) && desired && binding
        ? checkPatch(request.body, campaign, { desired, binding, live })
        : []),
      ...(request.method === 'POST' && desired ? checkCreate(request.body, desired) : []),
    ]),
    ...problemIf(
      campaign.requests.length > 0 && live?.readOnly !== undefined,
      `requests for what can't be managed: ${live?.readOnly ?? ''}`,
    ),
  ];
}

/** Each difference is sent or blocked. A lock or a conflict blocks all of them, drift only itself. */
function checkDifferences({ components, held, requests, verdict }: PlanCampaign): string[] {
  const body = requests.find((one) => isPatch(one) || one.method === 'POST')?.body ?? {};
  const sent = Object.keys(body).filter((name) => !NOT_COMPONENTS.includes(name));
  const differing = components.filter(({ cause }) => cause !== 'released').map(({ name }) => name);
  const stops = held.filter(
    ({ reason, components: names }) => names.length > 0 && /^(locked|conflict|in-flight)$/.test(reason),
  );
  const drifted = held.flatMap((one) => (one.reason === 'drift' ? one.components : []));
  const names = components.map(({ name }) => name);
  return [
    ...problemIf(new Set(names).size !== names.length, 'a component is listed twice'),
    ...sent
      .filter((name) => !differing.includes(name))
      .map((name) => `${name} is sent although it doesn't differ`),
    ...problemIf(
      stops.length > 0 && sent.length > 0,
      `sent together with ${stops.map(({ reason }) => reason).join(', ')}`,
    ),
    ...sent.filter((name) => drifted.includes(name)).map((name) => `${name} is sent although it is blocked`),
    ...problemIf(
      components.some(({ cause }) => cause === 'conflict') && verdict === 'in-sync',
      'in sync with a conflict',
    ),
    ...differing
      .filter((name) => !sent.includes(name) && !drifted.includes(name) && stops.length === 0)
      .map((name) => `${name} differs, and is neither sent nor blocked`),
  ];
}

/** Drift is handled by the policy, a conflict only if allowed. */
function checkCauses(
  { components, held, requests }: PlanCampaign,
  { drift, allowed }: CheckInputs,
): string[] {
  const body = requests.find(isPatch)?.body ?? {};
  const sent = (cause: string) => components.filter((one) => one.cause === cause && one.name in body);
  const waits = held.some(({ reason, components: names }) => reason === 'drift' && names.length > 0);
  return [
    ...problemIf(
      drift === 'hold' && sent('drifted').length > 0,
      'drift is reverted although the policy is to hold it',
    ),
    ...problemIf(drift === 'revert' && waits, 'drift is blocked although the policy is to revert it'),
    ...problemIf(
      allowed?.has('conflict') === false && sent('conflict').length > 0,
      'a conflict is overwritten without consent',
    ),
  ];
}

/** A request names the bound campaign's newest document. Only a campaign that is yet to be created may have no ID. */
function checkTarget(
  { method, path }: PlanRequest,
  { verdict, transition }: PlanCampaign,
  documentId: string | undefined,
): string[] {
  const target = documentId === undefined ? '{campaign_id}' : encodeURIComponent(documentId);
  const allowed =
    verdict === 'create'
      ? ['POST /v5/campaigns', 'PATCH /core-services/v1/campaigns/{campaign_id}']
      : [
          `PATCH /v5/campaigns/${target}`,
          `PATCH /v5/campaigns/${target}/status`,
          // The edit creates the document of a new version.
          transition?.from === 'DRAFT'
            ? `PATCH /core-services/v1/campaigns/${target}`
            : 'PATCH /core-services/v1/campaigns/{campaign_id}',
        ];
  return problemIf(!allowed.includes(`${method} ${path}`), `${method} ${path} is not for the bound campaign`);
}

/** PAUSE and STOP come first. All other transitions come last. */
function checkPlace(at: number, { transition, requests }: PlanCampaign): string[] {
  if (!transition || isPatch(requests[at]) || requests[at]?.method === 'POST') return [];
  const place = EMERGENCY_STOPS.includes(transition.action) ? 0 : requests.length - 1;
  return problemIf(at !== place, `${transition.action} is request ${at + 1} of ${requests.length}`);
}

/** Open points W9 and W19: only an action, or a publication with its author. */
function checkMoveBody({ path, body }: PlanRequest): string[] {
  const fields = Object.keys(body).sort().join();
  if (path.endsWith('/status')) return problemIf(fields !== 'action', `an action with ${fields}`);
  if (!path.startsWith('/core-services/')) return [];
  return problemIf(
    fields !== 'request_id,status,updated_by' || body.status !== 'PUBLISH',
    `a publication with ${fields}`,
  );
}

function checkPatch(
  body: JsonMap,
  { transition }: PlanCampaign,
  { desired, binding, live: now }: { desired: Desired; binding: Binding; live: Live | undefined },
): string[] {
  if (!now) return ['a patch of a campaign that could not be read'];
  const status = transition?.action === 'PAUSE' ? 'PAUSED' : now.status;
  const locked = LOCKED[status];
  if (locked === 'everything' || transition?.action === 'STOP') return [`a patch while ${status}`];
  return [
    ...problemIf(
      now.channel !== desired.channel || now.deliveryType !== desired.deliveryType,
      'a patch with another channel or delivery type',
    ),
    ...checkBody(body, desired, 'updated_by'),
    ...locked
      .filter((path) => changes(path, body, { live: now, binding }))
      .map((path) => `${path} changes while ${status}`),
  ];
}

/** Whether a patch has a locked component, or another value of a locked field. */
function changes(
  path: string,
  body: JsonMap,
  { live, binding }: { readonly live: Live; readonly binding: Binding },
): boolean {
  const [component = '', field] = path.split('.');
  if (field === undefined || !(component in body)) return component in body;
  const before = onlyTheRecordTells(path, { live, binding }) ? binding.applied : live.components;
  if (path.endsWith('.start_time') && startOf(body) === startOf(before)) return false;
  return valueOf(path, body) !== valueOf(path, before);
}

/** The instant at which a schedule starts; NaN, which equals nothing, without one. */
function startOf({ scheduling_details: details = {} }: Components): number {
  const { start_time: start = details.schedule_time, timezone: zone = details.time_zone } = details;
  return instantIn(textOf(start), zone);
}

/** A field, in a form in which equal values are the same text. */
function valueOf(path: string, components: Components): string {
  const [component = '', field = ''] = path.split('.');
  const details = (components as Readonly<Record<string, JsonObject | undefined>>)[component];
  const value = component === 'scheduling_details' ? scheduleOf(components)[field] : undefined;
  return value ?? textOf(JSON.stringify(details?.[field]));
}

function checkCreate(body: JsonMap, desired: Desired): string[] {
  const left = Object.keys(desired.components).filter((name) => !(name in body));
  return [...checkBody(body, desired, 'created_by'), ...left.map((name) => `${name} is not in the creation`)];
}

/** Channel, delivery type, author, and components, each complete as in the file. */
function checkBody(body: JsonMap, desired: Desired, author: string): string[] {
  const components = Object.keys(body).filter((name) => !NOT_COMPONENTS.includes(name));
  const wanted = desired.components as Readonly<Record<string, unknown>>;
  return [
    ...problemIf(body.channel !== desired.channel, 'another channel than the file'),
    ...problemIf(body.campaign_delivery_type !== desired.deliveryType, 'another delivery type than the file'),
    ...problemIf(typeof body[author] !== 'string' || body[author] === '', `no ${author}`),
    ...problemIf(Object.keys(body).length !== components.length + 3, 'unexpected fields in the body'),
    ...problemIf(components.length === 0, 'a body without components'),
    ...components
      .filter((name) => JSON.stringify(body[name]) !== JSON.stringify(wanted[name]))
      .map((name) => `${name} is not exactly what the file has`),
  ];
}

/** The type and start of the schedule, in the spelling of a file (open point W5). */
function scheduleOf({ scheduling_details: details }: Components): Record<string, string> {
  const type = textOf(details?.delivery_type);
  const [bts, zones] = [details?.bts_details, details?.user_timezone_details];
  const timed = bts ? 'SEND_IN_BTS' : zones ? 'SEND_IN_USER_TIMEZONE' : 'AT_FIXED_TIME';
  return {
    delivery_type: type === 'SCHEDULED' || type === 'PERIODIC' ? timed : type,
    start_time: instant(textOf(details?.start_time ?? details?.schedule_time)),
  };
}

/** Whether live hides a field of a schedule that was sent, as it did right after the request. */
export function onlyTheRecordTells(
  path: string,
  { live, binding }: { readonly live: Live; readonly binding: Binding },
): boolean {
  const [component, name = ''] = path.split('.');
  if (component !== 'scheduling_details') return false;
  const type = textOf(binding.applied.scheduling_details?.delivery_type);
  if (name === 'delivery_type' && !type.startsWith('SEND_IN_')) return false;
  return [live.components, binding.observed].every(({ scheduling_details: shown }) => hides(shown, name));
}

/** Whether a schedule is a read view without its type or start. */
function hides(details: JsonObject | undefined, name: string): boolean {
  const isView = details?.delivery_type === 'SCHEDULED' || details?.delivery_type === 'PERIODIC';
  if (!isView) return false;
  if (name === 'start_time') return details.schedule_time === undefined && details.start_time === undefined;
  return details.bts_details === undefined && details.user_timezone_details === undefined;
}

/** A local time as if it were in UTC, an instant unchanged. Other text stays. */
function instant(text: string): string {
  const time = text.replace(' ', 'T');
  const at = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`);
  return Number.isNaN(at)
    ? text
    : `${new Date(at).toISOString()}${/\dZ$|[+-]\d\d:\d\d$/.test(time) ? ' UTC' : ''}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}
