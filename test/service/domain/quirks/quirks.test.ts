import { describe, expect, test } from 'vitest';
import { QUIRKS_HELP } from '../../../../src/cli/serve-command.ts';
import { QUIRKS, readQuirks, type Quirks } from '../../../../src/service/domain/quirks/quirks.ts';
import { quirkRows } from '../../../support/quirk-page.ts';

const ID = '64a1b2c3d4e5f6a7b8c9d0e1';
const NAMES = QUIRKS.map(({ name }) => name);
const ROWS = quirkRows();

const read = (...texts: readonly string[]): Quirks => readQuirks(texts);

describe('the quirks in the documentation', () => {
  test('are those of the table, and those in the help of serve', () => {
    expect(ROWS.map(({ notation }) => notation.split('=')[0])).toEqual(NAMES);
    const [, list = ''] = /comma-separated: (.*); see/.exec(QUIRKS_HELP) ?? [];
    expect(list.replaceAll(', ', ',')).toEqual(ROWS.map(({ notation }) => notation).join(','));
  });

  test.each(ROWS)('$notation is accepted as it is written there', ({ notation }) => {
    const text = notation.replace('PATH', 'advanced.flag').replace('=ID', `=${ID}`);
    expect(read(text).list).toEqual([text]);
  });
});

describe('quirks are read', () => {
  test('with their values, several in one text, and shown as they were written', () => {
    const quirks = read('read-lag=30s, respell=trim,nfc,merge-updates', 'late-default=advanced.a.b');
    const list = ['read-lag=30s', 'respell=trim,nfc', 'merge-updates', 'late-default=advanced.a.b'];
    expect(quirks.list).toEqual(list);
    expect(NAMES.filter(quirks.has)).toEqual(['merge-updates', 'read-lag', 'respell', 'late-default']);
    expect(quirks.values('respell')).toEqual(['trim,nfc']);
    expect(quirks.values('late-default')).toEqual(['advanced.a.b']);
  });

  test.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['0', 0],
  ])('the time %s', (text, ms) => {
    expect(read(`search-lag=${text}`).ms('search-lag')).toBe(ms);
    expect(read().ms('search-lag')).toBe(0);
  });

  test.each([
    ['read-view=documented', ['documented']],
    ['read-view=normalized', ['normalized']],
    ['read-view=written', []],
  ])('by their earlier spelling: %s', (text, list) => {
    expect(read(text).list).toEqual(list);
  });
});

describe('reports mistakes in quirks', () => {
  test.each<[string, string, RegExp]>([
    ['an unknown name', 'red-lag=30s', /"red-lag" is not a quirk; there are .*read-lag/],
    ['a value for a quirk without one', 'merge-updates=yes', /takes no value/],
    ['a lag without a time', 'read-lag', /read-lag=30s/],
    ['a view that there is not', 'read-view=fancy', /"fancy" is not a quirk/],
    ['an unknown respelling', 'respell=upper', /one or more of entities, trim/],
    ['a respelling on its own', 'trim', /respell=trim/],
    ['a path with one name', 'late-default=flag', /a component and a field/],
    ['a path into no component', 'moving-value=advance.x', /components are .*advanced/],
    ['a quirk that is given twice', 'read-lag=1s,read-lag=2s', /given twice/],
    ['quirks that exclude each other', 'publish-200,publish-204', /excludes publish-204/],
  ])('%s: %s', (_case, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
