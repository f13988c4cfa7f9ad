import { detail, type Detail } from '../failure.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';

/**
 * The most fields and list entries that a component may have at all levels together. A thousand filters have about ten
 * thousand; a hundred locales with ten variations on three platforms have about fifty thousand. With more, the schema
 * check would take longer than a second if every value is invalid, because it collects all errors.
 */
const COMPONENT_VALUES = 100_000;

/** The components to check, and errors for those that are too large to check. */
export interface SizedComponents {
  readonly fit: JsonObject;
  readonly errors: readonly Detail[];
}

/** Separates the components that are small enough to be checked from the others. */
export function bySize(components: JsonObject): SizedComponents {
  const large = new Set(Object.keys(components).filter((name) => isLarge(components[name])));
  return {
    fit: Object.fromEntries(Object.entries(components).filter(([name]) => !large.has(name))),
    errors: [...large].map((target) =>
      detail(target, `contains more than ${COMPONENT_VALUES.toLocaleString('en-US')} values`),
    ),
  };
}

/** Stops counting at the limit, and doesn't use recursion. */
function isLarge(component: JsonValue | undefined): boolean {
  const open = [component];
  let count = 0;
  while (open.length > 0) {
    const here = open.pop();
    count += isList(here) ? here.length : isJsonObject(here) ? Object.keys(here).length : 0;
    if (count > COMPONENT_VALUES) return true;
    for (const member of inner(here)) open.push(member);
  }
  return false;
}

function inner(value: JsonValue | undefined): readonly JsonValue[] {
  if (isList(value)) return value.filter((entry) => typeof entry === 'object');
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member !== 'object' || isComparedWith(name, member) ? [] : [member],
  );
}

/** The list of values that a filter compares with may be long, and the schema doesn't check its entries. */
function isComparedWith(name: string, member: JsonValue): boolean {
  return name === 'value' && isList(member) && !member.some((entry) => typeof entry === 'object');
}
