import { describe, expect, it } from 'vitest';
import { isInside } from '../support/load/is-inside.ts';
import { load, placeAndCode, unmark, workspace } from '../support/load/marked.ts';
import { FORM, MISSPELLED, REFERENCES, WARNINGS } from '../support/load/mistakes.ts';

const TEXTS = { 'campaigns/body.html': '<p>Hello</p>' };
const here = workspace({ vars: { sender: 'hello', count: 3 } });

function diagnose(marked: string) {
  const { text, places } = unmark(marked);
  const { diagnostics, desired } = load({ 'a.yaml': text }, { workspaces: [here], texts: TEXTS });
  for (const one of diagnostics) expect(isInside(one, text)).toBe(true);
  return { diagnostics, places, desired: desired.get('local') ?? [] };
}

describe.each([
  ['the form of a file', FORM],
  ['references', REFERENCES],
  ['names that resemble what decides', MISSPELLED],
])('a mistake in %s', (_, rows) => {
  it.each(rows)('%s is %s at its place', (_what, code, marked) => {
    const { diagnostics, places, desired } = diagnose(marked);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired).toEqual([]);
  });
});

describe('a warning', () => {
  it.each(WARNINGS)('for %s is %s at its place, and the campaign loads', (_, code, marked) => {
    const { diagnostics, places, desired } = diagnose(marked);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired).toHaveLength(1);
  });
});
