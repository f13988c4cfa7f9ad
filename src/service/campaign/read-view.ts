import type { CampaignRecord } from './campaign-record.ts';
import { isJsonObject, textAt, without, type JsonObject, type JsonValue } from '../json.ts';

/** A record as get and search answer it; the comment of a reviewer is for the metadata. Open points W3 and W5. */
export function presentRecord(record: CampaignRecord, readView: 'written' | 'normalized'): JsonObject {
  const shown = without(record, ['rejection_comment']);
  const schedule = record.scheduling_details;
  if (readView === 'written' || !isJsonObject(schedule)) return shown;
  return { ...shown, scheduling_details: normalizedSchedule(schedule) };
}

/** Own names for two fields, one delivery type for all timed ones, the frequency beside it; `ASAP` stays as it is. */
function normalizedSchedule(schedule: JsonObject): JsonObject {
  if (schedule.delivery_type === undefined || schedule.delivery_type === 'ASAP') return schedule;
  const frequency = textAt(schedule, 'periodic_details', 'sending_frequency');
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

const READ_NAMES: ReadonlyMap<string, string> = new Map([
  ['start_time', 'schedule_time'],
  ['timezone', 'time_zone'],
]);

function withoutFrequency(periodic: JsonValue): [string, JsonValue][] {
  if (!isJsonObject(periodic)) return [['periodic_details', periodic]];
  const rest = Object.entries(periodic).filter(([name]) => name !== 'sending_frequency');
  return rest.length === 0 ? [] : [['periodic_details', Object.fromEntries(rest)]];
}
