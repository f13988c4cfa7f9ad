import type { CampaignRecord } from './campaign-record.ts';
import { startInstant } from './campaign-status.ts';
import { isJsonObject, textAt, without, type JsonObject, type JsonValue } from '../json.ts';

/** How reads spell a schedule: as it was sent, or in one of two spellings of the service. Open point W5. */
export const READ_VIEWS = ['written', 'normalized', 'documented'] as const;

export type ReadView = (typeof READ_VIEWS)[number];

/**
 * A record with its schedule in a read view. The reviewer's comment is left out, because it belongs to the metadata.
 * Open points W3 and W5.
 */
export function readViewOf(record: CampaignRecord, readView: ReadView): JsonObject {
  const shown = without(record, ['rejection_comment']);
  const schedule = record.scheduling_details;
  if (!isJsonObject(schedule) || !isTimed(schedule)) return shown;
  switch (readView) {
    case 'written':
      return shown;
    case 'normalized':
      return { ...shown, scheduling_details: normalizedSchedule(schedule) };
    case 'documented':
      return { ...shown, scheduling_details: documentedSchedule(record, schedule) };
  }
}

/** `ASAP` reads the same in every view. */
function isTimed(schedule: JsonObject): boolean {
  return schedule.delivery_type !== undefined && schedule.delivery_type !== 'ASAP';
}

/** Renames two fields, uses one delivery type for all scheduled ones, and adds the frequency. */
function normalizedSchedule(schedule: JsonObject): JsonObject {
  const frequency = frequencyOf(schedule);
  const periodic = isJsonObject(schedule.periodic_details);
  const fields = Object.entries(schedule).flatMap(([name, value]): [string, JsonValue][] => {
    if (name === 'delivery_type') {
      const type: [string, JsonValue] = [name, periodic ? 'PERIODIC' : 'SCHEDULED'];
      return frequency === null ? [type] : [type, ['frequency', frequency]];
    }
    if (name === 'periodic_details') return withoutFrequency(value);
    return [[READ_NAMES.get(name) ?? name, value]];
  });
  return Object.fromEntries(fields);
}

/**
 * The view that the service's documentation shows: only the frequency and the time of day for a periodic schedule,
 * otherwise the normalized view with the start converted to UTC.
 */
function documentedSchedule(record: CampaignRecord, schedule: JsonObject): JsonObject {
  if (!isJsonObject(schedule.periodic_details)) {
    const start = startInstant(record);
    const resolved =
      start === null ? {} : { start_time: new Date(start).toISOString().replace('.000Z', 'Z') };
    return normalizedSchedule({ ...schedule, ...resolved });
  }
  const frequency = frequencyOf(schedule);
  const [, time] = /T(\d{2}:\d{2}(?::\d{2})?)/.exec(textAt(schedule, 'start_time') ?? '') ?? [];
  return {
    delivery_type: 'PERIODIC',
    ...(frequency !== null && { frequency }),
    ...(time !== undefined && { schedule_time: time.length === 5 ? `${time}:00` : time }),
    ...(schedule.timezone !== undefined && { time_zone: schedule.timezone }),
  };
}

const READ_NAMES: ReadonlyMap<string, string> = new Map([
  ['start_time', 'schedule_time'],
  ['timezone', 'time_zone'],
]);

function frequencyOf(schedule: JsonObject): string | null {
  return textAt(schedule, 'periodic_details', 'sending_frequency');
}

function withoutFrequency(periodic: JsonValue): [string, JsonValue][] {
  if (!isJsonObject(periodic)) return [['periodic_details', periodic]];
  const rest = Object.entries(periodic).filter(([name]) => name !== 'sending_frequency');
  return rest.length === 0 ? [] : [['periodic_details', Object.fromEntries(rest)]];
}
