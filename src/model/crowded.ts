import type { CampaignKey } from './campaign.ts';
import { groupBy } from './grouping.ts';
import { byCodeUnit } from './json.ts';
import type { Day } from './schedule.ts';
import { ruleFor, type SendLimit } from './team-rules.ts';

/** A day on which a segment gets more scheduled sends than the team allows. */
export interface Crowded {
  readonly day: Day;
  readonly segment: string;
  readonly count: number;
  readonly atMost: number;
}

/** A send to a segment, on a day of the campaign's own clock. */
export interface SendToSegment extends Pick<Crowded, 'day' | 'segment'> {
  readonly key: CampaignKey;
}

/** The days with more sends to a segment than `sends_per_day` allows, in order. Sends of exempt campaigns don't count. */
export function crowdedDays(sends: readonly SendToSegment[], rule: SendLimit | undefined): Crowded[] {
  if (!rule) return [];
  const counted = sends.filter(({ key }) => ruleFor(rule, key));
  return groupBy(counted, ({ day, segment }) => JSON.stringify([day, segment]))
    .flatMap(([first, ...others]): Crowded[] =>
      first && others.length >= rule.atMost
        ? [{ day: first.day, segment: first.segment, count: others.length + 1, atMost: rule.atMost }]
        : [],
    )
    .sort((one, other) => byCodeUnit(one.day, other.day) || byCodeUnit(one.segment, other.segment));
}
