import {
  summarize,
  type CreationSchedule,
  type Plan,
  type PlannedCampaign,
  type Step,
} from '../model/plan.ts';
import { isBrake } from '../model/transitions.ts';
import { counted, instant, wrap } from './text-layout.ts';

/** Counts: what is in sync, what will be done, what the quota allows, how many writes that makes. */
export function planFooter(plan: Plan, columns: number): string[] {
  const writes = writesOf(plan);
  const creations = plan.guard ? '' : creationWords(plan.schedule);
  return [
    countLine(plan),
    ...wrap(guardWords(plan), columns),
    ...wrap(creations, columns),
    ...(plan.offline ? wrap(offlineEnd(writes), columns) : [end(plan, writes)]),
  ];
}

function end(plan: Plan, writes: number): string {
  return `Apply sends ${counted(writes, 'write')}.${writes > 0 ? `  Plan ${shortFingerprint(plan)}` : ''}`;
}

/** Without change ids there is nothing that an apply could be held to. */
function offlineEnd(writes: number): string {
  return `If all is still as recorded, an apply would send ${counted(writes, 'write')}. This plan can't be applied: plan without --offline for that.`;
}

function countLine(plan: Plan): string {
  const counts = summarize(plan);
  const moves = new Map<string, number>();
  for (const { transition } of plan.campaigns) {
    if (transition) moves.set(transition.action, (moves.get(transition.action) ?? 0) + 1);
  }
  const todo = [
    [counts.create, 'to create'],
    [counts.update, 'to update'],
    ...[...moves].sort().map(([action, count]) => [count, `to ${action.toLowerCase()}`]),
    [counts.held, 'held'],
    [counts.orphaned, 'without a file'],
    [counts.unknown, 'unknown'],
  ].flatMap(([count, words]) => (count === 0 ? [] : [`${String(count)} ${String(words)}`]));
  return `${counts.in_sync} ${plan.offline ? 'as recorded' : 'in sync'}.${todo.length > 0 ? `  ${todo.join(', ')}.` : ''}`;
}

/** What an apply that waits no longer than the plan assumes will send: creations go in the order of the keys. */
function writesOf({ campaigns, guard, schedule }: Plan): number {
  const creates = campaigns.filter(({ verdict }) => verdict === 'create');
  const deferred = new Set<PlannedCampaign>(creates.slice(creates.length - schedule.deferred));
  const steps = campaigns.filter((one) => !deferred.has(one)).flatMap((one): readonly Step[] => one.steps);
  if (!guard) return steps.length;
  return steps.filter((step) => step.kind === 'transition' && isBrake(step.transition.action)).length;
}

function guardWords({ guard }: Plan): string {
  if (!guard) return '';
  const { touched, live, share } = guard;
  return `Refused by the guard: ${touched} of ${live} live campaigns would be touched, more than ${Math.round(share * 100)} %. Only pauses and stops go through. To consent: --allow guard.`;
}

const SPANS: Readonly<Record<number, string>> = {
  60_000: 'this minute',
  3_600_000: 'this hour',
  86_400_000: 'today',
};

/** How many creations go at once, by when the others can, which are put off, and what the quota has left. */
function creationWords({ creations, now, deferred, completeAt, left }: CreationSchedule): string {
  if (creations === 0) return '';
  const until = completeAt === null ? '' : ` by ${instant(completeAt)}`;
  const later = creations - now - deferred;
  const parts = [
    `${now} now`,
    ...(later > 0 ? [`${later} more${deferred === 0 ? until : ' while it waits'}`] : []),
    ...(deferred > 0 ? [`${deferred} put off (over --max-wait), possible${until}`] : []),
  ];
  const room = left.flatMap(({ count, spanMs }) => (SPANS[spanMs] ? [{ count, span: SPANS[spanMs] }] : []));
  const words = room.map(({ count, span }, at) => `${count} ${at === 0 ? 'left ' : ''}${span}`);
  const rest = words.length === 0 || now < creations ? '' : `; then ${words.join(', ')}`;
  return `Creations: ${parts.join(', ')}${rest}.`;
}

/** Enough of the fingerprint to tell two plans apart. */
function shortFingerprint({ fingerprint }: Plan): string {
  return fingerprint.slice('sha256:'.length, 'sha256:'.length + 6);
}
