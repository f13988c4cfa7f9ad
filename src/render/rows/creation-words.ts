import type { CreationSchedule } from '../../model/plan.ts';
import { counted } from '../../model/show.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts';
import { utcFrom } from '../../model/utc-words.ts';

const SPANS: Readonly<Record<number, string>> = {
  [MINUTE_MS]: 'this minute',
  [HOUR_MS]: 'this hour',
  [DAY_MS]: 'today',
};

/**
 * How many campaigns are created right away, when the others follow, and what the quota allows after that: `7 new campaigns: 5
 * right away, 2 by 2031-01-01 10:01:00 UTC. Quota left: 3 this minute, 18 this hour.` Empty if there are none.
 */
export function creationWords({ creations, now, deferred, instants, left }: CreationSchedule): string {
  if (creations === 0) return '';
  const until = (at: string | undefined) => utcFrom(Date.parse(at ?? ''));
  const later = creations - now - deferred;
  const parts = [
    ...(now === 0 ? [] : [`${now} right away`]),
    ...(later === 0 ? [] : [`${later} by ${until(instants[now + later - 1])}`]),
    ...(deferred === 0
      ? []
      : [`${deferred} deferred to a later run (beyond max-wait), possible by ${until(instants.at(-1))}`]),
  ];
  const sizes = left.flatMap(({ count, spanMs }) => (SPANS[spanMs] ? [`${count} ${SPANS[spanMs]}`] : []));
  const rest = sizes.length === 0 ? '' : ` Quota left: ${sizes.join(', ')}.`;
  return now === creations
    ? `${counted(creations, 'campaign')} will be created right away.${rest}`
    : `${counted(creations, 'new campaign')}: ${parts.join(', ')}.${rest}`;
}
