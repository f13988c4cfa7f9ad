import { COMPONENTS } from '../campaign/campaign-record.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';
import type { RESPELLINGS } from './quirk-table.ts';
import type { Quirks } from './quirks.ts';

/** The position of a value, as far as respelling depends on it. */
interface Place {
  readonly component: string;
  /** The name of the nearest enclosing field. */
  readonly field: string;
}

/**
 * A record with its components respelled for reading. What is stored doesn't change. Respelling is idempotent, so a
 * client may send back what it read. Open point W32.
 */
export function respelled(record: JsonObject, quirks: Quirks): JsonObject {
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
