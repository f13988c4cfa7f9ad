import { expect, it } from 'vitest';
import { formatText } from '../../src/app/writing/format-text.ts';

/** A workspaces.yaml in form, since its entries keep their order. */
async function formed(text: string): Promise<string> {
  const formatted = await formatText({ file: 'campaigns/workspaces.yaml', text, content: 'workspaces' });
  if (formatted.kind === 'problem') throw new Error(JSON.stringify(formatted.diagnostics));
  return formatted.text;
}

const LONG = 'a text that takes much of a line and three of them do not fit into one';

it.each([
  ['a short map stays on its line', 'a: { b: 1, c: [2, 3] }\n', 'a: { b: 1, c: [2, 3] }\n'],
  ['a short map comes back onto one line', 'a: {\n  b: 1,\n  c: 2 }\n', 'a: { b: 1, c: 2 }\n'],
  [
    'a long map becomes a block, and what is short in it stays',
    `a: { b: ${LONG}, c: ${LONG}, d: { e: 1, f: [2] } }\n`,
    `a:\n  b: ${LONG}\n  c: ${LONG}\n  d: { e: 1, f: [2] }\n`,
  ],
  [
    'a long list becomes one, with its maps',
    `a: [{ b: ${LONG}, c: 1 }, { b: ${LONG}, c: 2 }]\n`,
    `a:\n  - { b: ${LONG}, c: 1 }\n  - { b: ${LONG}, c: 2 }\n`,
  ],
  [
    'maps in a list of blocks',
    `a:\n  - { b: ${LONG}, c: '${LONG}' }\n  - 1\n`,
    `a:\n  - b: ${LONG}\n    c: '${LONG}'\n  - 1\n`,
  ],
  [
    'several levels',
    `a: [[{ b: { c: ${LONG}, d: ${LONG} } }]]\n`,
    `a:\n  - - b:\n        c: ${LONG}\n        d: ${LONG}\n`,
  ],
  [
    'quoted names as in JSON, and a name without a value',
    `{ "a": { "b":"${LONG}", "c":"${LONG}" }, d: }\n`,
    `'a':\n  'b': '${LONG}'\n  'c': '${LONG}'\nd:\n`,
  ],
  ['an empty one', `a: { b: {}, c: [] }\n`, `a: { b: {}, c: [] }\n`],
])('%s', async (_, text, form) => {
  const once = await formed(text);
  expect(once).toBe(form);
  expect(await formed(once)).toBe(once);
});

it.each([
  ['a comment', `a: { b: ${LONG}, # why\n  c: ${LONG} }\n`, '# why'],
  ['an anchor', `a: { b: &x ${LONG}, c: ${LONG}, d: *x }\n`, '&x'],
])('one with %s stays in brackets', async (_, text, kept) => {
  const once = await formed(text);
  expect(once).toContain('{');
  expect(once).toContain(kept);
});
