import { describe, expect, it } from 'vitest';
import type { ComponentName } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { bindingOf, desired, live, NOW, planFor, stateOf } from '../support/builders.ts';
import { plannedWith, verdictOn, type Four } from '../support/plan/four-values.ts';

const A = { utm_source: 'a', utm_medium: 'm' };
const B = { utm_source: 'b', utm_medium: 'm' };
const C = { utm_source: 'c', utm_medium: 'm' };
const SENT = { utm_source: 'a', utm_medium: 'm', utm_term: 'lost' };
const SPELLED = { utm_source: 'a', utm_medium: 'm', utm_term: 'LOST' };
const VALUES: Readonly<Record<string, JsonObject | undefined>> = { A, B, C, SENT, SPELLED };

/** What the file has, was applied, was observed and is live, such as `B A A -`; `-` is nothing. */
function four(values: string, more: Partial<Four> = {}): Four {
  const [wanted, applied, observed, answered] = values.split(' ').map((name) => VALUES[name]);
  return { desired: wanted, applied, observed, live: answered, ...more };
}

describe('four values of a component', () => {
  it.each<readonly [what: string, four: Four, verdict: string]>([
    ['all equal', four('A A A A'), 'in sync, nothing'],
    ['the file changed', four('B A A A'), 'edited, sent'],
    ['live changed', four('A A A B'), 'drifted, sent'],
    ['live changed, under hold', four('A A A B', { drift: 'hold' }), 'drifted, held drift'],
    ['both changed', four('B A A C'), 'conflict, held conflict'],
    ['both changed, with consent', four('B A A C', { allow: ['conflict'] }), 'conflict, sent'],
    ['both changed, to the same value', four('B A A B'), 'in sync, nothing, recorded'],
    [
      'both changed, and the file has the change of live and one of its own',
      four('- A A B', { desired: { ...B, utm_medium: 'n' } }),
      'edited, sent',
    ],
    [
      'both changed to the same value, next to a spelling of the service',
      four('- SENT SPELLED -', {
        desired: { ...SENT, utm_source: 'b' },
        live: { ...SPELLED, utm_source: 'b' },
      }),
      'in sync, nothing, recorded',
    ],
    ['the file changed back to the live value', four('A B A A'), 'in sync, nothing, recorded'],
    ['the file changed, live lost it', four('B A A -'), 'conflict, held conflict'],
    ['live lost it', four('A A A -'), 'drifted, sent'],
    ['live never had it', four('A A - -'), 'in sync, nothing'],
    ['never sent, and live has none', four('A - - -'), 'adopted, sent'],
    ['never sent, and live has it', four('A - - A'), 'in sync, nothing, recorded'],
    ['never sent, and live has more', four('A - - SENT'), 'in sync, nothing, recorded'],
    ['never sent, and live has another', four('A - - B'), 'adopted, sent'],
    ['no longer in the file', four('- A A A'), 'released, nothing, recorded'],
    ['no longer in the file, and live lost it', four('- A A -'), 'in sync, nothing, recorded'],
    ['never in the file', four('- - - A'), 'in sync, nothing'],
    ['sent, but live never showed a leaf', four('SENT SENT A A'), 'in sync, nothing'],
    ['sent, live never showed a leaf, the file changed', four('B SENT A A'), 'edited, sent'],
    ['sent, and live has what the file removes', four('A A SENT SENT'), 'in sync, nothing'],
    ['sent, and live shows the leaf at last', four('SENT SENT A SENT'), 'in sync, nothing, recorded'],
  ])('%s', (_, given, verdict) => {
    expect(verdictOn(given)).toBe(verdict);
  });

  describe('of a component for which live differs from what was sent', () => {
    const note = (kind: string) => [{ kind, component: 'utm_params', paths: ['/utm_term'] }];
    const since = (minutes: number) => NOW - minutes * 60_000;
    const respelled = (minutes: number) => ({ mark: { kind: 'respelled', at: since(minutes) } }) as const;
    const mark = { kind: 'given-up', at: since(60) } as const;
    const upper = { utm_source: 'A', utm_medium: 'm' };
    const [SYNC, RECORDED] = ['in sync, nothing', 'in sync, nothing, recorded'];

    it.each<readonly [what: string, four: Four, verdict: string, notes: unknown[]]>([
      ['a short while ago', four('SENT SENT A A', respelled(1)), SYNC, note('unconfirmed')],
      ['for minutes, which is gone', four('SENT SENT A A', respelled(5)), 'edited, sent', []],
      [
        'for minutes, of which one part is spelled differently and another is gone',
        four('SENT SENT - -', { ...respelled(5), observed: upper, live: upper }),
        'edited, sent',
        [],
      ],
      ['for minutes, respelled', four('SENT SENT SPELLED SPELLED', respelled(5)), RECORDED, note('kept-as')],
      [
        'for minutes, which is gone, with consent',
        four('SENT SENT A A', { ...respelled(5), allow: ['unconfirmed'] }),
        RECORDED,
        note('kept-as'),
      ],
      [
        'for so long that it is sent once more',
        four('SENT SENT A A', { mark: { kind: 'not-carried-out', at: since(5), sent: SENT } }),
        'edited, sent',
        [],
      ],
      ['after two attempts to take a leaf away', four('A A SENT SENT', { mark }), SYNC, note('unconfirmed')],
      ['and then what was sent, as seen before', four('SENT SENT SENT SENT', respelled(1)), RECORDED, []],
      ['after two attempts', four('SENT SENT A A', { mark }), SYNC, note('unconfirmed')],
      [
        'after two attempts, with consent',
        four('SENT SENT A A', { mark, allow: ['unconfirmed'] }),
        RECORDED,
        note('kept-as'),
      ],
      ['but live shows what was sent after all', four('SENT SENT A SENT', respelled(1)), RECORDED, []],
      ['and a third value since', four('SENT SENT A C', respelled(1)), 'drifted, sent', []],
    ])('%s', (_, given, verdict, notes) => {
      expect(verdictOn(given)).toBe(verdict);
      expect(plannedWith(given).notes).toEqual(notes);
    });

    it.each<readonly [what: string, four: Four, verdict: string]>([
      [
        'equals live now, but what was sent may still arrive',
        four('A SENT A A', { mark: { kind: 'in-flight', at: NOW } }),
        'edited, sent',
      ],
      ['equals live, and what was sent is not coming', four('A SENT A A'), RECORDED],
      [
        'equals live, and what was sent was not carried out',
        four('A SENT A A', { mark: { kind: 'not-carried-out', at: NOW, sent: SENT } }),
        RECORDED,
      ],
      ['is new, and live shows what was sent by now', four('C SENT A SENT'), 'edited, sent'],
    ])('the file %s', (_, given, verdict) => {
      expect(verdictOn(given)).toBe(verdict);
    });
  });

  it('a difference leaves out what the service added by itself', () => {
    const answered = { ...A, utm_id: 'set by the service' };
    const edited = plannedWith({ desired: B, applied: A, observed: answered, live: answered });
    expect(edited.components).toMatchObject([{ before: A, after: B }]);
    const edit = { ...answered, utm_source: 'c' };
    const drifted = plannedWith({ desired: A, applied: A, observed: answered, live: edit });
    const [name, cause] = ['utm_params', 'drifted'];
    expect(drifted.components).toEqual([{ name, cause, before: C, after: A, applied: A }]);
  });

  const [ADDED, HAND, OURS] = ['x', 'by hand', 'ours'].map((id): JsonObject => ({ ...A, utm_id: id }));
  const added = { id: { long: 'x', short: 'y' } };
  const utm = (source: string, more: JsonObject = {}): JsonObject => ({ utm: { source, ...more } });
  const seen = (desired: JsonObject, applied: JsonObject, live: JsonObject): Four => ({
    ...{ desired, applied, observed: live, live },
  });

  it.each<readonly [what: string, four: Four, before: JsonObject | undefined]>([
    [
      'leaves out a field that the service added inside an object of ours',
      seen(utm('b'), utm('a'), utm('a', { id: 'added' })),
      utm('a'),
    ],
    ['leaves out a complete object that the service added', seen(B, A, { ...A, added }), A],
    ['shows what the file removes', seen(A, SENT, { ...SENT, utm_id: 'x' }), SENT],
    [
      'shows a manual change of what the service had added',
      { desired: A, applied: A, observed: ADDED, live: HAND },
      HAND,
    ],
    ['shows a manual addition', { desired: A, applied: A, observed: A, live: HAND }, HAND],
    [
      'shows what the file now says of what the service had added',
      { desired: OURS, applied: A, observed: ADDED, live: ADDED },
      ADDED,
    ],
    [
      'shows what live has, if it is unknown what was sent',
      { desired: B, applied: undefined, observed: undefined, live: SENT },
      SENT,
    ],
  ])('a difference %s', (_, four, before) => {
    expect(plannedWith(four).components).toMatchObject([{ after: four.desired }]);
    expect(plannedWith(four).components[0]?.before).toEqual(before);
  });

  it('blocked drift does not block other edits', () => {
    const now = live({ components: { utm_params: B, connector: { connector_name: 'a' } } });
    const recorded = { ...now.components, utm_params: A };
    const file = desired({ components: { utm_params: A, connector: { connector_name: 'b' } } });
    const state = stateOf([bindingOf(now, { applied: recorded, observed: recorded })]);
    const policy = { drift: 'hold' as const, guard: { share: 1, atLeast: 1 } };
    const [campaign] = planFor({ desired: [file], live: [now], state }, { policy }).campaigns;
    const held = [{ reason: 'drift', components: ['utm_params'] }];
    expect(campaign).toMatchObject({ verdict: 'update', held, steps: [{ kind: 'update' }] });
    const sent = campaign?.steps.map((step) => step.kind === 'update' && Object.keys(step.components));
    expect(sent).toEqual([['connector']]);
  });
});

describe('without a record, what only live has', () => {
  const group = (...names: string[]) => ({
    filter_operator: 'and',
    filters: names.map((name) => ({ filter_type: 'custom_segments', name })),
  });

  it.each<readonly [string, ComponentName, JsonObject, JsonObject, string]>([
    [
      'is no difference in most components',
      'delivery_controls',
      { bypass_dnd: false },
      { bypass_dnd: false, count_for_frequency_capping: true },
      'in sync, nothing, recorded',
    ],
    [
      'is a difference in an audience',
      'segmentation_details',
      { included_filters: group('a') },
      { included_filters: group('a'), excluded_filters: group('b') },
      'adopted, sent',
    ],
    [
      'is a difference in a trigger',
      'trigger_condition',
      { included_filters: group('a') },
      { included_filters: group('a'), secondary_included_filters: group('b') },
      'adopted, sent',
    ],
    [
      'is a difference inside a list, which counts as a whole',
      'conversion_goal_details',
      { goals: [{ goal_name: 'a' }] },
      { goals: [{ goal_name: 'a' }, { goal_name: 'b' }] },
      'adopted, sent',
    ],
    [
      'is no difference in an audience if it is an empty group that only the file has',
      'segmentation_details',
      { included_filters: group('a'), excluded_filters: {} },
      { included_filters: group('a') },
      'in sync, nothing, recorded',
    ],
  ])('%s', (_, name, wanted, shown, verdict) => {
    const now = live({ components: { [name]: shown } });
    const state = stateOf([bindingOf(now, { applied: {}, observed: {} })]);
    const file = desired({ components: { [name]: wanted } });
    const [campaign] = planFor({ desired: [file], live: [now], state }).campaigns;
    const change = campaign?.components.find((one) => one.name === name);
    const fate = campaign?.steps.length ? 'sent' : 'nothing, recorded';
    expect(`${change?.cause ?? 'in sync'}, ${fate}`).toBe(verdict);
  });
});

describe('what live had before our first write', () => {
  const HAND = { ...A, utm_term: 'by hand' };

  it('is adopted, is no difference while the file stays unchanged, and an edit shows its removal', () => {
    const { record } = plannedWith({ desired: A, applied: undefined, observed: undefined, live: HAND });
    expect(record).toMatchObject({ applied: { utm_params: A }, observed: { utm_params: HAND } });
    expect(record?.adopted).toEqual(['utm_params']);
    const edited = plannedWith({ desired: B, applied: A, observed: HAND, live: HAND, adopted: true });
    expect(edited.components).toMatchObject([{ before: HAND }]);
    expect(edited.components[0]?.after).toEqual(B);
    const four = { desired: A, applied: A, observed: HAND, live: HAND, adopted: true };
    expect(verdictOn(four)).toBe('in sync, nothing');
  });
});
