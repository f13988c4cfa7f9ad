import type { ComponentName } from './campaign.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { instantIn, localAt } from './local-time.ts';

// Open point W5: a deployment may return a schedule in its own read view, with other names for two fields, one delivery
// type for all scheduled ones, and the frequency added.

/** The parts of a schedule besides its type and times. If the read view leaves one of these out, it hides it. */
const DETAILS = ['periodic_details', 'bts_details', 'user_timezone_details'] as const;

/** The delivery types that a read view shows only through these details. */
const DETAILS_BY_TYPE: Readonly<Record<string, (typeof DETAILS)[number]>> = {
  SEND_IN_BTS: 'bts_details',
  SEND_IN_USER_TIMEZONE: 'user_timezone_details',
};

/** Converts the read view of a schedule back to what was written, as far as possible. */
export function written(schedule: JsonObject): JsonObject {
  const { schedule_time: start, time_zone: zone, frequency, ...rest } = schedule;
  const type = rest.delivery_type;
  return {
    ...rest,
    ...(start !== undefined && { start_time: start }),
    ...(zone !== undefined && { timezone: zone }),
    ...(typeof type === 'string' && { delivery_type: writtenType(type, rest) }),
    ...(frequency !== undefined && {
      periodic_details: {
        ...(isJsonObject(rest.periodic_details) && rest.periodic_details),
        sending_frequency: frequency,
      },
    }),
  };
}

/** Whether a read view can't show this leaf of `wanted`: then it is neither different nor failed. */
export function isHidden(
  name: ComponentName,
  path: string,
  { wanted, live }: { readonly wanted: JsonObject; readonly live: JsonObject | undefined },
): boolean {
  if (name !== 'scheduling_details' || !live || !isReadView(live)) return false;
  if (path === '/delivery_type') {
    const isShownByDetails = Object.keys(DETAILS_BY_TYPE).some((type) => type === wanted.delivery_type);
    return isShownByDetails && Object.values(DETAILS_BY_TYPE).every((one) => live[one] === undefined);
  }
  // Every scheduled campaign has a start. A view without one hides it, and a time of day hides the date.
  if (path === '/start_time') {
    const shown = live.schedule_time ?? live.start_time;
    return shown === undefined || (typeof shown === 'string' && isTimeOfDay(shown, wanted));
  }
  if (path === '/periodic_details/sending_frequency' && live.frequency !== undefined) return false;
  return DETAILS.some((details) => path.startsWith(`/${details}/`) && live[details] === undefined);
}

const TIME_OF_DAY = /^(\d\d:\d\d)(?::(\d\d))?$/;

/** Whether a bare time of day is the wanted start, in the schedule's own zone or in UTC. */
function isTimeOfDay(shown: string, { start_time: start, timezone: zone = 'UTC' }: JsonObject): boolean {
  const [, minute, second = '00'] = TIME_OF_DAY.exec(shown) ?? [];
  if (minute === undefined || typeof start !== 'string' || typeof zone !== 'string') return false;
  const instant = instantIn(start, zone);
  if (Number.isNaN(instant)) return false;
  return ['UTC', zone].some((one) => localAt(instant, one)?.slice(11) === `${minute}:${second}`);
}

function isReadView({ delivery_type: type }: JsonObject): boolean {
  return type === 'SCHEDULED' || type === 'PERIODIC';
}

function writtenType(type: string, schedule: JsonObject): string {
  if (type !== 'SCHEDULED' && type !== 'PERIODIC') return type;
  const named = Object.entries(DETAILS_BY_TYPE).find(([, details]) => schedule[details] !== undefined);
  return named?.[0] ?? 'AT_FIXED_TIME';
}
