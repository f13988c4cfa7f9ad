import { describe, expect, test } from 'vitest';
import { QUIRKS } from '../../../../src/service/domain/quirks/quirk-table.ts';
import { NO_QUIRKS, type Quirks } from '../../../../src/service/domain/quirks/quirks.ts';
import { readQuirks } from '../../../../src/service/domain/quirks/read-quirks.ts';

const ID = '64a1b2c3d4e5f6a7b8c9d0e1';

describe('quirks are read', () => {
  test.each<[string, readonly string[], Partial<Quirks>]>([
    ['none', [], {}],
    ['one without a value', ['merge-updates'], { mergeUpdates: true }],
    ['several in one text', ['merge-updates, details-only'], { mergeUpdates: true, detailsOnly: true }],
    ['milliseconds', ['read-lag=500ms'], { readLagMs: 500 }],
    ['seconds', ['read-lag=30s'], { readLagMs: 30_000 }],
    ['minutes', ['search-lag=2m'], { searchLagMs: 120_000 }],
    ['hours', ['search-lag=1h'], { searchLagMs: 3_600_000 }],
    ['no lag', ['read-lag=0'], { readLagMs: 0 }],
    ['search rows', ['search-rows=partial'], { searchRows: 'partial' }],
    ['a read view', ['read-view=documented'], { readView: 'documented' }],
    ['the answer to publishing', ['publish-200'], { publishStatus: 200 }],
    ['the default answer to publishing', ['publish-204'], { publishStatus: 204 }],
    [
      'two campaigns of another team',
      [`forbidden=${ID}`, 'forbidden=camp_abc123xyz'],
      { forbidden: new Set([ID, 'camp_abc123xyz']) },
    ],
    ['one respelling', ['respell=nfc'], { respellings: new Set(['nfc']) }],
    [
      'respellings in a list, followed by a quirk',
      ['respell=entities,trim,drop-empty,merge-updates'],
      { respellings: new Set(['entities', 'trim', 'drop-empty']), mergeUpdates: true },
    ],
    [
      'paths',
      ['late-default=delivery_controls.new_flag,moving-value=advanced.a.b'],
      { lateDefaults: [['delivery_controls', 'new_flag']], movingValues: [['advanced', 'a', 'b']] },
    ],
    [
      'those of versions',
      ['draft-versions,document-ids,draft-only-updates,keep-failures'],
      { draftVersions: true, documentIds: true, draftOnlyUpdates: true, keepFailures: true },
    ],
  ])('%s', (_case, texts, quirks) => {
    expect(readQuirks(texts)).toMatchObject({ kind: 'read', value: { quirks: { ...NO_QUIRKS, ...quirks } } });
  });

  test('and shown one by one, as they were written', () => {
    const read = readQuirks(['read-lag=30s, respell=trim,nfc', 'merge-updates']);
    expect(read).toMatchObject({ value: { list: ['read-lag=30s', 'respell=trim,nfc', 'merge-updates'] } });
  });

  test.each(QUIRKS.map(({ name, notation }) => ({ name, notation })))(
    'the notation $notation is one of $name',
    ({ name, notation }) => {
      expect(notation.split('=')[0]).toBe(name);
      const text = notation.replace('PATH', 'advanced.flag').replace('=ID', `=${ID}`);
      expect(readQuirks([text])).toMatchObject({ kind: 'read', value: { list: [text] } });
    },
  );
});

describe('reports mistakes in quirks', () => {
  test.each<[string, string, RegExp]>([
    ['an unknown name', 'red-lag=30s', /"red-lag" is not a quirk/],
    ['a value for a quirk without one', 'merge-updates=yes', /takes no value/],
    ['a lag without a time', 'read-lag', /read-lag=30s/],
    ['an empty time', 'read-lag=', /read-lag=30s/],
    ['a time without a unit', 'read-lag=30', /read-lag=30s/],
    ['an invalid time', 'search-lag=soon', /search-lag=30s/],
    ['a negative time', 'read-lag=-5s', /read-lag=30s/],
    ['a view that there is not', 'read-view=fancy', /read-view=documented/],
    ['rows that there are not', 'search-rows=whole', /search-rows=partial/],
    ['no campaign', 'forbidden', /id of a campaign/],
    ['no respelling', 'respell', /one or more of entities, trim/],
    ['an unknown respelling', 'respell=upper', /one or more of entities, trim/],
    ['a respelling on its own', 'trim', /respell=trim/],
    ['a path with one name', 'late-default=flag', /a component and a field/],
    ['a path with a gap', 'moving-value=advanced..x', /a component and a field/],
    [
      'a path into no component',
      'moving-value=advance.x',
      /"advance" is not a component; there are .*advanced/,
    ],
    ['a quirk that is given twice', 'read-lag=1s,read-lag=2s', /given twice/],
    ['quirks that exclude each other', 'publish-200,publish-204', /excludes publish-204/],
  ])('%s: %s', (_case, text, message) => {
    const read = readQuirks([text]);
    expect(read).toMatchObject({ kind: 'refused', mistakes: [{}] });
    if (read.kind === 'refused') expect(read.mistakes[0]?.message).toMatch(message);
  });

  test('all at once, and an unknown name with the known ones', () => {
    const read = readQuirks(['nonsense, read-lag=soon']);
    expect(read).toMatchObject({
      mistakes: [
        { place: '', unknown: { name: 'nonsense', known: QUIRKS.map(({ name }) => name) } },
        { place: 'read-lag' },
      ],
    });
  });
});
