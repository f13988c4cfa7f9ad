import { expect, it } from 'vitest';
import { copyText, withFormerVariables } from '../../../src/app/replacing/campaign-texts.ts';
import { parse } from 'yaml';
import type { JsonObject } from '../../../src/model/json.ts';

const BODY = 'channel: EMAIL\nbasic_details: { name: A }\n';
const OWN = 'campaigns/.schemas/campaign.schema.json';

it.each([
  [
    'a path',
    '# yaml-language-server: $schema=../.schemas/campaign.schema.json\n',
    OWN,
    '../../.schemas/campaign.schema.json',
  ],
  [
    'a path without dots',
    '# yaml-language-server: $schema=campaign.schema.json\n',
    OWN,
    '../../promo/campaign.schema.json',
  ],
  [
    'an address',
    '# yaml-language-server: $schema=https://example.com/a.json\n',
    OWN,
    'https://example.com/a.json',
  ],
  ['no line, where there is a schema', '', OWN, '../../.schemas/campaign.schema.json'],
  ['no line, and Windows line endings', '\ufeff# Ours\r\n', OWN, '../../.schemas/campaign.schema.json'],
  ['no line, where there is no schema', '# Ours\n', undefined, undefined],
])('a copy names a schema that resolves from there: %s', (_, head, schema, named) => {
  const text = copyText(head + BODY, {
    ...{ file: 'campaigns/promo/a.yaml', moved: new Map(), schema },
    to: { file: 'campaigns/new/folder/b.yaml', key: 'new/folder/b' },
    nameFor: (name) => `${name} (2)`,
  });
  const first = /^\ufeff?# yaml-language-server: \$schema=(\S+)\r?\n/.exec(text ?? '');
  expect(first?.[1]).toBe(named);
  expect(text).toContain('basic_details: { name: A (2) }');
});

/** Variables by workspace. */
type Vars = Readonly<Record<string, JsonObject>>;

const byWorkspace = (vars: Vars) => new Map(Object.entries(vars).map(([name, own]) => [name, { vars: own }]));

it.each<[what: string, file: string, then: Vars, now: Vars, restored: string]>([
  ['a changed variable', 'a: { $var: v }', { p: { v: 1 } }, { p: { v: 2 } }, 'a: 1'],
  ['a removed variable', 'a: { $var: v }', { p: { v: 1 } }, { p: {} }, 'a: 1'],
  ['a list in a variable', 'a: { $var: v }', { p: { v: [1] } }, { p: { v: [2] } }, 'a: [1]'],
  ['an unchanged variable', 'a: { $var: v }', { p: { v: 1 } }, { p: { v: 1, w: 2 } }, 'a: { $var: v }'],
  ['a new variable', 'a: { $var: v }', { p: {} }, { p: { v: 1 } }, 'a: { $var: v }'],
  ['an item of a list', 'a: [b, { c: { $var: v } }]', { p: { v: 1 } }, { p: { v: 2 } }, 'a: [b, { c: 1 }]'],
  [
    'a value for a text',
    'a: { $file: ./t.html, with: { b: { $var: v } } }',
    { p: { v: 1 } },
    { p: { v: 2 } },
    'a: { $file: ./t.html, with: { b: 1 } }',
  ],
  [
    'an override',
    'a: 0\noverrides: { p: { a: { $var: v } }, s: { a: { $var: v } } }',
    { p: { v: 1 }, s: { v: 1 } },
    { p: { v: 2 }, s: { v: 1 } },
    'a: 0\noverrides: { p: { a: 1 }, s: { a: { $var: v } } }',
  ],
  [
    'a variable that only one of two workspaces changed',
    'a: { b: { $var: v } }',
    { p: { v: 1 }, s: { v: 1 } },
    { p: { v: 2 }, s: { v: 1 } },
    'a: { b: { $var: v } }\noverrides: { p: { a: { b: 1 } } }',
  ],
  [
    'the same in a list, which an override replaces as a whole',
    'a: [b, { c: { $var: v }, d: { $var: w } }]',
    { p: { v: 1, w: 3 }, s: { v: 1 } },
    { p: { v: 2, w: 4 }, s: { v: 1 } },
    'a: [b, { c: { $var: v }, d: { $var: w } }]\noverrides: { p: { a: [b, { c: 1, d: 3 }] } }',
  ],
  [
    'a variable that both changed, from the same value',
    'a: { $var: v }',
    { p: { v: 1 }, s: { v: 1 } },
    { p: { v: 2 }, s: { v: 3 } },
    'a: 1',
  ],
  [
    'a variable that both changed, from different values',
    'a: { $var: v }',
    { p: { v: 1 }, s: { v: 3 } },
    { p: { v: 2 }, s: { v: 4 } },
    'a: 3\noverrides: { p: { a: 1 } }',
  ],
  [
    'a workspace that doesn’t use the file',
    'workspaces: [p]\na: { $var: v }',
    { p: { v: 1 }, s: { v: 1 } },
    { p: { v: 2 }, s: { v: 1 } },
    'workspaces: [p]\na: 1',
  ],
])('writes the former value of %s', (_, file, then, now, restored) => {
  const variables = { then: byWorkspace(then), now: byWorkspace(now) };
  expect(withFormerVariables(parse(file) as JsonObject, variables)).toEqual(parse(restored));
});
