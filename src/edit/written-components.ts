import { isEmpty, canonical, pointer } from '../model/canonical.ts';
import {
  componentNames,
  inCanonicalOrder,
  isComponentName,
  type ComponentName,
  type Components,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import { withoutLeaves } from '../model/component-leaves.ts';
import { isJsonObject, isList, sameJson, valueAt, type JsonObject, type JsonValue } from '../model/json.ts';
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

/** If a file would be refused, `without-defaults` leaves out what looks like a default of the service and can't be sent. */
export const WORDINGS = ['plain', 'without-defaults'] as const;
export type Wording = (typeof WORDINGS)[number];

/** The components of a live campaign in a form that can be sent, without leaves that change by themselves. */
export function writtenComponents(
  live: Pick<Live, 'channel' | 'deliveryType' | 'components'>,
  { changing = {}, wording }: { readonly changing?: LeavesByComponent; readonly wording: Wording },
): WrittenComponents {
  const notShownWhole: ComponentName[] = [];
  const written = inCanonicalOrder(componentNames(live.components)).flatMap(
    (name): [ComponentName, JsonObject][] => {
      const steady = withoutLeaves(name, live.components[name], changing[name] ?? []) ?? {};
      if (isShownInPart(name, steady)) {
        notShownWhole.push(name);
        return [];
      }
      const said = sendable(name, steady);
      if (Object.keys(said).length === 0) return [];
      return [[name, inSchemaOrder(live.channel, name, said)]];
    },
  );
  const components: Components = Object.fromEntries(written);
  return wording === 'without-defaults'
    ? { ...withoutRefusedDefaults(live, components), notShownWhole }
    : { components, notShownWhole, leftToService: {} };
}

/** Open point W32: a default that the service gives to all campaigns may be a value that no request accepts. */
function withoutRefusedDefaults(
  { channel, deliveryType }: Pick<Live, 'channel' | 'deliveryType'>,
  components: Components,
): Pick<WrittenComponents, 'components' | 'leftToService'> {
  const body: JsonObject = { channel, campaign_delivery_type: deliveryType, ...components };
  const refused = checkShape(body).flatMap(({ code, path }): [ComponentName, string][] => {
    const [name, ...below] = path;
    // The service accepts unknown fields, except in tracking parameters.
    const isAccepted = /^UNKNOWN_/.test(code) && name !== 'utm_params';
    const isOne =
      !isAccepted &&
      typeof name === 'string' &&
      isComponentName(name) &&
      isDefault(pointer(path), valueAt(body, path));
    return isOne ? [[name, pointer(below)]] : [];
  });
  const names = [...new Set(refused.map(([name]) => name))];
  const paths = (name: ComponentName) => refused.filter(([one]) => one === name).map(([, at]) => at);
  const kept = names.map((name) => [name, withoutLeaves(name, components[name], paths(name)) ?? {}] as const);
  return {
    components: { ...components, ...Object.fromEntries(kept) },
    leftToService: Object.fromEntries(names.map((name) => [name, paths(name)])),
  };
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

/** Names that exist only in a read view, and delivery types that can't be sent. */
const READ_NAMES = ['schedule_time', 'time_zone', 'frequency'];
const READ_TYPES: readonly JsonValue[] = ['SCHEDULED', 'PERIODIC'];

/** Whether a schedule is in the service's own words, so that some of its written values may not be visible. */
function isReadView(schedule: JsonObject): boolean {
  const { delivery_type: type } = schedule;
  return READ_NAMES.some((name) => schedule[name] !== undefined) || READ_TYPES.some((one) => one === type);
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
