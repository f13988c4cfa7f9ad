import { resolveWithSamples } from '../load/content/sample.ts';
import { calendarOf, type PullsOf } from '../model/calendar.ts';
import type { Plan } from '../model/plan.ts';
import { dayAt, daysAfter } from '../model/schedule.ts';
import { sha256, type InWorkspace } from './context.ts';

/** What a page needs that shows messages: the digest of its script, and whose view of a message readers can choose. */
export function pageInputs({ workspace }: Pick<InWorkspace, 'workspace'>) {
  return { digest: sha256, previews: { users: workspace.previewUsers, resolve: resolveWithSamples } };
}

const WEEKS_SHOWN = 6;

/** The same for the page of a plan, and what goes out in the next weeks. */
export function planPageInputs(plan: Plan, target: InWorkspace, pullsOf: PullsOf) {
  const { clock, configuration } = target.context;
  const [now, rule] = [clock.now(), configuration.policy.rules?.sendsPerDay];
  const from = dayAt(now, 'UTC');
  const to = daysAfter(from, WEEKS_SHOWN * 7 - 1);
  return { ...pageInputs(target), calendar: calendarOf(plan, { from, to, now, rule, pullsOf }) };
}
