import { describe, expect, test } from 'vitest';
import { isMap, readSchema, type Json, type JsonMap } from './schemas.ts';

describe.each(['components', 'campaign', 'workspaces', 'plan', 'result', 'drift'])(
  '%s.schema.json',
  (name) => {
    const schema = readSchema(name);

    test('describes every property', () => {
      expect(undescribed(schema, '#')).toEqual([]);
    });

    test('is self-contained: every reference has a definition in it, and each is used', () => {
      const used = new Set(referencesIn(schema));
      const defined = Object.keys(schema.$defs as JsonMap).map((definition) => `#/$defs/${definition}`);
      expect([...used].sort()).toEqual(defined.sort());
    });

    test('has no identifier that an editor would try to fetch', () => {
      expect(schema.$id).toBeUndefined();
      expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    });
  },
);

test('the hover texts of components are kept by the generator', () => {
  const texts = new Set(descriptionsIn(readSchema('campaign')));
  // A definition's own text is for its readers: an editor shows the text of the place that refers to it.
  const inside = Object.values(readSchema('components').$defs as JsonMap).map((definition) => ({
    ...(definition as JsonMap),
    description: '',
  }));
  const lost = inside.flatMap(descriptionsIn).filter((text) => text !== '' && !texts.has(text));
  expect(lost).toEqual([]);
});

test('names that the service assigns are marked as deprecated', () => {
  const properties = readSchema('campaign').properties as JsonMap;
  const deprecated = Object.keys(properties).filter(
    (name) => (properties[name] as JsonMap).deprecated === true,
  );
  expect(deprecated).toEqual([
    'id',
    'campaign_id',
    'version_number',
    'created_by',
    'created_at',
    'updated_by',
    'updated_at',
    'request_id',
  ]);
});

/** Properties without a description; rules (`if`, `then`, `else`, dependencies) speak of properties described elsewhere. */
function undescribed(schema: Json, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => undescribed(part, `${at}/${index}`));
  if (!isMap(schema)) return [];
  const { properties = {} } = schema;
  const own = isMap(properties) && !isRule(at) ? Object.entries(properties) : [];
  const here = own.filter(
    ([, property]) =>
      isMap(property) && property.description === undefined && !isOnlyOffered(Object.keys(property)),
  );
  return [
    ...here.map(([name]) => `${at}/properties/${name}`),
    ...Object.entries(schema).flatMap(([keyword, part]) => undescribed(part, `${at}/${keyword}`)),
  ];
}

/** What an editor offers at a place that is described further down. */
function isOnlyOffered(keywords: readonly string[]): boolean {
  return keywords.length === 1 && keywords[0] === 'examples';
}

/** A rule is a condition, what follows from it, or a definition named for the need or the limit that it states. */
function isRule(at: string): boolean {
  const rule =
    /\/if(\/|$)|\/(then|else|allOf\/\d+|dependentSchemas\/\$?\w+)$|\$defs\/(needs_\w+|total_limit_only|no_flat_\w+)/;
  return rule.test(at) && !describesContent(at);
}

/** Two branches that do introduce properties: content by its two shapes. */
function describesContent(at: string): boolean {
  return /\$defs\/(push|email)_content\/(then|else)$/.test(at);
}

function referencesIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isMap(schema)) return [];
  const own = typeof schema.$ref === 'string' ? [schema.$ref] : [];
  return [...own, ...Object.values(schema).flatMap(referencesIn)];
}

function descriptionsIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(descriptionsIn);
  if (!isMap(schema)) return [];
  const own = typeof schema.description === 'string' ? [schema.description] : [];
  return [...own, ...Object.values(schema).flatMap(descriptionsIn)];
}
