import { COMPONENTS, isDraftChannel, type CampaignRecord } from '../campaign/campaign-record.ts';
import {
  without,
  type JsonObject,
  isJsonObject,
  isList,
  valueAt,
  type JsonValue,
  defined,
  textAt,
} from '../json.ts';
import type { Quirks, RESPELLINGS } from './quirks.ts';
import { startInstant } from '../campaign/lifecycle.ts';

interface View {
  readonly quirks: Quirks;
  readonly nextRead: () => number;
}

/** A record as the get operation shows it. Open points W3, W5 and W32. */
export function presentRecord(record: CampaignRecord, view: View): JsonObject {
  return withShownFields(respelled(readViewOf(record, view.quirks), view.quirks), view);
}

/** A record as the search operation shows it. Open point W13. */
export function presentRow(record: CampaignRecord, view: View): JsonObject {
  const whole = presentRecord(record, view);
  if (!view.quirks.has('search-rows')) return whole;
  const { channel } = record;
  // On other channels the connector is a field of the record instead of a component.
  const components = COMPONENTS[isDraftChannel(channel) ? channel : 'PUSH'];
  return without(
    whole,
    components.filter((name) => name !== 'basic_details'),
  );
}

/** A record with fields that the service itself adds: late defaults, and moving values (W32). */
function withShownFields(record: JsonObject, { quirks, nextRead }: View): JsonObject {
  const put = (name: 'late-default' | 'moving-value', shown: JsonObject, value: ValueOf): JsonObject =>
    quirks.values(name).reduce((before, path) => withField(before, path.split('.'), value), shown);
  const whole = put('late-default', record, (before) => before ?? false);
  return put('moving-value', whole, () => String(nextRead()));
}

type ValueOf = (before: JsonValue | undefined) => JsonValue;

/** The record with the field added. Unchanged if the component is missing. */
function withField(
  record: JsonObject,
  [component = '', ...fields]: readonly string[],
  value: ValueOf,
): JsonObject {
  const before = record[component];
  return isJsonObject(before) ? { ...record, [component]: putAt(before, fields, value) } : record;
}

/** A path through a list continues in each element, and one that leads into a plain value changes nothing. */
function putAt(inner: JsonValue, path: readonly string[], value: ValueOf): JsonValue {
  if (isList(inner)) return inner.map((element) => putAt(element, path, value));
  const [field = '', ...deeper] = path;
  if (!isJsonObject(inner)) return inner;
  const before = valueAt(inner, field);
  return { ...inner, [field]: deeper.length === 0 ? value(before) : putAt(before ?? {}, deeper, value) };
}

/** A record as reads show it: its schedule in one of three spellings (W5), without the comment (W3). */
function readViewOf(record: CampaignRecord, quirks: Quirks): JsonObject {
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

/** The documented view: frequency and time of day if periodic, otherwise the start in UTC. */
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

/** The position of a value, as far as respelling depends on it. */
interface Place {
  readonly component: string;
  readonly field: string;
}

/** A record with respelled components. Respelling is idempotent, so it may be sent back (W32). */
function respelled(record: JsonObject, quirks: Quirks): JsonObject {
  const respellings = new Set(quirks.values('respell').flatMap((list) => list.split(',')));
  if (respellings.size === 0) return record;
  const components = [...COMPONENTS.PUSH, ...COMPONENTS.EMAIL];
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      components.includes(name)
        ? respelledValue(value, { component: name, field: name }, respellings)
        : value,
    ]),
  );
}

function respelledValue(value: JsonValue, place: Place, respellings: ReadonlySet<string>): JsonValue {
  if (typeof value === 'string') {
    return TEXTS.reduce(
      (text, [name, change]) => (respellings.has(name) ? change(text, place) : text),
      value,
    );
  }
  if (isList(value)) return value.map((member) => respelledValue(member, place, respellings));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value)
    .map(([field, member]) => [field, respelledValue(member, { ...place, field }, respellings)] as const)
    .filter(([, member]) => !respellings.has('drop-empty') || !isEmpty(member));
  return Object.fromEntries(members);
}

/** The effect of each respelling on a text, in the order of application. */
const TEXTS: readonly (readonly [(typeof RESPELLINGS)[number], (text: string, place: Place) => string])[] = [
  ['trim', (text) => text.trim()],
  ['nfc', (text) => text.normalize('NFC')],
  ['utc', inUtcSpelling],
  ['entities', (text, { component }) => (component === 'campaign_content' ? withEntities(text) : text)],
];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** An ampersand that already starts one of these entities stays. */
function withEntities(text: string): string {
  return text.replace(/&(?!(?:amp|lt|gt|quot|#39);)|[<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Spells the zone `UTC` as `Etc/UTC` and offsets without a colon. */
function inUtcSpelling(text: string, { field }: Place): string {
  if (field === 'timezone' || field === 'time_zone') return text === 'UTC' ? 'Etc/UTC' : text;
  return text.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?[+-]\d{2}):(\d{2})$/, '$1$2');
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
