import { describe, expect, test } from 'vitest';
import { isMap, readSchema, type Json, type JsonMap } from './schemas.ts';

describe.each(['components', 'campaign', 'workspaces', 'plan', 'result', 'drift'])(
  '%s.schema.json',
  (name) => {
    const schema = readSchema(name);

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
