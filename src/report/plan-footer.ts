import { summarize, type CreationSchedule, type Plan, type PlannedCampaign } from '../model/plan.ts';
import { isBrake } from '../model/transitions.ts';
import { counted, wrap } from './text-layout.ts';

/** Counts: what is in sync, what will be done, what the quota allows, how many writes that makes. */
export function planFooter(plan: Plan, columns: number): string[] {
  const writes = writesOf(plan);
  return [
    countLine(plan),
    ...wrap(guardWords(plan), columns),
    ...(plan.schedule.creations > 0 ? wrap(creationWords(plan.schedule), columns) : []),
    `Apply sends ${counted(writes, 'write')}.${writes > 0 ? `  Plan ${shortFingerprint(plan)}` : ''}`,
  ];
}

function countLine(plan: Plan): string {
  const counts = summarize(plan);
  const moves = new Map<string, number>();
  for (const { transition, verdict } of plan.campaigns) {
    if (transition && verdict === 'transition')
      moves.set(transition.action, (moves.get(transition.action) ?? 0) + 1);
  }
  const todo = [
    [counts.create, 'to create'],
    [counts.update, 'to update'],
    ...[...moves].sort().map(([action, count]) => [count, `to ${action.toLowerCase()}`]),
    [counts.held, 'held'],
    [counts.orphaned, 'without a file'],
    [counts.unknown, 'unknown'],
  ].flatMap(([count, words]) => (count === 0 ? [] : [`${String(count)} ${String(words)}`]));
  return `${counts.in_sync} in sync.${todo.length > 0 ? `  ${todo.join(', ')}.` : ''}`;
}

function writesOf({ campaigns, guard }: Plan): number {
  const steps = campaigns.flatMap((one: PlannedCampaign) => one.steps);
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

/** How many creations the quota lets through at once, when the last one is possible, and what is left then. */
function creationWords({ creations, now, completeAt, left }: CreationSchedule): string {
  const later = creations - now;
  const rest = later > 0 && completeAt ? `, ${later} more by ${completeAt.slice(11, 19)} UTC` : '';
  const room = left.flatMap(({ count, spanMs }) => (SPANS[spanMs] ? [{ count, span: SPANS[spanMs] }] : []));
  const words = room.map(({ count, span }, at) => `${count} ${at === 0 ? 'left ' : ''}${span}`);
  return `Creations: ${now} now${rest}${words.length > 0 ? `; then ${words.join(', ')}` : ''}.`;
}

/** Enough of the fingerprint to tell two plans apart. */
function shortFingerprint({ fingerprint }: Plan): string {
  return fingerprint.slice('sha256:'.length, 'sha256:'.length + 6);
}
