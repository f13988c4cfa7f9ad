import { EMERGENCY_STOPS, type CheckInputs, type PlanJson, type PlanRequest } from './checked.ts';

const SENDING = ['SCHEDULED', 'ACTIVE', 'SENDING'];

/** A plan that touches more than a share of the live campaigns is refused, completely except for emergency stops. */
export function checkGuard(plan: PlanJson, { guard, allowed, bindings }: CheckInputs): string[] {
  if (!guard) return [];
  const { campaigns } = plan;
  const reading = new Set(campaigns.map(({ key }) => key));
  const elsewhere = bindings.filter(({ key, status }) => !reading.has(key) && SENDING.includes(status.seen));
  const sending = campaigns.filter(({ live_status: status }) => status !== null && SENDING.includes(status));
  const touched = sending.filter(({ requests }) => requests.some(isTouch)).length;
  const live = sending.length + elsewhere.length;
  const refused = !allowed?.has('guard') && live >= guard.atLeast && touched > guard.share * live + 1e-9;
  return campaigns.flatMap(({ key, held, requests }) => {
    const marked = held.some(({ reason }) => reason === 'guard');
    if (marked === (refused && requests.some(isTouch))) return [];
    return [`${key}: ${marked ? 'blocked' : 'not blocked'} by the guard, with ${touched} of ${live} touched`];
  });
}

function isTouch({ body }: PlanRequest): boolean {
  return !(typeof body.action === 'string' && EMERGENCY_STOPS.includes(body.action));
}
