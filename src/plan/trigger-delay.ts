import { canonical } from '../model/canonical.ts';
import type { JsonObject } from '../model/json.ts';
import { bare } from '../model/show.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../model/time.ts';

const UNITS: Readonly<Record<string, number>> = { MINUTES: MINUTE_MS, HOURS: HOUR_MS, DAYS: DAY_MS };

/** A trigger with its delay in milliseconds, since one hour is 60 minutes, and no delay is ASAP. */
export function byDelay(trigger: JsonObject): JsonObject {
  const {
    trigger_delay_type: type,
    trigger_delay_value: value,
    trigger_delay_granularity: unit,
    trigger_relation: relation = '',
    trigger_attr: from = 'If Action',
    ...others
  } = canonical('trigger_condition', trigger);
  const delay = type === 'ASAP' ? 0 : type === 'DELAY' ? Number(value) * (UNITS[bare(unit)] ?? NaN) : NaN;
  if (Number.isNaN(delay)) return canonical('trigger_condition', trigger);
  return delay === 0 && from === 'If Action' ? { ...others, delay } : { ...others, delay, relation, from };
}
