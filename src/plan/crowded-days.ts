import type { Crowded, PlannedCampaign } from '../model/plan.ts';
import {
  crowdedDays,
  plannedSends,
  segmentsOf,
  sendsToSegments,
  type Sending,
} from '../model/planned-sends.ts';
import { dayAt, daysAfter } from '../model/schedule.ts';
import { ruleFor } from '../model/team-rules.ts';
import type { CampaignContext, JoinedCampaign } from './context.ts';
import { recordedAnswers } from './imported-binding.ts';
import type { State } from '../model/state.ts';

/** How long after the last of the next sends of changed campaigns days are counted. */
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
  const causes = new Set(planned.filter((one) => mayCrowd(one) && ruleFor(rule, one.key)));
  if (!rule || causes.size === 0) return planned;
  const days = [...causes].map((one) => dayAt(instantOf(one, now), 'UTC')).sort();
  const span = { from: daysAfter(days[0] ?? '', -1), to: daysAfter(days.at(-1) ?? '', DAYS_AHEAD) };
  const segments = new Set([...causes].flatMap(segmentsOf));
  const sendsOf = (one: Sending) =>
    segmentsOf(one).some((name) => segments.has(name)) ? (plannedSends(one, { span, now }) ?? []) : [];
  const crowded = crowdedDays(
    [...planned, ...recorded(others, state)].flatMap((one) => sendsToSegments(one, sendsOf(one))),
    rule,
  );
  return planned.map((one) => {
    if (!causes.has(one)) return one;
    const changed = sendsOf(one).filter(({ change }) => change !== null);
    const own = new Set(sendsToSegments(one, changed).map(idOf));
    const found = crowded.find((day) => own.has(idOf(day)));
    return found ? { ...one, notes: [...one.notes, { kind: 'crowded-day', ...found }] } : one;
  });
}

function idOf({ day, segment }: Pick<Crowded, 'day' | 'segment'>): string {
  return JSON.stringify([day, segment]);
}

/** When it is sent next; now if that is at once. */
function instantOf({ nextSend = '' }: PlannedCampaign, now: number): number {
  const instant = Date.parse(nextSend);
  return Number.isNaN(instant) ? now : instant;
}

/** Whether a plan starts it, or changes when it sends or to whom. */
function mayCrowd(campaign: PlannedCampaign): boolean {
  const mayMove = campaign.steps.some(
    (step) =>
      step.kind === 'transition' ||
      (step.kind === 'update' &&
        (step.components.scheduling_details ?? step.components.segmentation_details) !== undefined),
  );
  return mayMove && campaign.nextSend !== undefined;
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
