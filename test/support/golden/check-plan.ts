import { checkRequests } from './check-requests.ts';
import { checkStatus } from './check-status.ts';
import {
  type CheckInputs,
  EMERGENCY_STOPS,
  type PlanCampaign,
  type PlanJson,
  type PlanRequest,
  problemIf,
} from './checked.ts';

// What every plan must satisfy, based only on the plan's JSON, with separate tables: nothing of src/plan and no table
// of src/model is used, so that a mistake there isn't repeated here.

const COUNTED = ['create', 'update', 'transition', 'in-sync', 'held', 'orphaned', 'unknown'];

/** All violations in a plan, in words. Empty if it satisfies all rules. */
export function checkPlan(document: string, inputs: CheckInputs): string[] {
  const plan = JSON.parse(document) as PlanJson;
  return [
    ...checkSummary(plan),
    ...checkSchedule(plan, inputs),
    ...checkKeys(plan, inputs),
    ...checkChangeIds(plan),
    ...checkGuard(plan, inputs),
    ...plan.campaigns.flatMap((campaign) => {
      const problems = [
        ...checkIdentity(campaign, inputs),
        ...checkShape(campaign),
        ...checkNewcomer(campaign, inputs),
        ...checkRequests(campaign, inputs),
        ...checkStatus(campaign, inputs),
        ...checkAdvice(campaign, inputs),
      ];
      return problems.map((what) => `${campaign.key}: ${what}`);
    }),
  ];
}

/** What can't be undone is no advice for a campaign that the file wants to be sent, and that this plan changes. */
function checkAdvice({ key, held, requests }: PlanCampaign, { desired }: CheckInputs): string[] {
  const isKept = ['ACTIVE', undefined].includes(desired.find((one) => one.key === key)?.status);
  const ends = held.some(({ message }) => message?.includes('STOPPED') === true);
  return problemIf(
    isKept && ends && requests.length > 0,
    'it is changed, and the advice is to stop it for good',
  );
}

function checkSummary({ summary, campaigns }: PlanJson): string[] {
  const counts = Object.fromEntries(
    COUNTED.map((verdict) => [verdict.replace('-', '_'), campaigns.filter((one) => one.verdict === verdict)]),
  );
  const drifted = campaigns.filter(({ components }) => components.some(({ cause }) => cause === 'drifted'));
  const sum = COUNTED.reduce((total, name) => total + (summary[name.replace('-', '_')] ?? NaN), 0);
  return [
    ...problemIf(sum !== campaigns.length, `the summary counts ${sum} of ${campaigns.length} campaigns`),
    ...Object.entries({ ...counts, drifted })
      .filter(([name, those]) => summary[name] !== those.length)
      .map(
        ([name, those]) => `the summary says ${String(summary[name])} ${name}, but there are ${those.length}`,
      ),
  ];
}

/** Specification, Limits. How many are sent now and how long the last one waits must agree. */
function checkSchedule({ schedule, campaigns }: PlanJson, { now, maxWaitMs }: CheckInputs): string[] {
  const creations = campaigns.filter(({ verdict }) => verdict === 'create').length;
  const { now: atOnce, deferred, complete_at: completeAt } = schedule;
  const problems = [
    ...problemIf(
      creations !== schedule.creations,
      `the schedule has ${schedule.creations} of ${creations} creations`,
    ),
    ...problemIf(atOnce + deferred > creations, 'more creations now and deferred than there are'),
    ...problemIf(atOnce < 0 || deferred < 0, 'fewer creations than none'),
    ...problemIf(
      (completeAt === null) !== (creations === 0),
      'the schedule ends although nothing is created, or the reverse',
    ),
  ];
  if (completeAt === null || now === undefined || maxWaitMs === undefined) return problems;
  const wait = Date.parse(completeAt) - now;
  return [
    ...problems,
    ...problemIf(!(wait >= 0), 'the last creation is in the past'),
    ...problemIf(
      (wait === 0) !== (atOnce === creations),
      `${atOnce} creations immediately, and the last after ${wait} ms`,
    ),
    ...problemIf(wait > maxWaitMs !== deferred > 0, `${deferred} deferred, and the last after ${wait} ms`),
  ];
}

/**
 * Every desired, managed or partly created campaign once and no other, in the order of the keys; or the requested ones.
 */
function checkKeys({ campaigns }: PlanJson, { desired, bindings, open = [], only }: CheckInputs): string[] {
  const keys = campaigns.map(({ key }) => key);
  const known = new Set<string>([...desired, ...bindings, ...open].map(({ key }) => key));
  const expected = [...known].filter((key) => only?.has(key) ?? true);
  return [
    ...problemIf(new Set(keys).size !== keys.length, 'a campaign is listed twice'),
    ...problemIf(keys.join() !== keys.toSorted().join(), 'the campaigns are not sorted by key'),
    ...keys.filter((key) => !known.has(key)).map((key) => `${key} is neither desired nor managed`),
    ...keys.filter((key) => only && !only.has(key)).map((key) => `${key} was not requested`),
    ...expected.filter((key) => !keys.includes(key)).map((key) => `${key} is left out`),
  ];
}

/** Reviewed changes are distinguished by their IDs. What was planned offline can't be approved. */
function checkChangeIds({ campaigns, offline }: PlanJson): string[] {
  const ids = campaigns.flatMap(({ change_id: id }) => id ?? []);
  const without = campaigns.filter(({ change_id: id, requests }) => id === null && requests.length > 0);
  const idle = campaigns.filter(({ change_id: id, requests }) => id !== null && requests.length === 0);
  return [
    ...problemIf(new Set(ids).size !== ids.length, 'two changes have the same change ID'),
    ...ids.filter((id) => !/^[0-9a-f]{16}$/.test(id)).map((id) => `${id} is not a change ID`),
    ...problemIf(offline !== undefined && ids.length > 0, 'an offline plan with change IDs'),
    ...(offline ? [] : without.map(({ key }) => `${key}: requests without a change ID`)),
    ...idle.map(({ key }) => `${key}: a change ID without requests`),
  ];
}

function checkIdentity(campaign: PlanCampaign, { desired, bindings, live }: CheckInputs): string[] {
  const { key, file, campaign_id: id, live_status: status } = campaign;
  const binding = bindings.find((one) => one.key === key);
  const shown = binding && live.find((one) => one.id === binding.campaignId);
  return [
    ...problemIf(
      file !== (desired.find((one) => one.key === key)?.file ?? null),
      `${String(file)} is not its file`,
    ),
    ...problemIf(id !== (binding?.campaignId ?? null), 'the campaign ID is not that of the binding'),
    ...problemIf(status !== (shown?.status ?? null), `${String(status)} is not what live says`),
  ];
}

function checkShape({ verdict, transition, held, components, requests }: PlanCampaign): string[] {
  const quiet = ['in-sync', 'held', 'orphaned', 'unknown'].includes(verdict);
  const moves = requests.filter(({ path }) => !path.startsWith('/v5/campaigns') || path.endsWith('/status'));
  const patches = requests.some(
    ({ method, path }) => method === 'PATCH' && /^\/v5\/campaigns\/[^/]+$/.test(path),
  );
  const differs = components.some(({ cause }) => cause !== 'released');
  // Under the guard, only the emergency stop of such a campaign is sent.
  const emergencyStopsOnly =
    held.some(({ reason }) => reason === 'guard') && EMERGENCY_STOPS.includes(transition?.action ?? '');
  const does =
    requests[0]?.method === 'POST' ? 'create' : patches && !emergencyStopsOnly ? 'update' : 'transition';
  return [
    ...problemIf(quiet !== (requests.length === 0), `${verdict} with ${requests.length} requests`),
    ...problemIf(!quiet && verdict !== does, `the verdict is ${verdict}, but the requests ${does}`),
    ...problemIf(
      (verdict === 'held' || verdict === 'unknown') && held.length === 0,
      `${verdict} without a reason`,
    ),
    ...problemIf(verdict === 'in-sync' && held.length > 0, 'in sync with something blocked'),
    ...problemIf(verdict === 'in-sync' && differs, 'in sync with a difference'),
    ...problemIf(moves.length > 1, 'two transitions'),
    ...problemIf(
      (transition === null) !== (moves.length === 0),
      'a transition without its request, or the reverse',
    ),
  ];
}

/** A creation is the last resort: not while one may be in progress, or the campaign may exist under another key. */
function checkNewcomer({ key, verdict }: PlanCampaign, inputs: CheckInputs): string[] {
  if (verdict !== 'create') return [];
  const { desired, bindings, open = [], allowed = new Set(), offline = false, sameName } = inputs;
  const file = desired.find((one) => one.key === key);
  const orphans = bindings.filter((one) => !desired.some((other) => other.key === one.key));
  const rivals = sameName?.get(key);
  const searched = !sameName || offline || allowed.has('same-name') || rivals?.kind === 'found';
  const taken =
    rivals?.kind === 'found' && rivals.campaigns?.length !== 0 && !offline && !allowed.has('same-name');
  return [
    ...problemIf(
      bindings.some((one) => one.key === key),
      'creates a campaign that exists',
    ),
    ...problemIf(
      open.some((one) => one.key === key),
      'a creation while an earlier one may be in progress',
    ),
    ...problemIf(!searched, 'creates a campaign whose name was not searched for'),
    ...problemIf(taken, 'creates a campaign with a name that is taken'),
    ...orphans
      .filter((one) => one.channel === file?.channel && one.deliveryType === file.deliveryType)
      .filter((one) => plain(one.applied) === plain(file?.components))
      .map((one) => `creates what ${one.key} is`),
  ];
}

const SENDING = ['SCHEDULED', 'ACTIVE', 'SENDING'];

/** As far as it is known: a start reaches everybody, an edit of the audience those that it adds. */
function newlyReached({ campaigns }: PlanJson): number {
  const gains = campaigns.map(({ people, transition, live_status: live }) => {
    const isStart =
      transition?.action === 'RESUME' || (transition?.action === 'PUBLISH' && live !== 'ACTIVE');
    if (!people) return 0;
    return isStart ? people.count : Math.max(0, people.count - (people.live ?? people.count));
  });
  return gains.reduce((sum, gain) => sum + gain, 0);
}

/** A plan that touches more than a share of the live campaigns is refused, completely except for emergency stops. */
function checkGuard(plan: PlanJson, { guard, allowed, bindings }: CheckInputs): string[] {
  if (!guard) return [];
  const { campaigns } = plan;
  const reading = new Set(campaigns.map(({ key }) => key));
  const elsewhere = bindings.filter(({ key, status }) => !reading.has(key) && SENDING.includes(status.seen));
  const sending = campaigns.filter(({ live_status: status }) => status !== null && SENDING.includes(status));
  const touched = sending.filter(({ requests }) => requests.some(isTouch)).length;
  const live = sending.length + elsewhere.length;
  const isLarge = live >= guard.atLeast && touched > guard.share * live + 1e-9;
  const refused = !allowed?.has('guard') && (isLarge || newlyReached(plan) > (guard.people ?? Infinity));
  return campaigns.flatMap(({ key, held, requests }) => {
    const marked = held.some(({ reason }) => reason === 'guard');
    if (marked === (refused && requests.some(isTouch))) return [];
    return [`${key}: ${marked ? 'blocked' : 'not blocked'} by the guard, with ${touched} of ${live} touched`];
  });
}

function isTouch({ body }: PlanRequest): boolean {
  return !(typeof body.action === 'string' && EMERGENCY_STOPS.includes(body.action));
}

/** A unique text, whatever the order of the names. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
