import type { Detail } from '../failure.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';

/**
 * Fields and list entries that a component may hold, however deep. A thousand filters are some ten thousand, a hundred
 * locales of ten variations on three platforms some fifty thousand. More would take the schema check longer than a
 * second where each is wrong, as it collects every mistake.
 */
export const COMPONENT_VALUES = 100_000;

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
    errors: [...large].map((target) => ({
      target,
      message: `${target} holds more than ${COMPONENT_VALUES.toLocaleString('en-US')} values`,
    })),
  };
}

/** Counts no further than it must, and without recursion. */
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

/** A filter may compare with many values, and the schema doesn't check them. */
function isComparedWith(name: string, member: JsonValue): boolean {
  return name === 'value' && isList(member) && !member.some((entry) => typeof entry === 'object');
}
