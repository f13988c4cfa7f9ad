import { detail, type Detail } from '../failure.ts';
import { isList, without, type JsonObject, type JsonValue } from '../json.ts';

/**
 * The most fields and list entries that a component may have at all levels together. A thousand filters have about ten
 * thousand; a hundred locales with ten variations on three platforms have about fifty thousand. With more, the schema
 * check would take longer than a second if every value is invalid, because it collects all errors.
 */
const COMPONENT_VALUES = 100_000;

/** Separates the components that are small enough to be checked from the others, and returns errors for these. */
export function bySize(components: JsonObject): {
  readonly fit: JsonObject;
  readonly errors: readonly Detail[];
} {
  const large = Object.keys(components).filter((name) => isLarge(components[name]));
  const problem = `contains more than ${COMPONENT_VALUES.toLocaleString('en-US')} values`;
  return { fit: without(components, large), errors: large.map((name) => detail(name, problem)) };
}

/** Stops counting at the limit, and doesn't use recursion. */
function isLarge(component: JsonValue | undefined): boolean {
  const open = [component];
  let count = 0;
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here !== 'object' || here === null) continue;
    const members: [string, JsonValue][] = Object.entries(here);
    count += members.length;
    if (count > COMPONENT_VALUES) return true;
    for (const member of members) if (!isComparedWith(member)) open.push(member[1]);
  }
  return false;
}

/** The list of values that a filter compares with may be long, and the schema doesn't check its entries. */
function isComparedWith([name, member]: [string, JsonValue]): boolean {
  return name === 'value' && isList(member) && !member.some((entry) => typeof entry === 'object');
}
