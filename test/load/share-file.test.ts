import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { mergePatch } from '../../src/load/merge-patch.ts';
import { mergePatchBetween, sharedText } from '../../src/load/writing/share-file.ts';
import { sameJson, type JsonValue } from '../../src/model/json.ts';

const staging = { workspace: 'staging', patch: { connector: { connector_name: 'sandbox' } } };
const OVERRIDE = 'staging:\n    connector:\n      connector_name: sandbox\n';

it.each<[string, string, string | undefined]>([
  ['names in brackets', 'workspaces: [production] # live\nchannel: EMAIL\n', `workspaces: [production, staging] # live\nchannel: EMAIL\noverrides:\n  ${OVERRIDE}`],
  ['names on lines', 'workspaces:\n  - production # live\nchannel: EMAIL', `workspaces:\n  - production # live\n  - staging\nchannel: EMAIL\noverrides:\n  ${OVERRIDE}`],
  ['overrides of others', 'overrides:\n  # why\n  production:\n    status: DRAFT\nworkspaces: [production]\n', `overrides:\n  # why\n  ${OVERRIDE}  production:\n    status: DRAFT\nworkspaces: [production, staging]\n`],
  ['overrides in braces', 'workspaces: [production]\noverrides: { production: { status: DRAFT } }\n', undefined],
  ['names by an anchor', 'workspaces: &all [production]\n', undefined],
  ['no names', 'channel: EMAIL\n', undefined],
  ['Windows line ends', 'workspaces: [production]\r\n', undefined],
  ['no YAML', 'a: [', undefined],
])('%s: the workspace and its override are added, and nothing else changes', (_, before, after) => {
  expect(sharedText(before, staging)).toBe(after);
}); // prettier-ignore

it('adds only the name if nothing differs', () => {
  expect(sharedText('workspaces: [a]\n', { workspace: 'b', patch: {} })).toBe('workspaces: [a, b]\n');
});

it('reads back unchanged, with the override', () => {
  const text = sharedText('workspaces: [production]\nchannel: EMAIL\n', {
    workspace: 'staging',
    patch: { a: null, b: 'no: #1', c: ['x\n\ny '], d: '' },
  });
  expect(parse(text ?? '')).toMatchObject({
    overrides: { staging: { a: null, b: 'no: #1', c: ['x\n\ny '], d: '' } },
  });
});

it('creates a patch that gives the other value, whatever the two are', () => {
  const leaf = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.boolean(), fc.constant([1, 2]));
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, value, (before, after) => {
      const patch = mergePatchBetween(before, after);
      expect(sameJson(patch === undefined ? before : mergePatch(before, patch), after)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
