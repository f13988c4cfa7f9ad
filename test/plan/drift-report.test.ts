import { describe, expect, it } from 'vitest';
import { newBinding } from '../../src/model/state.ts';
import { bindingOf, desired, key, live } from '../support/builders.ts';
import { look, utm, type Scene } from '../support/plan/drift-scene.ts';

describe('the report', () => {
  it('names a campaign that no longer exists in the service', () => {
    expect(look({ live: 'missing' })).toMatchObject({
      drifted: [{ key: 'a', liveStatus: null, status: null, components: [] }],
      checked: 1,
    });
  });

  it('leaves out campaigns whose file is gone, as long as the files are known', () => {
    const scene: Scene = { binding: bindingOf(live({ components: utm('ours') })), file: 'gone' };
    expect(look(scene)).toMatchObject({ drifted: [], orphaned: ['a'], checked: 0 });
    expect(look({ ...scene, more: { files: 'with-errors' } })).toMatchObject({
      drifted: [{ key: 'a', file: null }],
      orphaned: [],
      checked: 1,
    });
  });

  it('says which of the requested files have a change that was merged without a review', () => {
    const state = { reported: new Map([[key('a'), 'digest']]) };
    const files = [desired(), desired({ key: 'b' })];
    const unreviewed = (only?: string) =>
      look({ state, more: { desired: files, ...(only !== undefined && { only: new Set([key(only)]) }) } })
        .unreviewed;
    expect(unreviewed()).toEqual(['a']);
    expect(unreviewed('a')).toEqual(['a']);
    expect(unreviewed('b')).toEqual([]);
    expect(look({ state, file: 'gone' }).unreviewed).toEqual([]);
  });

  it('has nothing to compare an adopted campaign with until an apply has recorded it', () => {
    const adopted = newBinding(key('a'), live());
    const shown = live({ components: utm('theirs') });
    const file = desired({ components: utm('ours') });
    expect(look({ binding: adopted, live: shown, file })).toMatchObject({
      ...{ drifted: [], unknown: [], orphaned: [] },
      ...{ unrecorded: ['a'], checked: 0 },
    });
    expect(look({ binding: bindingOf(shown), live: shown, file })).toMatchObject({
      ...{ drifted: [], unrecorded: [], checked: 1 },
    });
  });

  const edited: Scene = {
    binding: bindingOf(live({ components: utm('ours') })),
    live: live({ components: utm('theirs') }),
  };

  it('says who edited the campaign, when, and when it was last as recorded', () => {
    const [binding, shown] = [
      bindingOf(live({ components: utm('ours') }), { observedAt: '2030-12-01 08:00:00' }),
      live({ components: utm('theirs') }),
    ];
    const byAda = { ...shown, updatedBy: 'ada@example.com', updatedAt: '2030-12-24 18:00:00' };
    expect(look({ binding, live: byAda }).drifted).toMatchObject([
      {
        edit: { by: 'ada@example.com', at: '2030-12-24T18:00:00.000Z' },
        unchangedAt: '2030-12-01T08:00:00.000Z',
      },
    ]);
    expect(look(edited).drifted).toMatchObject([{ edit: null, unchangedAt: null }]);
  });
});
