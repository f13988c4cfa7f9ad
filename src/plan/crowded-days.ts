import { crowdedDays } from '../model/crowded.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { plannedSends, sendsToSegments, type Sending } from '../model/planned-sends.ts';
import { dayAt, daysAfter } from '../model/schedule.ts';
import { ruleFor } from '../model/team-rules.ts';
import type { CampaignContext, JoinedCampaign } from './context.ts';
import { recordedAnswers } from './imported-binding.ts';
import type { State } from '../model/state.ts';

/** How far ahead sends are counted, in days. */
const DAYS_AHEAD = 366;

interface Counting extends Pick<CampaignContext, 'policy' | 'now'> {
  readonly state: State;
}

/**
 * Notes the changes because of which a segment gets more on a day than the team's rule allows, each with its first such day.
 * All campaigns of the workspace count; those that the plan doesn't cover, `others`, as they are recorded.
 */
export function withCrowdedDays(
  planned: readonly PlannedCampaign[],
  others: readonly JoinedCampaign[],
  { policy, now, state }: Counting,
): readonly PlannedCampaign[] {
  const rule = policy.rules?.sendsPerDay;
  if (!rule || !planned.some(mayCrowd)) return planned;
  const today = dayAt(now, 'UTC');
  const span = { from: daysAfter(today, -1), to: daysAfter(today, DAYS_AHEAD) };
  const all = [...planned, ...recorded(others, state)].map((one) => ({
    one,
    sends: plannedSends(one, { span, now }) ?? [],
  }));
  const crowded = crowdedDays(
    all.flatMap(({ one, sends }) => sendsToSegments(one, sends)),
    rule,
  );
  return planned.map((one, at) => {
    if (!mayCrowd(one) || !ruleFor(rule, one.key)) return one;
    const own = (all[at]?.sends ?? []).filter(({ change }) => change !== null);
    const found = crowded.find(({ day, segment }) =>
      sendsToSegments(one, own).some((send) => send.day === day && send.segment === segment),
    );
    return found ? { ...one, notes: [...one.notes, { kind: 'crowded-day', ...found }] } : one;
  });
}

/** Whether a plan starts it, or changes when it sends or to whom. */
function mayCrowd({ steps }: PlannedCampaign): boolean {
  return steps.some(
    (step) =>
      step.kind === 'transition' ||
      (step.kind === 'update' &&
        (step.components.scheduling_details ?? step.components.segmentation_details) !== undefined),
  );
}

function recorded(others: readonly JoinedCampaign[], state: State): Sending[] {
  const answers = recordedAnswers(state);
  return others.map(({ key, desired }) => {
    const answer = answers.get(key);
    const live = answer?.kind === 'present' ? answer.live : undefined;
    const nothing = { components: [], steps: [], transition: null, verdict: 'in-sync' } as const;
    return { key, desired, live, liveStatus: live?.status ?? null, ...nothing };
  });
}
