import { isScalar, type YAMLMap } from 'yaml';
import { CONTENT_KEYS } from '../../model/channel.ts';
import { clip } from '../../model/show.ts';

// If the dash of an entry or the name of a map is deleted, its fields join the ones above, so that names occur twice.

/** The first field of a filter. */
const FILTER = 'filter_type';

/**
 * Whether another map begins at a name that occurs twice: the first field of a map occurs again, together with others.
 * A filter of another type has other fields, and without the whole line of its dash, the first field doesn't occur.
 */
export function repeatsMap(map: YAMLMap, key: unknown): boolean {
  const { flow, items } = map;
  if (flow === true || !isScalar(key)) return false;
  const names = namesOf(map);
  const repeated = repeatedIn(names);
  if (repeatsCampaign(map)) return true;
  const at = items.findIndex((item) => item.key === key);
  const isBetween = at > 1 && at < items.length - 1;
  if (names[0] === FILTER && isBetween && (key.value === FILTER || !repeated.has(FILTER))) return true;
  return names[0] === key.value && repeated.size > 1;
}

/** Whether the two keys that every campaign has occur twice: a second campaign was pasted below the first one. */
export function repeatsCampaign(map: YAMLMap): boolean {
  const repeated = repeatedIn(namesOf(map));
  return ['channel', 'campaign_delivery_type'].every((name) => repeated.has(name));
}

function namesOf({ items }: YAMLMap): unknown[] {
  return items.map((item) => (isScalar(item.key) ? item.key.value : undefined));
}

function repeatedIn(names: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(names.filter((name, at) => names.indexOf(name) < at));
}

/** The name right above a key that occurs twice, if it has no value: the key may belong to it. */
export function emptyAbove({ flow, items }: YAMLMap, key: unknown): string | undefined {
  const above = items[items.findIndex((item) => item.key === key) - 1];
  if (flow === true || !above || !isScalar(above.key)) return undefined;
  const isEmpty = above.value === null || (isScalar(above.value) && above.value.value === null);
  return isEmpty ? String(above.key.value) : undefined;
}

/** What to do about a name that occurs twice, if another map may begin there. */
export function hintForDuplicate(
  { items }: YAMLMap,
  name: string,
  isRepeatedMap: boolean,
): string | undefined {
  const isContent = CONTENT_KEYS.includes(name);
  if (!isRepeatedMap && !isContent) return undefined;
  const what = isContent ? 'variation begins here, write its name, such as variation_2:,' : named(name);
  const [first] = items;
  if (isScalar(first?.key) && first.key.value === FILTER && name !== FILTER)
    return `if another filter begins here, write "- ${FILTER}: …" on the line above; otherwise, keep one of the two`;
  return what === undefined
    ? `if another entry of a list begins here, write "- ${clip(name)}: …"`
    : `if another ${what} on the line above, with 2 fewer spaces than this line`;
}

function named(name: string): string | undefined {
  if (name === 'filter_operator')
    return 'group of filters begins here, write its name, such as excluded_filters:,';
  return /^variation_\d+$/.test(name) ? 'language begins here, write its name' : undefined;
}
