import { isMap, readSchema, type Json, type JsonMap } from './schemas.ts';

/** Keywords whose schemas apply to the same place as the schema that contains them. */
const HERE = ['then', 'else', 'if', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas'];

interface Around {
  /** Definitions that are being read. */
  readonly open: readonly string[];
  /** Whether values are compared here, and not allowed. */
  readonly isCondition: boolean;
}

/** What a name that a pattern describes is called in the tables. */
const PATTERNED: Readonly<Record<string, string>> = {
  variation: 'variation_1',
  utm: 'utm_season',
};

/**
 * Every place that the schema of a channel's campaigns knows by name, as `basic_details.platforms[]`, with the
 * texts that it names there as possible values.
 */
export function placesOfSchema(channel: 'push' | 'email'): ReadonlyMap<string, ReadonlySet<string>> {
  const root = readSchema('components');
  const definitions = root.$defs as JsonMap;
  const places = new Map<string, Set<string>>();
  walk(definitions[`${channel}_campaign`] ?? null, '', { open: [], isCondition: false });
  return places;

  function walk(schema: Json, at: string, around: Around): void {
    if (!isMap(schema)) return;
    for (const value of [schema.enum ?? [], schema.const ?? []].flat()) {
      if (typeof value === 'string' && !around.isCondition) places.get(at)?.add(value);
    }
    const { $ref, properties, patternProperties, additionalProperties, items } = schema;
    if (typeof $ref === 'string') {
      const name = $ref.replace('#/$defs/', '');
      // A group of conditions may be inside a group: its members are listed once.
      if (!around.open.includes(name)) {
        walk(definitions[name] ?? null, at, { ...around, open: [...around.open, name] });
      }
    }
    for (const [name, member] of entriesOf(properties)) walkMember(name, member);
    for (const [pattern, member] of entriesOf(patternProperties)) {
      const [, name = ''] = /^\^([a-z]+)_/.exec(pattern) ?? [];
      walkMember(PATTERNED[name] ?? pattern, member);
    }
    if (isMap(additionalProperties ?? null)) walkMember('German', additionalProperties ?? null);
    if (isMap(items ?? null)) {
      note(`${at}[]`);
      walk(items ?? null, `${at}[]`, around);
    }
    for (const keyword of HERE) {
      const part = schema[keyword] ?? null;
      const parts = Array.isArray(part) ? part : keyword === 'dependentSchemas' ? valuesOf(part) : [part];
      for (const one of parts) {
        walk(one, at, keyword === 'if' ? { ...around, isCondition: true } : around);
      }
    }

    function note(place: string): void {
      if (!places.has(place)) places.set(place, new Set());
    }

    function walkMember(name: string, member: Json): void {
      // `false` means that the name isn't allowed here.
      if (member === false) return;
      const here = nested(at === '' ? name : `${at}.${name}`);
      note(here);
      walk(member, here, around);
    }
  }
}

/** A group within a group has the places of the group around it. */
function nested(place: string): string {
  return place.replace(/filters\[\]\.(filters|filter_operator)$/, '$1');
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isMap(value ?? null) ? Object.entries(value as JsonMap) : [];
}

function valuesOf(value: Json): Json[] {
  return isMap(value) ? Object.values(value) : [];
}
