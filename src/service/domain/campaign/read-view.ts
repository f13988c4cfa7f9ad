import type { CampaignRecord } from './campaign-record.ts';
import { startInstant } from './campaign-status.ts';
import { defined, isJsonObject, textAt, without, type JsonObject } from '../json.ts';
import type { Quirks } from '../quirks/quirks.ts';

/**
 * A record as reads show it: its schedule as it was sent, or in one of two spellings of the service (open point W5). The
 * reviewer's comment is left out, because it belongs to the metadata (open point W3).
 */
export function readViewOf(record: CampaignRecord, quirks: Quirks): JsonObject {
  const shown = without(record, ['rejection_comment']);
  const schedule = record.scheduling_details;
  // `ASAP` reads the same in every view.
  if (!isJsonObject(schedule) || schedule.delivery_type === undefined || schedule.delivery_type === 'ASAP')
    return shown;
  if (quirks.has('documented')) return { ...shown, scheduling_details: documented(record, schedule) };
  return quirks.has('normalized') ? { ...shown, scheduling_details: normalized(schedule) } : shown;
}

/** Renames two fields, uses one delivery type for all scheduled ones, and moves the frequency. */
function normalized({ start_time, timezone, periodic_details: periodic, ...others }: JsonObject): JsonObject {
  const isPeriodic = isJsonObject(periodic);
  const rest = isPeriodic ? without(periodic, ['sending_frequency']) : {};
  return defined({
    ...others,
    delivery_type: isPeriodic ? 'PERIODIC' : 'SCHEDULED',
    frequency: textAt(periodic, 'sending_frequency') ?? undefined,
    schedule_time: start_time,
    time_zone: timezone,
    periodic_details: !isPeriodic ? periodic : Object.keys(rest).length > 0 ? rest : undefined,
  });
}

/**
 * The view that the service's documentation shows: only the frequency and the time of day for a periodic schedule,
 * otherwise the normalized view with the start converted to UTC.
 */
function documented(record: CampaignRecord, schedule: JsonObject): JsonObject {
  const { periodic_details: periodic, timezone } = schedule;
  if (!isJsonObject(periodic)) {
    const start = startInstant(record);
    const inUtc = start === null ? undefined : new Date(start).toISOString().replace('.000Z', 'Z');
    return normalized({ ...schedule, ...(inUtc && { start_time: inUtc }) });
  }
  const [, time] = /T(\d{2}:\d{2}(?::\d{2})?)/.exec(textAt(schedule, 'start_time') ?? '') ?? [];
  return defined({
    delivery_type: 'PERIODIC',
    frequency: textAt(periodic, 'sending_frequency') ?? undefined,
    schedule_time: time && `${time}:00`.slice(0, 8),
    time_zone: timezone,
  });
}
