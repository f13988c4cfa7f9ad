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

function referencesIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isMap(schema)) return [];
  const own = typeof schema.$ref === 'string' ? [schema.$ref] : [];
  return [...own, ...Object.values(schema).flatMap(referencesIn)];
}
