import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { onValue } from '../problem.ts';
import type { Rule } from './rule.ts';

// Triggers that never occur.

const TRIGGER = 'trigger_condition';

/**
 * Specification, trigger_condition: an event triggers the message. A delay that counts from a time attribute needs none,
 * and any event that users do is enough, also one of the second condition.
 */
export const triggerHasAnEvent: Rule = ({ body, isSound, keepsLive }) => {
  if (body.campaign_delivery_type !== 'EVENT_TRIGGERED' || !isSound([TRIGGER])) return [];
  if (keepsLive({ place: [TRIGGER], body }) || isJsonObject(valueAt(body, [TRIGGER, 'trigger_attr'])))
    return [];
  const [included = [], others = []] = ['included_filters', 'secondary_included_filters'].map((name) =>
    actionsIn(valueAt(body, [TRIGGER, name]) ?? null, [TRIGGER, name]),
  );
  const [first] = included;
  if (!first || [...included, ...others].some(({ action }) => action.executed !== false)) return [];
  const message = 'executed is false for every event of the trigger, so nothing triggers the message';
  const hint =
    'write executed: true for the event that triggers it; what users must not do belongs in secondary_included_filters';
  return [onValue([...first.path, 'executed'], 'W_AUDIENCE', message, hint)];
};

/** Filters on actions, at any depth. */
function actionsIn(value: JsonValue, path: Path): { readonly action: JsonObject; readonly path: Path }[] {
  if (!isJsonObject(value)) return [];
  const { filter_type: type, filters } = value;
  if (type === 'actions') return [{ action: value, path }];
  return isList(filters) ? filters.flatMap((one, index) => actionsIn(one, [...path, 'filters', index])) : [];
}
