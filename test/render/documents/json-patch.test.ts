import fc from 'fast-check';
import fastJsonPatch, { type Operation as PatchOperation } from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/model/canonical.ts';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import { jsonPatch } from '../../../src/render/documents/json-patch.ts';
import { draws } from '../../support/draws.ts';

const RUNS = draws(400);

const patch = (before: JsonObject | undefined, after: JsonObject | undefined) =>
  jsonPatch(before && canonical('utm_params', before), after && canonical('utm_params', after));

/** Names that a pointer must escape or might mistake for an index, and plain ones; only a few, so that they occur together. */
const names = fc.constantFrom('a', 'b', '0', '1', '10', 'x/y', 'x~1', 'tags', 'start_time');
const leaf = fc.constantFrom<JsonValue>(null, true, 0, 1, '', 'x', 'a\nb', '2031-05-01T09:00');
const { value } = fc.letrec<{ value: JsonValue; object: JsonObject; list: JsonValue[] }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, tie('object'), tie('list')),
  object: fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  list: fc.array(tie('value'), { maxLength: 4 }),
}));
const component = fc.dictionary(names, value, { maxKeys: 5 });

describe('for any two components', () => {
  it('applying the operations to live gives desired, and each old value is the one that live has there', () => {
    fc.assert(
      fc.property(component, component, (live, desired) => {
        const start = canonical('utm_params', live);
        const patched = fastJsonPatch.applyPatch(structuredClone(start), steps(live, desired), true);
        expect(patched.newDocument).toEqual(canonical('utm_params', desired));
        for (const { op, path, was } of patch(live, desired)) {
          if (op === 'add') expect(was).toBeUndefined();
          else expect(was).toEqual(fastJsonPatch.getValueByPointer(start, path));
        }
      }),
      RUNS,
    );
  });
});

it('the order of operations inside list entries follows the list', () => {
  const at = (values: JsonValue[]) => ({ a: values.map((one) => ({ at: one })) });
  const list = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const edited = list.map((one) => (one === 2 || one === 10 ? 'x' : one));
  expect(patch(at(list), at(edited)).map(({ path }) => path)).toEqual(['/a/2/at', '/a/10/at']);
});

function steps(live: JsonObject, desired: JsonObject): PatchOperation[] {
  return structuredClone(patch(live, desired)).map(({ op, path, value: after }): PatchOperation =>
    op === 'remove' ? { op, path } : { op, path, value: after },
  );
}
