import { describe, expect, it, test } from 'vitest';
import components from '../../schemas/components.schema.json' with { type: 'json' };
import { checkShape } from '../../src/load/shape.ts';
import { campaignRoot, schemasAt, valuesIn } from '../../src/load/schema/schema-place.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../../src/model/json.ts';
import { load, workspace } from '../support/load/marked.ts';
import { PASSING, withValue } from './passing.ts';
import { checker, exampleFiles, resolved, workspaceNames } from './schemas.ts';

// The schema, and campaigns without a mistake that show every field and value of it.

const examples = exampleFiles().flatMap((file) =>
  workspaceNames().map((name) => ({ what: `${file} for ${name}`, campaign: resolved(file, name) })),
);
const passing = [...examples, ...PASSING];

describe('a passing campaign', () => {
  const asFile = checker('campaign');
  const asCampaign = checker('components');
  const everything = workspace({ features: ['queuing', 'audience_limit'] });

  test.each(passing)('is accepted by both schemas and loads without a word: $what', ({ campaign }) => {
    expect(asCampaign(campaign)).toEqual([]);
    expect(asFile(campaign)).toEqual([]);
    const { diagnostics, desired } = load(
      { 'a.yaml': JSON.stringify(campaign) },
      { workspaces: [everything] },
    );
    expect(diagnostics).toEqual([]);
    expect(desired.get('local')).toHaveLength(1);
  });
});

function placesIn(value: JsonValue, at: Path = []): Path[] {
  const entries = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, inner]) => [[...at, step], ...placesIn(inner as JsonValue, [...at, step])]);
}

const places = passing.flatMap(({ campaign }) =>
  placesIn(campaign).map((path) => {
    const schemas = schemasAt(campaignRoot(campaign.channel), path);
    return { campaign, path, value: valueAt(campaign, path) ?? null, schemas };
  }),
);

/** The fields of a schema and of everything inside it, by their places in the schema. */
function fieldsOf(schema: JsonValue, at: string): (readonly [string, JsonObject])[] {
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, part]) => {
    const own = name === 'properties' && isJsonObject(part) ? Object.entries(part) : [];
    const here = own.flatMap(([field, one]) => (isJsonObject(one) ? [[`${at}.${field}`, one] as const] : []));
    const inside = Array.isArray(part) ? part : [part];
    return [
      ...here,
      ...inside.flatMap((one: JsonValue) => fieldsOf(one, name === 'properties' ? at : `${at}.${name}`)),
    ];
  });
}

it('each field and each value of the schema is in a passing campaign', () => {
  const shown = new Set(places.flatMap(({ schemas }) => schemas));
  const values = new Map<JsonObject, JsonValue[]>();
  for (const { schemas, value } of places)
    for (const one of schemas) values.set(one, [...(values.get(one) ?? []), value]);
  const lacking = fieldsOf(components.$defs as unknown as JsonObject, '').flatMap(([name, schema]) => {
    if (!shown.has(schema)) return [name];
    return valuesIn([schema])
      .filter((value) => values.get(schema)?.includes(value) !== true)
      .map((value) => `${name} ${value}`);
  });
  // Drafts have no live activities. Other spellings of a level load with a warning. Conditions show nothing.
  const excluded = /broadcast_live_activity_id$|interruption_level [A-Z][a-z ]+$|\.if\./;
  expect(lacking.filter((one) => !excluded.test(one))).toEqual([]);
});

/** One place of each kind: indexes don't matter. */
const kinds = new Map(
  places.map((one) => [
    JSON.stringify([one.campaign.channel, one.path.map((step) => (typeof step === 'number' ? 0 : step))]),
    one,
  ]),
);

it('a value of another type is one error, at its place', () => {
  const typed = [...kinds.values()].filter(({ schemas }) =>
    schemas.some((one) =>
      ['type', 'enum', 'const', 'properties'].some((keyword) => Object.hasOwn(one, keyword)),
    ),
  );
  const wrong = typed.flatMap(({ campaign, path, value }) => {
    const changed = withValue(campaign, path, typeof value === 'object' ? 'x' : {});
    const found = checkShape(changed as JsonObject).map((one) => one.path.join('.'));
    return found.length === 1 && found[0] === path.join('.') ? [] : [`${path.join('.')}: ${found.join(' ')}`];
  });
  expect(wrong).toEqual([]);
});

it('a value of a closed list in another case is one error, at its place', () => {
  const wrong = [...kinds.values()].flatMap(({ campaign, path, value, schemas }) => {
    if (typeof value !== 'string' || !valuesIn(schemas).includes(value)) return [];
    const other = value.toLowerCase() === value ? value.toUpperCase() : value.toLowerCase();
    const found = checkShape(withValue(campaign, path, other) as JsonObject).map((one) => one.path.join('.'));
    return found.length === 1 && found[0] === path.join('.') ? [] : [`${path.join('.')}: ${found.join(' ')}`];
  });
  expect(wrong).toEqual([]);
});
