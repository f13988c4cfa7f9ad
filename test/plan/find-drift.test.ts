import { describe, expect, it, test } from 'vitest';
import type { CampaignStatus, Desired, DesiredStatus } from '../../src/model/campaign.ts';
import type { Remedy } from '../../src/model/drift.ts';
import { newBinding } from '../../src/model/state.ts';
import { bindingOf, desired, intent, key, live } from '../support/builders.ts';
import { look, segment, utm, type Scene } from '../support/plan/drift-scene.ts';

describe('the remedy', () => {
  const binding = bindingOf(live({ components: utm('ours') }));
  const theirs = live({ components: utm('theirs') });
  const remedy = (scene: Scene) =>
    look({ binding, live: theirs, ...scene }).drifted.map(({ remedy: one }) =>
      one.kind === 'held' ? one.held.map(({ reason }) => reason) : one.kind,
    );
  const hold = { policy: { drift: 'hold', guard: { share: 1, atLeast: 1_000 } } } as const;

  test.each<[string, Scene, (string | string[])[]]>([
    ['with the file as it was applied', {}, ['put-back']],
    ["if the file can't be read", { file: 'gone', more: { files: 'with-errors' } }, ['put-back']],
    ['if the file says the same now', { file: desired({ components: utm('theirs') }) }, ['noted']],
    ['if the file no longer has it', { file: desired() }, ['noted']],
    ['if the file says a third thing', { file: desired({ components: utm('third') }) }, [['conflict']]],
    ['under the policy hold', { more: hold }, [['drift']]],
    [
      'if the file stops it',
      {
        binding: bindingOf(live({ status: 'SCHEDULED', components: utm('ours') })),
        live: live({ status: 'SCHEDULED', components: utm('theirs') }),
        file: desired({ status: 'STOPPED', components: utm('ours') }),
      },
      ['stopped'],
    ],
    ['if the campaign is gone', { live: 'missing' }, [['missing']]],
    [
      'if it is locked',
      {
        binding: bindingOf(live({ status: 'ACTIVE', components: segment('ours') })),
        live: live({ status: 'ACTIVE', components: segment('theirs') }),
      },
      [['locked']],
    ],
  ])('%s', (_, scene, kinds) => {
    expect(remedy(scene)).toEqual(kinds);
  });

  it('is blocked if only a part of the drift is reverted', () => {
    const both = (name: string) => live({ status: 'ACTIVE', components: { ...utm(name), ...segment(name) } });
    expect(remedy({ binding: bindingOf(both('ours')), live: both('theirs') })).toEqual([['locked']]);
  });
});

describe('the remedy of a changed status', () => {
  type Recorded = readonly [applied: DesiredStatus | undefined, observed: CampaignStatus];

  /** A repeating campaign that is now in another status; `asks` is what its file says. */
  const remedyOf = (
    [applied, observed]: Recorded,
    now: CampaignStatus,
    { asks = applied, edited = false }: { asks?: DesiredStatus | undefined; edited?: boolean } = {},
  ): Remedy[] => {
    const sketch = { type: 'PERIODIC', status: now } as const;
    const file = desired({ type: 'PERIODIC', status: asks, components: utm('ours') });
    const shown = live({ ...sketch, components: utm(edited ? 'theirs' : 'ours') });
    const sent = live({ ...sketch, components: utm('ours') });
    const binding = bindingOf(sent, { status: { applied, observed } });
    return look({ binding, live: shown, file }).drifted.map((one) => one.remedy);
  };

  it.each<readonly [string, Recorded, CampaignStatus, DesiredStatus | undefined, Remedy]>([
    ['is that it is resumed', ['ACTIVE', 'ACTIVE'], 'PAUSED', 'ACTIVE', { kind: 'put-back', resumes: true }],
    ['is that it is paused again', ['PAUSED', 'PAUSED'], 'ACTIVE', 'PAUSED', { kind: 'put-back' }],
    ['is only a record if no file has one', [undefined, 'ACTIVE'], 'PAUSED', undefined, { kind: 'noted' }],
    [
      'is only a record if the file requests the new one',
      ['ACTIVE', 'ACTIVE'],
      'PAUSED',
      'PAUSED',
      { kind: 'noted' },
    ],
  ])('%s', (_, recorded, now, asks, expected) => {
    expect(remedyOf(recorded, now, { asks })).toStrictEqual([expected]);
  });
});

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

/** What drifted: components, and a status as `ACTIVE → PAUSED`. */
function found(scene: Scene): string[] {
  return look(scene).drifted.flatMap(({ components, status }) => [
    ...components.map(({ name }) => name),
    ...(status ? [`${status.from} → ${status.to}`] : []),
  ]);
}

describe('a component', () => {
  const sent = bindingOf(live({ components: utm('ours') }));

  it('that an earlier run sent without getting an answer is our own change', () => {
    const open = [intent({ kind: 'update', components: utm('newer') })];
    const now = live({ components: utm('newer') });
    expect(found({ binding: sent, live: now, state: { open } })).toEqual([]);
    expect(found({ binding: sent, live: now })).toEqual(['utm_params']);
  });
});

describe('a status', () => {
  const left = (
    applied: DesiredStatus | undefined,
    observed: CampaignStatus,
    type: Desired['deliveryType'],
  ) => bindingOf(live({ type }), { status: { applied, observed } });

  test.each<[DesiredStatus | undefined, Desired['deliveryType'], CampaignStatus, CampaignStatus, string[]]>([
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SCHEDULED', []],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SENDING', []],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SENT', []],
    ['ACTIVE', 'PERIODIC', 'SCHEDULED', 'ACTIVE', []],
    ['ACTIVE', 'PERIODIC', 'ACTIVE', 'PAUSED', ['ACTIVE → PAUSED']],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'STOPPED', ['SCHEDULED → STOPPED']],
    ['PAUSED', 'EVENT_TRIGGERED', 'PAUSED', 'ACTIVE', ['PAUSED → ACTIVE']],
    ['DRAFT', 'EVENT_TRIGGERED', 'DRAFT', 'ACTIVE', ['DRAFT → ACTIVE']],
    ['STOPPED', 'ONE_TIME', 'STOPPED', 'ARCHIVED', []],
    [undefined, 'PERIODIC', 'ACTIVE', 'PAUSED', ['ACTIVE → PAUSED']],
    [undefined, 'ONE_TIME', 'DRAFT', 'SCHEDULED', ['DRAFT → SCHEDULED']],
    [undefined, 'ONE_TIME', 'SCHEDULED', 'SENT', []],
  ])('%s of a %s campaign, observed as %s and now %s', (applied, type, observed, now, drifted) => {
    const binding = left(applied, observed, type);
    expect(found({ binding, live: live({ type, status: now }) })).toEqual(drifted);
  });

  it('that an earlier run moved without getting an answer is our own change', () => {
    const binding = left('ACTIVE', 'ACTIVE', 'PERIODIC');
    const now = live({ type: 'PERIODIC', status: 'PAUSED' });
    expect(found({ binding, live: now, state: { open: [intent({ kind: 'transition' })] } })).toEqual([]);
  });
});
