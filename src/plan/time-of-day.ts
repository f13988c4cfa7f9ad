import { stableText, type JsonObject } from '../model/json.ts';
import { isScheduled, startInstant, timeOfDayAt } from '../model/schedule.ts';
import type { Sender } from '../model/sender.ts';

// A campaign that is sent each Monday at 09:00 and one that is sent daily at 09:00 meet on Mondays, although they don't
// begin together.

type Timed = Pick<Sender, 'channel' | 'deliveryType' | 'components'>;

/** The time of day at which a schedule sends, and by whose clock; undefined if it has none. Components never change. */
export function timeOfDay({ deliveryType, components }: Timed): string | undefined {
  if (!isScheduled(deliveryType)) return undefined;
  const { scheduling_details: schedule = {} } = components;
  if (known.has(schedule)) return known.get(schedule);
  const { delivery_type: type = '', timezone = '' } = schedule;
  const start = startInstant(schedule);
  const found = Number.isNaN(start) ? undefined : stableText([timeOfDayAt(start, timezone), timezone, type]);
  known.set(schedule, found);
  return found;
}

const known = new WeakMap<JsonObject, string | undefined>();

/** What campaigns of one time of day are found by. Those that are sent once are compared only with those that repeat. */
export function timeTerms(one: Timed, use: 'indexed' | 'looked-up'): string[] {
  const time = timeOfDay(one);
  if (time === undefined) return [];
  const own = one.deliveryType === 'PERIODIC' ? 'repeated' : 'once';
  const looked = own === 'repeated' ? ['once', 'repeated'] : ['repeated'];
  return (use === 'indexed' ? [own] : looked).map((kind) => `${one.channel} ${kind} ${time}`);
}

/** If more campaigns have one time of day, it is usual, and comparing all of them would take long. */
export const AT_ONE_TIME_AT_MOST = 50;
