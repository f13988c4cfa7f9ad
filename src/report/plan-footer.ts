import { summarize, type Plan } from '../model/plan.ts';
import { creationWords } from './creation-words.ts';
import { deedsOf, guardWords, shortFingerprint, writesOf } from './plan-words.ts';
import { counted, wrap } from './text-layout.ts';

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
  const todo = [
    ...deedsOf(plan).map(({ verb, count }) => [count, `to ${verb}`]),
    [counts.held, 'held'],
    [counts.orphaned, 'without a file'],
    [counts.unknown, 'unknown'],
  ].flatMap(([count, words]) => (count === 0 ? [] : [`${String(count)} ${String(words)}`]));
  return `${counts.in_sync} ${plan.offline ? 'as recorded' : 'in sync'}.${todo.length > 0 ? `  ${todo.join(', ')}.` : ''}`;
}
