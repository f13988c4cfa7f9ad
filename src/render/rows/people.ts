import type { People, Unestimated } from '../../model/people.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { grouped, utcMinute } from '../../model/show.ts';

const UNKNOWN: Readonly<Record<Unestimated, string>> = {
  'not-scheduled': 'known once scheduled',
  'other-type': 'unknown, because the service estimates no campaigns of this type',
  'not-computed': 'unknown until the service computes its next daily estimate',
  'not-asked': 'not asked, because other changes send sooner',
  'no-answer': 'unknown, because the service did not answer',
};

/** `about 41,000`; empty if that is unknown. */
export function peopleNumber(people: People | undefined): string {
  return people?.kind === 'known' ? `about ${grouped(people.count)}` : '';
}

/** `about 41,000, as of 2031-01-03 09:05 UTC (about 38,000 now)` */
export function peopleWords(people: People): string {
  const now = people.live === null ? '' : ` (about ${grouped(people.live)} now)`;
  if (people.kind === 'unknown') return `${UNKNOWN[people.why]}${now}`;
  const { at, like } = people;
  const source = like === undefined ? '' : `, as estimated for ${like} with the same audience`;
  return `${peopleNumber(people)}, as of ${utcMinute(at)}${source}${now}`;
}

/** The number as the last line of a reading; none if the service wasn't asked. */
export function peopleLine({ people }: Pick<PlannedCampaign, 'people'>): { label: string; value: string }[] {
  return people ? [{ label: 'people', value: peopleWords(people) }] : [];
}
