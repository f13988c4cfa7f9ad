import { isEmpty, canonical } from '../model/canonical.ts';
import { pointer, withoutLeaves } from '../model/component-leaves.ts';
import {
  componentNames,
  inCanonicalOrder,
  isComponentName,
  type ComponentName,
  type Components,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { isJsonObject, isList, sameJson, valueAt, type JsonObject, type JsonValue } from '../model/json.ts';
import { written } from '../model/read-view.ts';
import { isDefault } from '../model/verify.ts';
import { inPreferredWords } from '../load/preferred-spelling.ts';
import { checkShape } from '../load/shape.ts';
import { inSchemaOrder } from './entry-order.ts';

// A live campaign as a person would write it. The service's answer holds more than that: empty values, and schedules in
// words that can't be sent back (open point W5). Content keeps its locale and its variation, and values their types. The canonical
// form treats every rewrite here as equal, so the file means the same as the live campaign. What can't be rewritten
// that way stays as it is.

/** What a file can say about a live campaign. */
export interface WrittenComponents {
  readonly components: Components;
  /** Components that a read shows only in part, so that no file could send them whole: they are left to the service. */
  readonly notShownWhole: readonly ComponentName[];
  /** Leaves that look like defaults of the service and that no request accepts: the file leaves them out. */
  readonly leftToService: LeavesByComponent;
}

/** The components of a live campaign in a form that can be sent, without leaves that change by themselves. */
export function writtenComponents(
  { channel, deliveryType, components: live }: Pick<Live, 'channel' | 'deliveryType' | 'components'>,
  changing: LeavesByComponent = {},
): WrittenComponents {
  const steady = inCanonicalOrder(componentNames(live)).map(
    (name) => [name, withoutLeaves(name, live[name], changing[name] ?? []) ?? {}] as const,
  );
  const said: Components = Object.fromEntries(
    steady.flatMap(([name, value]) => {
      const own = isShownInPart(name, value) ? {} : sendable(name, value);
      return Object.keys(own).length === 0 ? [] : [[name, inSchemaOrder(channel, name, own)]];
    }),
  );
  const leftToService = refusedDefaults({ channel, campaign_delivery_type: deliveryType, ...said });
  const kept = componentNames(leftToService).map(
    (name) => [name, withoutLeaves(name, said[name], leftToService[name] ?? []) ?? {}] as const,
  );
  return {
    components: { ...said, ...Object.fromEntries(kept) },
    notShownWhole: steady.flatMap(([name, value]) => (isShownInPart(name, value) ? [name] : [])),
    leftToService,
  };
}

/** Open point W32: a default that the service gives to all campaigns may be a value that no request accepts. */
function refusedDefaults(body: JsonObject): LeavesByComponent {
  const refused = new Map<ComponentName, string[]>();
  for (const { code, path } of checkShape(body)) {
    const [name, ...below] = path;
    // The service accepts unknown fields, except in tracking parameters.
    const isAccepted = /^UNKNOWN_/.test(code) && name !== 'utm_params';
    if (isAccepted || typeof name !== 'string' || !isComponentName(name)) continue;
    if (isDefault(pointer(path), valueAt(body, path)))
      refused.set(name, [...(refused.get(name) ?? []), pointer(below)]);
  }
  return Object.fromEntries(refused);
}

/** A component of a live campaign in a form that can be sent, as far as a read shows it. */
export function sendable(name: ComponentName, value: JsonObject): JsonObject {
  // The canonical form uses the names of a request, with times in their time zone.
  const requested =
    name === 'scheduling_details' && isReadView(value) ? canonical('scheduling_details', value) : value;
  const plain = withoutEmpty(inPreferredWords(requested, [name]));
  const said = isJsonObject(plain) ? plain : {};
  return sameJson(canonical(name, said), canonical(name, value)) ? said : requested;
}

/** Whether a schedule is in the service's own words, so that some of its written values may not be visible. */
function isReadView(schedule: JsonObject): boolean {
  return !sameJson(written(schedule), schedule);
}

/** A timed schedule without a date, or a periodic one without its details, as `documented` views show them. */
function isShownInPart(name: ComponentName, schedule: JsonObject): boolean {
  if (name !== 'scheduling_details' || !isReadView(schedule)) return false;
  const { delivery_type: type, frequency, periodic_details: details } = schedule;
  const { start_time: start } = canonical(name, schedule);
  const hasDate = typeof start === 'string' && /^\d{4}-\d\d-\d\dT/.test(start);
  const isPeriodic = type === 'PERIODIC' || frequency !== undefined;
  return !hasDate || (isPeriodic && !isJsonObject(details));
}

/** Open point W3: empty members are left out, at every depth; entries of lists stay. */
function withoutEmpty(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]): [string, JsonValue] => [name, withoutEmpty(member)])
      .filter(([, member]) => !isEmpty(member)),
  );
}

/** The comment in the file about a component that the service shows only in part. */
export function notShownComment(name: ComponentName): string {
  return `${name}: the service shows only part of it, so it is not in this file.`;
}
