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
 * How many campaigns are created now, when the others follow, how many are deferred, and what the quota allows after that:
 * `Of 7 new campaigns, 5 will be created now, 2 after 10:01 UTC. Quota left after that: 3 this minute, 18 this hour.`
 * On a proposal, it is the merge that creates them: `Merging creates 1 campaign right away.`
 */
export function creationWords(
  { creations, now, deferred, instants, left }: CreationSchedule,
  { isProposed = false }: { readonly isProposed?: boolean } = {},
): string {
  if (creations === 0) return '';
  const spoken = clockFor(now > 0 ? instants : []);
  const later = instants.slice(now, creations - deferred);
  const put = instants.slice(creations - deferred);
  const more = sizeWords(left);
  const rest =
    more === '' ? '' : ` ${deferred === creations ? 'Quota left' : 'Quota left after that'}: ${more}.`;
  if (deferred === creations)
    return `${counted(creations, 'creation')} deferred (beyond max-wait), possible ${spanWords(put, spoken)}.${rest}`;
  const noun = creations === 1 ? 'campaign' : 'campaigns';
  if (isProposed && now === creations) return `Merging creates ${creations} ${noun} right away.${rest}`;
  const first = isProposed ? `merging creates ${now} right away` : `${now} will be created now`;
  const parts = [
    ...(now === 0 ? [] : [now === creations ? 'will be created now' : first]),
    ...(later.length === 0
      ? []
      : [
          `${later.length === creations ? '' : `${later.length} `}${now === 0 ? 'will be created ' : ''}${spanWords(later, spoken)}`,
        ]),
    ...(deferred === 0 ? [] : [`${deferred} deferred (beyond max-wait), possible ${spanWords(put, spoken)}`]),
  ];
  const isWhole = now === creations || later.length === creations;
  const subject = isWhole ? `${creations} ${noun} ` : `Of ${creations} new campaigns, `;
  return `${subject}${parts.join(', ')}.${rest}`;
}

/** Why creations wait, and that no action is needed. Empty if all are created at once. */
export function waitWords({
  creations,
  now,
  deferred,
}: Pick<CreationSchedule, 'creations' | 'now' | 'deferred'>): string {
  if (now === creations) return '';
  const next =
    deferred > 0
      ? 'A later run creates the deferred ones'
      : 'Those that have to wait are created automatically';
  return `The number of new campaigns per minute, hour and day is limited. ${next}.`;
}

/** `3 this minute, 18 this hour, 93 today`, for the windows that exist. */
function sizeWords(left: CreationSchedule['left']): string {
  return left
    .flatMap(({ count, spanMs }) => (SPANS[spanMs] === undefined ? [] : [{ count, span: SPANS[spanMs] }]))
    .map(({ count, span }) => `${count} ${span}`)
    .join(', ');
}

type Clock = (at: string) => string;

/** Shows only the time if everything happens on the day of the plan, which is certain if something is created now. */
function clockFor(instants: readonly string[]): Clock {
  const partsOf = (at: string) => utcFrom(Date.parse(at), 'second');
  const days = new Set(instants.map((at) => partsOf(at).day));
  return (at) => {
    const { day, time } = partsOf(at);
    const short = time.replace(/:00$/, '');
    return `${days.size === 1 ? '' : `${day} `}${short} UTC`;
  };
}

/** Instants less than a minute apart are shown as the last of them. */
function spanWords(instants: readonly string[], spoken: Clock): string {
  const [first = '', last = ''] = [instants[0], instants.at(-1)];
  const near = Date.parse(last) - Date.parse(first) < MINUTE_MS;
  return near ? `after ${spoken(last)}` : `from ${spoken(first)} to ${spoken(last)}`;
}
