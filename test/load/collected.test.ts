import { describe, expect, it } from 'vitest';
import { BOTH, PUSH, load, placeAndCode, unmark } from '../support/load/marked.ts';

describe('a mistake in an override', () => {
  it.each([
    ['of a value', 'utm_params: { utm_medium: »3 }', 'E_TYPE'],
    ['of a status', 'status: »RUNNING', 'E_STATUS'],
    ['of a reference', 'utm_params: { utm_medium: »{ $var: nothing } }', 'E_VAR_UNKNOWN'],
    ['of an unknown field', 'delivery_controls: { »bypass_dns: true }', 'W_UNKNOWN_FIELD'],
    [
      'that makes a component incomplete',
      'scheduling_details: »{ delivery_type: AT_FIXED_TIME }',
      'E_MISSING',
    ],
  ])('%s is placed inside the override, and reported only for its workspace', (_, marked, code) => {
    const { text, places } = unmark(
      `${PUSH}utm_params: { utm_source: a, utm_medium: b }\noverrides:\n  staging:\n    ${marked}\n`,
    );
    const { diagnostics, desired } = load({ 'a.yaml': text }, BOTH);
    expect([...new Set(diagnostics.map(placeAndCode))]).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired.get('local')).toHaveLength(1);
  });

  it.each(['key: other', 'workspaces: [local]'])('of %s is reported at the name', (patch) => {
    const { diagnostics } = load({ 'a.yaml': `${PUSH}overrides:\n  staging:\n    ${patch}\n` }, BOTH);
    expect(diagnostics.map(placeAndCode)).toEqual(['6:5 E_UNKNOWN_KEY']);
  });

  it('removing what the campaign needs is placed at the override that does it', () => {
    const { diagnostics } = load(
      { 'a.yaml': `${PUSH}overrides: { staging: { basic_details: null } }\n` },
      BOTH,
    );
    expect(diagnostics.map(placeAndCode)).toEqual(['4:25 E_MISSING']);
    expect(diagnostics[0]?.message).toBe('basic_details is missing (in staging)');
  });
});

describe('all mistakes', () => {
  it('of all files are collected, each once, in the order of their positions', () => {
    const { diagnostics } = load(
      {
        'b.yaml': `${PUSH}status: RUNNING\nutm_params: { utm_source: 1, utm_medium: 2 }\n`,
        'a.yaml': 'channel: PUSH\nbasic_details: [',
        'c.yaml': PUSH,
      },
      BOTH,
    );
    expect(diagnostics.map((one) => `${one.file}:${placeAndCode(one)}`)).toEqual([
      'campaigns/a.yaml:2:17 E_YAML',
      'campaigns/b.yaml:4:9 E_STATUS',
      'campaigns/b.yaml:5:27 E_TYPE',
      'campaigns/b.yaml:5:42 E_TYPE',
    ]);
  });

  it('in one file do not affect the others', () => {
    const { desired } = load({ 'a.yaml': 'channel: SMS\n', 'b.yaml': PUSH });
    expect(desired.get('local')?.map(({ key }) => key)).toEqual(['b']);
  });

  it('in a file for another workspace are not reported for this one, but its head is always read', () => {
    const files = {
      'a.yaml': `workspaces: [staging]\n${PUSH}utm_params: { utm_source: 1, utm_medium: b }\n`,
      'b.yaml': `workspaces: [staging]\nstatus: RUNNING\n${PUSH}`,
    };
    const { diagnostics } = load(files, { ...BOTH, targets: ['local'] });
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_STATUS']);
  });

  it('that are the same for two workspaces are reported once', () => {
    const { diagnostics } = load({ 'a.yaml': `${PUSH}utm_params: { utm_source: 1, utm_medium: b }\n` }, BOTH);
    expect(diagnostics.map(placeAndCode)).toEqual(['4:27 E_TYPE']);
  });

  it('refuses a file over a mebibyte without reading it', () => {
    const { diagnostics } = load({ 'a.yaml': `# ${'x'.repeat(1024 * 1024)}\n${PUSH}` });
    expect(diagnostics.map(placeAndCode)).toEqual(['1:1 E_FILE']);
  });

  it('refuses aliases that would expand without end', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]',
      'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]',
      'd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]',
      'e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]',
      'f: [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]',
    ];
    const { diagnostics } = load({ 'a.yaml': `${bomb.join('\n')}\n${PUSH}` });
    expect(diagnostics.map(placeAndCode)).toEqual(['2:8 E_YAML']);
  });

  it('a value that an alias repeats is placed where it is written', () => {
    const text = `${PUSH}utm_params: &utm { utm_source: 1, utm_medium: b }\noverrides: { staging: { utm_params: *utm } }\n`;
    expect(load({ 'a.yaml': text }, BOTH).diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['E_TYPE', 4],
    ]);
  });
});
