import { isJsonObject, memberOf, valueAt, type Path } from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Rule } from '../check.ts';

/** Specification, trigger_condition: only the type of a delay makes the campaign wait, or the message is sent at once. */
export const delayHasType: Rule = {
  code: 'MISSING',
  check: ({ body: { campaign_delivery_type: type, trigger_condition: trigger } }) => {
    if (!isJsonObject(trigger) || trigger.trigger_delay_type !== undefined) return [];
    // On a device, publishing refuses the delay itself.
    if (type !== 'EVENT_TRIGGERED' && type !== 'LOCATION_TRIGGERED') return [];
    const isChosen = isJsonObject(trigger.intelligent_delay_optimization);
    if (!isChosen && !(Number(trigger.trigger_delay_value ?? 0) > 0)) return [];
    const [of, field] = ['trigger_condition', 'trigger_delay_type'];
    return [{ path: [of, field], params: { field, of, values: [isChosen ? 'INTELLIGENT_DELAY' : 'DELAY'] } }];
  },
};

const HOURS: Readonly<Record<string, number>> = { MINUTES: 1 / 60, HOURS: 1, DAYS: 24 };

/** Specification, trigger_condition: the service chooses a delay between two bounds. */
export const delayBoundsAreInOrder: Rule = {
  code: 'RANGE',
  check: ({ body }) => {
    const path: Path = ['trigger_condition', 'intelligent_delay_optimization'];
    const hours = (name: string) => {
      const value = valueAt(body, [...path, `${name}_delay_value`]);
      const unit = memberOf(HOURS, bare(valueAt(body, [...path, `${name}_delay_granularity`])));
      return typeof value === 'number' && unit !== undefined ? value * unit : NaN;
    };
    if (!(hours('min') > hours('max'))) return [];
    const [field, unit] = ['max_delay_value', bare(valueAt(body, [...path, 'max_delay_granularity']))];
    const limit = hours('min') / (memberOf(HOURS, unit) ?? 1);
    const seen = valueAt(body, [...path, field]) ?? null;
    return [{ path: [...path, field], params: { field, seen, keyword: 'minimum', limit } }];
  },
};
