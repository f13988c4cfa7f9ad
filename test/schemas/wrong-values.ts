import { isOf } from './coverage.ts';
import { PASSING } from './passing.ts';
import { follow, withValue, type Field, type Steps } from './places.ts';
import { exampleFiles, isMap, resolved, type Json, type JsonMap } from './schemas.ts';

// Mistakes made from the tables: a passing campaign with one value that its table doesn't list.

export const campaigns = [
  ...PASSING.map(({ campaign }) => campaign),
  ...exampleFiles().map((file) => resolved(file, 'local')),
]
  .map((campaign) => ({ campaign, size: JSON.stringify(campaign).length }))
  .sort((a, b) => a.size - b.size)
  .map(({ campaign }) => campaign);

/** Something of every type. */
const SAMPLES: readonly Json[] = [null, true, 'x', 5, 1.5, [], {}];

/** A passing campaign with one value changed. */
export interface Wrong {
  readonly field: Field;
  readonly campaign: JsonMap;
  readonly at: Steps;
  readonly value: Json;
}

/** The smallest campaign that has the field, alone, with another value there. */
export function wrongValues(field: Field, values: readonly Json[]): Wrong[] {
  const known = smallest.get(field) ?? smallestWith(field);
  smallest.set(field, known);
  const [alone, at] = known;
  return at.length === 0
    ? []
    : values.map((value) => ({ field, campaign: withValue(alone, at, value) as JsonMap, at, value }));
}

const smallest = new Map<Field, [campaign: Json, at: Steps]>();

function smallestWith({ channel, path }: Field): [campaign: Json, at: Steps] {
  for (const campaign of campaigns) {
    const [found] = campaign.channel === channel ? follow(campaign, path) : [];
    if (!found) continue;
    const kept = Object.entries(campaign).filter(([name]) => NEEDED.includes(name) || name === found.at[0]);
    return onlyOnTheWay(Object.fromEntries(kept), found.at);
  }
  return [null, []];
}

const NEEDED = ['channel', 'campaign_delivery_type', 'basic_details', 'trigger_condition'];

/** A value whose lists hold one item only, the one that leads to a place: less to read for every row. */
function onlyOnTheWay(value: Json, [step, ...rest]: Steps): [Json, Steps] {
  if (Array.isArray(value)) {
    const [item, way] = onlyOnTheWay(value[Number(step ?? 0)] ?? null, rest);
    return [value.length === 0 ? [] : [item], step === undefined ? [] : [0, ...way]];
  }
  if (!isMap(value)) return [value, []];
  const members = Object.entries(value).map(([name, member]) => {
    const [short, way] = onlyOnTheWay(member, name === step ? rest : []);
    return { name, short, way: name === step ? [name, ...way] : [] };
  });
  return [
    Object.fromEntries(members.map(({ name, short }) => [name, short])),
    members.flatMap(({ way }) => way),
  ];
}

/** Values of every other type than those of the field. */
export const ofWrongType = (field: Field) =>
  wrongValues(
    field,
    field.types.length === 0 ? [] : SAMPLES.filter((one) => !field.types.some((type) => isOf(type, one))),
  );

/** Each value in small letters, or in capitals where it is small already; and one that no author would write. */
export function ofWrongSpelling(field: Field): Wrong[] {
  const { values = [], anyCase = false } = field;
  if (values.length === 0) return [];
  const spelt = values.flatMap((value) => {
    if (typeof value !== 'string' || anyCase) return [];
    const small = value.toLowerCase();
    return small === value ? [value.toUpperCase()] : [small];
  });
  const others = [...new Set<Json>([...spelt, typeof values[0] === 'number' ? 0.25 : 'NOWHERE'])];
  return wrongValues(
    field,
    others.filter((one) => !values.includes(one)),
  );
}
