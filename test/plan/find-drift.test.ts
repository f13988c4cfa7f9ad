import { describe, expect, it, test } from 'vitest';
import type { CampaignStatus, Components, Desired, DesiredStatus } from '../../src/model/campaign.ts';
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
  const edited = (status: CampaignStatus, said: (by: string) => Components) => ({
    binding: bindingOf(live({ status, components: said('ours') })),
    live: live({ status, components: said('theirs') }),
  });
  const STOPS = desired({ status: 'STOPPED', components: utm('ours') });

  test.each<[string, Scene, (string | string[])[]]>([
    ['with the file as it was applied', {}, ['put-back']],
    ["if the file can't be read", { file: 'gone', more: { files: 'with-errors' } }, ['put-back']],
    ['if the file says the same now', { file: desired({ components: utm('theirs') }) }, ['noted']],
    ['if the file no longer has it', { file: desired() }, ['noted']],
    ['if the file says a third thing', { file: desired({ components: utm('third') }) }, [['conflict']]],
    ['under the policy hold', { more: hold }, [['drift']]],
    ['if the file stops it', { ...edited('SCHEDULED', utm), file: STOPS }, ['stopped']],
    ['if the campaign is gone', { live: 'missing' }, [['missing']]],
    ['if it is locked', edited('ACTIVE', segment), [['locked']]],
    ['if a part of it is', edited('ACTIVE', (by) => ({ ...utm(by), ...segment(by) })), [['locked']]],
  ])('%s', (_, scene, kinds) => {
    expect(remedy(scene)).toEqual(kinds);
  });
});

describe('the remedy of a changed status', () => {
  type Recorded = readonly [applied: DesiredStatus | undefined, observed: CampaignStatus];

  /** A repeating campaign that is now in another status; `asks` is what its file says. */
  const remedyOf = (
    [applied, observed]: Recorded,
    now: CampaignStatus,
    asks: DesiredStatus | undefined,
  ): Remedy[] => {
    const file = desired({ type: 'PERIODIC', status: asks, components: utm('ours') });
    const shown = live({ type: 'PERIODIC', status: now, components: utm('ours') });
    const binding = bindingOf(shown, { status: { applied, observed } });
    return look({ binding, live: shown, file }).drifted.map((one) => one.remedy);
  };

  it.each<readonly [string, Recorded, CampaignStatus, DesiredStatus | undefined, Remedy]>([
    ['is that it is resumed', ['ACTIVE', 'ACTIVE'], 'PAUSED', 'ACTIVE', { kind: 'put-back', resumes: true }],
    ['is that it is paused again', ['PAUSED', 'PAUSED'], 'ACTIVE', 'PAUSED', { kind: 'put-back' }],
    ['is only a record if no file has one', [undefined, 'ACTIVE'], 'PAUSED', undefined, { kind: 'noted' }],
    ['is only a record if the file requests it', ['ACTIVE', 'ACTIVE'], 'PAUSED', 'PAUSED', { kind: 'noted' }],
  ])('%s', (_, recorded, now, asks, expected) => {
    expect(remedyOf(recorded, now, asks)).toStrictEqual([expected]);
  });
});

describe('the report', () => {
  it('names a campaign that no longer exists in the service', () => {
    const drifted = [{ key: 'a', liveStatus: null, status: null, components: [] }];
    expect(look({ live: 'missing' })).toMatchObject({ drifted, checked: 1 });
  });

  it('leaves out campaigns whose file is gone, as long as the files are known', () => {
    const scene: Scene = { binding: bindingOf(live({ components: utm('ours') })), file: 'gone' };
    expect(look(scene)).toMatchObject({ drifted: [], orphaned: ['a'], checked: 0 });
    const found = look({ ...scene, more: { files: 'with-errors' } });
    expect(found).toMatchObject({ drifted: [{ key: 'a', file: null }], orphaned: [], checked: 1 });
  });

  it('says which of the requested files have a change that was merged without a review', () => {
    const state = { reported: new Map([[key('a'), 'digest']]) };
    const files = [desired(), desired({ key: 'b' })];
    const unreviewed = (...only: string[]) =>
      look({ state, more: { desired: files, ...(only[0] && { only: new Set(only.map(key)) }) } }).unreviewed;
    expect([unreviewed(), unreviewed('a'), unreviewed('b')]).toEqual([['a'], ['a'], []]);
    expect(look({ state, file: 'gone' }).unreviewed).toEqual([]);
  });

  it('has nothing to compare an adopted campaign with until an apply has recorded it', () => {
    const adopted = newBinding(key('a'), live());
    const shown = live({ components: utm('theirs') });
    const file = desired({ components: utm('ours') });
    const nothing = { drifted: [], unknown: [], orphaned: [] };
    const unrecorded = look({ binding: adopted, live: shown, file });
    expect(unrecorded).toMatchObject({ ...nothing, unrecorded: ['a'], checked: 0 });
    const recorded = look({ binding: bindingOf(shown), live: shown, file });
    expect(recorded).toMatchObject({ drifted: [], unrecorded: [], checked: 1 });
  });

  it('says who edited the campaign, when, and when it was last as recorded', () => {
    const [ours, shown] = [live({ components: utm('ours') }), live({ components: utm('theirs') })];
    const binding = bindingOf(ours, { observedAt: '2030-12-01 08:00:00' });
    const byAda = { ...shown, updatedBy: 'ada@example.com', updatedAt: '2030-12-24 18:00:00' };
    const edit = { by: 'ada@example.com', at: '2030-12-24T18:00:00.000Z' };
    const drifted = [{ edit, unchangedAt: '2030-12-01T08:00:00.000Z' }];
    expect(look({ binding, live: byAda })).toMatchObject({ drifted });
    const unknown = [{ edit: null, unchangedAt: null }];
    expect(look({ binding: bindingOf(ours), live: shown }).drifted).toMatchObject(unknown);
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
  type Type = Desired['deliveryType'];
  const left = (applied: DesiredStatus | undefined, observed: CampaignStatus, type: Type) =>
    bindingOf(live({ type }), { status: { applied, observed } });

  test.each<[DesiredStatus | undefined, Type, CampaignStatus, CampaignStatus, string[]]>([
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
