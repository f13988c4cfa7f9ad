import { isScalar, type YAMLMap } from 'yaml';
import { CONTENT_KEYS } from '../../model/channel.ts';
import { clip } from '../../model/show.ts';

// If the dash of an entry or the name of a map is deleted, its fields join the ones above, so that names occur twice.

/** Whether the first field of a map occurs again, together with others: another map begins there. */
export function repeatsMap({ flow, items }: YAMLMap, key: unknown): boolean {
  if (flow === true || !isScalar(key)) return false;
  const names = items.map((item) => (isScalar(item.key) ? item.key.value : undefined));
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) < at));
  return names[0] === key.value && repeated.size > 1;
}

/** What to do about a name that occurs twice, if another map may begin there. */
export function hintForDuplicate(name: string, isRepeatedMap: boolean): string | undefined {
  const isContent = CONTENT_KEYS.includes(name);
  if (!isRepeatedMap && !isContent) return undefined;
  const what = isContent ? 'variation begins here, write its name, such as variation_2:,' : named(name);
  return what === undefined
    ? `if another entry of a list begins here, write "- ${clip(name)}: …"`
    : `if another ${what} on the line above, with 2 fewer spaces than this line`;
}

function named(name: string): string | undefined {
  if (name === 'filter_operator')
    return 'group of filters begins here, write its name, such as excluded_filters:,';
  return /^variation_\d+$/.test(name) ? 'language begins here, write its name' : undefined;
}
