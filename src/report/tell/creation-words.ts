import type { CreationSchedule } from '../../model/plan.ts';
import { counted, instant } from '../text-layout.ts';

const DAY_MS = 86_400_000;
const SPANS: Readonly<Record<number, string>> = {
  60_000: 'this minute',
  3_600_000: 'this hour',
  [DAY_MS]: 'today',
};

/**
 * How many creations go at once, when the others can, which are put off, and what the quota has left after them:
 * `7 creations: 5 now, 2 after 10:01 UTC; then 3 left this minute, 18 this hour, 93 of 100 today.`
 */
export function creationWords({ creations, now, deferred, instants, left }: CreationSchedule): string {
  if (creations === 0) return '';
  const spoken = clockFor(now > 0 ? instants : []);
  const later = instants.slice(now, creations - deferred);
  const putOff = instants.slice(creations - deferred);
  const parts = [
    ...(now === 0 ? [] : [now < creations ? `${now} now` : creations === 1 ? 'now' : 'all now']),
    ...(later.length === 0 ? [] : [`${later.length} ${spanWords(later, spoken)}`]),
    ...(deferred === 0
      ? []
      : [`${deferred} put off (over --max-wait), possible ${spanWords(putOff, spoken)}`]),
  ];
  const words = roomWords(left);
  const rest = words === '' ? '' : deferred === creations ? `; ${words}` : `; then ${words}`;
  return `${counted(creations, 'creation')}: ${parts.join(', ')}${rest}.`;
}

/** `3 left this minute, 18 this hour, 93 of 100 today`, as far as there are such windows. */
function roomWords(left: CreationSchedule['left']): string {
  return left
    .flatMap(({ count, limit, spanMs }) => {
      const span = SPANS[spanMs];
      return span === undefined
        ? []
        : [{ span, count: spanMs === DAY_MS ? `${count} of ${limit}` : `${count}` }];
    })
    .map(({ count, span }, at) => `${count} ${at === 0 ? 'left ' : ''}${span}`)
    .join(', ');
}

type Clock = (at: string) => string;

/** Only the time where all is on one day, and that is the day of the plan as something goes now. */
function clockFor(instants: readonly string[]): Clock {
  const days = new Set(instants.map((at) => instant(at).slice(0, 10)));
  return (at) => {
    const [day = '', time = ''] = instant(at).split(' ');
    const short = time.replace(/:00$/, '');
    return `${days.size === 1 ? '' : `${day} `}${short} UTC`;
  };
}

/** Instants less than a minute apart are told as the last one. */
function spanWords(instants: readonly string[], spoken: Clock): string {
  const [first = '', last = ''] = [instants[0], instants.at(-1)];
  const near = Date.parse(last) - Date.parse(first) < 60_000;
  return near ? `after ${spoken(last)}` : `from ${spoken(first)} to ${spoken(last)}`;
}
