import { isPastOrphan, summarize, type Plan } from '../../model/plan.ts';
import { isEmergencyStop } from '../../model/transitions.ts';
import { creationWords, waitWords } from '../view/creation-words.ts';
import { deedsOf, sentAtOnce, shortFingerprint, writesOf, type ActionCount } from '../view/plan-words.ts';
import { counted } from '../../model/show.ts';
import { wrap } from '../text-layout.ts';

/** Counts: what is in sync, what will be done, what the quota allows, and how many requests that takes. */
export function planFooter(plan: Plan, columns: number): string[] {
  const writes = writesOf(plan);
  const count = countLine(plan);
  const creations = plan.guard ? '' : creationWords(plan.schedule);
  return [
    ...(count.length > columns ? wrap(count, columns) : [count]),
    ...wrap(sentAtOnce(plan), columns),
    ...wrap(creations, columns),
    ...(creations === '' ? [] : wrap(waitWords(plan.schedule), columns)),
    ...(plan.offline ? wrap(offlineEnd(writes), columns) : [end(plan, writes)]),
  ];
}

function end(plan: Plan, writes: number): string {
  return `Apply will send ${counted(writes, 'request')}.${writes > 0 ? `  Plan ${shortFingerprint(plan)}` : ''}`;
}

/** An offline plan has no change IDs that an apply could be checked against. */
function offlineEnd(writes: number): string {
  return `If nothing has changed since the last record, an apply would send ${counted(writes, 'request')}. An offline plan can't be applied. To apply, plan without --offline.`;
}

function countLine(plan: Plan): string {
  const counts = summarize(plan);
  const orphaned = counts.orphaned - plan.campaigns.filter(isPastOrphan).length;
  const isRefused = ({ action }: ActionCount) =>
    plan.guard !== undefined && !(action && isEmergencyStop(action));
  const deeds = deedsOf(plan);
  const words = ({ verb, count }: ActionCount) => `${count} to ${verb}`;
  const todo = [
    ...deeds.filter((one) => !isRefused(one)).map(words),
    ...(heldOf(plan) === 0 ? [] : [`${heldOf(plan)} blocked`]),
    ...(orphaned === 0 ? [] : [`${orphaned} without a file`]),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} unknown`]),
  ];
  const refused = deeds.filter(isRefused).map(words);
  return [
    ...(counts.in_sync === 0 ? [] : [`${counts.in_sync} ${plan.offline ? 'as recorded' : 'in sync'}.`]),
    ...(todo.length === 0 ? [] : [`${todo.join(', ')}.`]),
    ...(refused.length === 0 ? [] : [`Refused: ${refused.join(', ')}.`]),
  ].join('  ');
}

/** Campaigns with a blocked change, even if other changes of them will be applied. */
function heldOf({ campaigns }: Plan): number {
  return campaigns.filter(
    ({ verdict, held }) => verdict !== 'unknown' && held.some(({ reason }) => reason !== 'guard'),
  ).length;
}
