import type { Binding } from '../../../src/model/state.ts';
import type { Desired, Live } from '../../../src/model/campaign.ts';
import { type CheckInputs, EMERGENCY_STOPS, type PlanCampaign, problemIf } from './checked.ts';

/**
 * What a file's status requires of a live one, in a separate table. Missing entries require nothing or are impossible.
 */
const ASKED: Readonly<Record<string, string>> = {
  'ACTIVE of DRAFT': 'PUBLISH',
  'ACTIVE of PAUSED': 'RESUME',
  'PAUSED of SCHEDULED': 'PAUSE',
  'PAUSED of ACTIVE': 'PAUSE',
  'PAUSED of SENDING': 'PAUSE',
  'STOPPED of SCHEDULED': 'STOP',
  'STOPPED of ACTIVE': 'STOP',
  'STOPPED of SENDING': 'STOP',
  'STOPPED of PAUSED': 'STOP',
};
/** Nothing is required: live is already there, or further along. */
const SETTLED = [
  ...['DRAFT of DRAFT', 'ACTIVE of SCHEDULED', 'ACTIVE of ACTIVE', 'ACTIVE of SENDING', 'ACTIVE of SENT'],
  ...['PAUSED of PAUSED', 'STOPPED of SENT', 'STOPPED of STOPPED', 'STOPPED of ARCHIVED'],
];
/** Specification, Update Campaign Status: the delivery types for each action. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  PAUSE: ['PERIODIC', 'EVENT_TRIGGERED'],
  RESUME: ['PERIODIC', 'EVENT_TRIGGERED'],
  STOP: ['ONE_TIME'],
};
const LEADS_TO: Readonly<Record<string, readonly string[]>> = {
  PUBLISH: ['ACTIVE', 'SCHEDULED'],
  PAUSE: ['PAUSED'],
  RESUME: ['ACTIVE'],
  STOP: ['STOPPED'],
};

/** The transition is the one that the file requires. An emergency stop is never blocked, and a start comes last. */
export function checkStatus(campaign: PlanCampaign, inputs: CheckInputs): string[] {
  const { key, transition, held, verdict } = campaign;
  const desired = inputs.desired.find((one) => one.key === key);
  const binding = inputs.bindings.find((one) => one.key === key);
  const live = binding && inputs.live.find(({ id }) => id === binding.campaignId);
  if (!desired?.status) return transition ? ['a transition that no file asks for'] : [];
  const type = live?.deliveryType ?? desired.deliveryType;
  const question = `${desired.status} of ${live?.status ?? 'DRAFT'}`;
  const asked = stopOfStart(desired, inputs, type) ?? ASKED[question];
  const possible = asked !== undefined && (TYPES[asked]?.includes(type) ?? true);
  if (transition)
    return [
      ...checkMove(campaign, possible ? asked : undefined, live),
      ...checkStart(campaign, { desired, live, inputs }),
    ];
  const managed = verdict === 'create' || (live !== undefined && live.readOnly === undefined);
  if (!managed || inputs.open?.some((one) => one.key === key)) return [];
  return [
    ...problemIf(
      possible && EMERGENCY_STOPS.includes(asked),
      `${asked ?? ''} is blocked, but an emergency stop must work`,
    ),
    ...problemIf(
      possible && held.length === 0,
      `${asked ?? ''} is requested, but neither planned nor blocked`,
    ),
    ...problemIf(
      !possible &&
        !SETTLED.includes(question) &&
        !endWasNoted(desired.status, binding, live) &&
        held.length === 0,
      `${question} is not possible, and nothing says so`,
    ),
  ];
}

/** An earlier run sent a start less than an hour ago, and nothing shows whether it was carried out. */
function stopOfStart({ key, status }: Desired, { open = [], now = 0 }: CheckInputs, type: string) {
  const started = open.some(
    (one) =>
      one.key === key &&
      ['PUBLISH', 'RESUME'].includes(one.action ?? '') &&
      now < (one.answered ?? one.at ?? 0) + (one.action === 'PUBLISH' ? 3_600_000 : 300_000),
  );
  const stop = started ? ASKED[`${status ?? ''} of ACTIVE`] : undefined;
  return stop !== undefined && TYPES[stop]?.includes(type) ? stop : undefined;
}

/** An apply recorded that the campaign was archived or sent, and the file asks for what it asked then. */
function endWasNoted(asked: string, binding: Binding | undefined, live: Live | undefined): boolean {
  if (!binding || !live || !['ARCHIVED', 'SENT'].includes(live.status)) return false;
  const { applied, observed, seen } = binding.status;
  return applied === asked && seen === live.status && observed !== seen;
}

function checkMove(
  { transition, verdict }: PlanCampaign,
  asked: string | undefined,
  live: Live | undefined,
): string[] {
  if (!transition) return [];
  const { action, from, to } = transition;
  const leads = LEADS_TO[action] ?? [];
  return [
    ...problemIf(action !== asked, `${action} is not what the file asks for`),
    ...problemIf(from !== (live?.status ?? 'DRAFT'), `${action} from ${from}, which live is not`),
    ...problemIf(verdict !== 'create' && !live, `${action} of what could not be read`),
    ...problemIf(!leads.includes(to), `${action} does not lead to ${to}`),
  ];
}

/** PUBLISH and RESUME: only if nothing in the campaign is blocked, and if possible. */
function checkStart(
  { transition, held }: PlanCampaign,
  { desired, live, inputs }: { desired: Desired; live: Live | undefined; inputs: CheckInputs },
): string[] {
  if (!transition || EMERGENCY_STOPS.includes(transition.action)) return [];
  // A draft above the live version doesn't keep that from running again.
  const apart = transition.action === 'RESUME' ? ['guard', 'needs-publish'] : ['guard'];
  const others = held.filter(({ reason }) => !apart.includes(reason)).map(({ reason }) => reason);
  const components: Readonly<Record<string, unknown>> = { ...(inputs.offline ? {} : live?.components) };
  const missing = desired.missing.filter(
    ({ component }) =>
      component === undefined || (!(inputs.offline && live) && components[component] === undefined),
  );
  const publishes = transition.action === 'PUBLISH';
  return [
    ...problemIf(
      others.length > 0,
      `${transition.action} although something is blocked: ${others.join(', ')}`,
    ),
    ...problemIf(publishes && inputs.publish === 'never', 'PUBLISH where publishing is off'),
    ...problemIf(publishes && missing.length > 0, 'PUBLISH of what is not complete'),
  ];
}
