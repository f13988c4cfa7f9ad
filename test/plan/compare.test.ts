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

describe('four values of a component', () => {
  it.each<readonly [what: string, four: Four, verdict: string]>([
    ['all equal', { desired: A, applied: A, observed: A, live: A }, 'in sync, nothing'],
    ['the file changed', { desired: B, applied: A, observed: A, live: A }, 'edited, sent'],
    ['live changed', { desired: A, applied: A, observed: A, live: B }, 'drifted, sent'],
    [
      'live changed, under hold',
      { desired: A, applied: A, observed: A, live: B, drift: 'hold' },
      'drifted, held drift',
    ],
    ['both changed', { desired: B, applied: A, observed: A, live: C }, 'conflict, held conflict'],
    [
      'both changed, under hold',
      { desired: B, applied: A, observed: A, live: C, drift: 'hold' },
      'conflict, held conflict',
    ],
    [
      'both changed, with consent',
      { desired: B, applied: A, observed: A, live: C, allow: ['conflict'] },
      'conflict, sent',
    ],
    [
      'both changed, to the same value',
      { desired: B, applied: A, observed: A, live: B },
      'in sync, nothing, recorded',
    ],
    [
      'both changed, and the file has the change of live and one of its own',
      { desired: { ...B, utm_medium: 'n' }, applied: A, observed: A, live: B },
      'edited, sent',
    ],
    [
      'both changed to the same value, next to a spelling of the service',
      {
        desired: { ...SENT, utm_source: 'b' },
        applied: SENT,
        observed: SPELLED,
        live: { ...SPELLED, utm_source: 'b' },
      },
      'in sync, nothing, recorded',
    ],
    [
      'the file changed back to the live value',
      { desired: A, applied: B, observed: A, live: A },
      'in sync, nothing, recorded',
    ],
    [
      'the file changed, live lost it',
      { desired: B, applied: A, observed: A, live: undefined },
      'conflict, held conflict',
    ],
    ['live lost it', { desired: A, applied: A, observed: A, live: undefined }, 'drifted, sent'],
    [
      'live never had it',
      { desired: A, applied: A, observed: undefined, live: undefined },
      'in sync, nothing',
    ],
    [
      'never sent, and live has none',
      { desired: A, applied: undefined, observed: undefined, live: undefined },
      'adopted, sent',
    ],
    [
      'never sent, and live has it',
      { desired: A, applied: undefined, observed: undefined, live: A },
      'in sync, nothing, recorded',
    ],
    [
      'never sent, and live has more',
      { desired: A, applied: undefined, observed: undefined, live: SENT },
      'in sync, nothing, recorded',
    ],
    [
      'never sent, and live has another',
      { desired: A, applied: undefined, observed: undefined, live: B },
      'adopted, sent',
    ],
    [
      'no longer in the file',
      { desired: undefined, applied: A, observed: A, live: A },
      'released, nothing, recorded',
    ],
    [
      'no longer in the file, and live lost it',
      { desired: undefined, applied: A, observed: A, live: undefined },
      'in sync, nothing, recorded',
    ],
    [
      'never in the file',
      { desired: undefined, applied: undefined, observed: undefined, live: A },
      'in sync, nothing',
    ],
    [
      'sent, but live never showed a leaf',
      { desired: SENT, applied: SENT, observed: A, live: A },
      'in sync, nothing',
    ],
    [
      'sent, live never showed a leaf, the file changed',
      { desired: B, applied: SENT, observed: A, live: A },
      'edited, sent',
    ],
    [
      'sent, and live has what the file removes',
      { desired: A, applied: A, observed: SENT, live: SENT },
      'in sync, nothing',
    ],
    [
      'sent, and live shows the leaf at last',
      { desired: SENT, applied: SENT, observed: A, live: SENT },
      'in sync, nothing, recorded',
    ],
  ])('%s', (_, four, verdict) => {
    expect(verdictOn(four)).toBe(verdict);
  });

  describe('of a component for which live differs from what was sent', () => {
    const unseen = { desired: SENT, applied: SENT, observed: A, live: A };
    const note = (kind: string) => [{ kind, component: 'utm_params', paths: ['/utm_term'] }];
    const since = (minutes: number) => NOW - minutes * 60_000;

    it.each<readonly [what: string, four: Partial<Four>, verdict: string, notes: unknown[]]>([
      [
        'a short while ago',
        { mark: { kind: 'respelled', at: since(1) } },
        'in sync, nothing',
        note('unconfirmed'),
      ],
      ['for minutes, which is gone', { mark: { kind: 'respelled', at: since(5) } }, 'edited, sent', []],
      [
        'for minutes, of which one part is spelled differently and another is gone',
        {
          mark: { kind: 'respelled', at: since(5) },
          observed: { utm_source: 'A', utm_medium: 'm' },
          live: { utm_source: 'A', utm_medium: 'm' },
        },
        'edited, sent',
        [],
      ],
      [
        'for minutes, in another spelling',
        { mark: { kind: 'respelled', at: since(5) }, observed: SPELLED, live: SPELLED },
        'in sync, nothing, recorded',
        note('kept-as'),
      ],
      [
        'for minutes, which is gone, with consent',
        { mark: { kind: 'respelled', at: since(5) }, allow: ['unconfirmed'] },
        'in sync, nothing, recorded',
        note('kept-as'),
      ],
      ['and that is on record', {}, 'in sync, nothing', []],
      [
        'for so long that it is sent once more',
        { mark: { kind: 'not-carried-out', at: since(5), sent: SENT } },
        'edited, sent',
        [],
      ],
      [
        'after two attempts to take a leaf away',
        { mark: { kind: 'given-up', at: since(60) }, desired: A, applied: A, observed: SENT, live: SENT },
        'in sync, nothing',
        note('unconfirmed'),
      ],
      [
        'and then what was sent, as a reader saw before',
        { mark: { kind: 'respelled', at: since(1) }, observed: SENT, live: SENT },
        'in sync, nothing, recorded',
        [],
      ],
      [
        'after two attempts',
        { mark: { kind: 'given-up', at: since(60) } },
        'in sync, nothing',
        note('unconfirmed'),
      ],
      [
        'after two attempts, with consent',
        { mark: { kind: 'given-up', at: since(60) }, allow: ['unconfirmed'] },
        'in sync, nothing, recorded',
        note('kept-as'),
      ],
      [
        'but live shows what was sent after all',
        { mark: { kind: 'respelled', at: since(1) }, live: SENT },
        'in sync, nothing, recorded',
        [],
      ],
      [
        'and a third value since',
        { mark: { kind: 'respelled', at: since(1) }, live: C },
        'drifted, sent',
        [],
      ],
    ])('%s', (_, more, verdict, notes) => {
      const four = { ...unseen, ...more };
      expect(verdictOn(four)).toBe(verdict);
      expect(plannedWith(four).notes).toEqual(notes);
    });

    it.each<readonly [what: string, four: Partial<Four>, verdict: string]>([
      [
        'equals live now, but what was sent may still arrive',
        { mark: { kind: 'in-flight', at: NOW } },
        'edited, sent',
      ],
      ['equals live, and what was sent is not coming', {}, 'in sync, nothing, recorded'],
      [
        'equals live, and what was sent was not carried out',
        { mark: { kind: 'not-carried-out', at: NOW, sent: SENT } },
        'in sync, nothing, recorded',
      ],
      ['is new, and live shows what was sent by now', { desired: C, live: SENT }, 'edited, sent'],
    ])('the file %s', (_, more, verdict) => {
      expect(verdictOn({ ...unseen, desired: A, ...more })).toBe(verdict);
    });
  });

  it('a difference leaves out what the service added by itself', () => {
    const answered = { ...A, utm_id: 'set by the service' };
    const edited = plannedWith({ desired: B, applied: A, observed: answered, live: answered });
    expect(edited.components).toMatchObject([{ before: A, after: B }]);
    const drifted = plannedWith({
      desired: A,
      applied: A,
      observed: answered,
      live: { ...answered, utm_source: 'c' },
    });
    expect(drifted.components).toEqual([
      { name: 'utm_params', cause: 'drifted', before: C, after: A, applied: A },
    ]);
  });

  it.each<readonly [what: string, four: Four, before: JsonObject]>([
    [
      'a field that the service added inside an object of ours',
      {
        desired: { utm: { source: 'b' } },
        applied: { utm: { source: 'a' } },
        observed: { utm: { source: 'a', id: 'added' } },
        live: { utm: { source: 'a', id: 'added' } },
      },
      { utm: { source: 'a' } },
    ],
    [
      'a complete object that the service added',
      {
        desired: B,
        applied: A,
        observed: { ...A, added: { id: { long: 'x', short: 'y' } } },
        live: { ...A, added: { id: { long: 'x', short: 'y' } } },
      },
      A,
    ],
  ])('a difference leaves out %s', (_, four, before) => {
    expect(plannedWith(four).components).toMatchObject([{ after: four.desired }]);
    expect(plannedWith(four).components[0]?.before).toEqual(before);
  });

  it.each<readonly [what: string, four: Four, before: JsonObject]>([
    [
      'what the file removes',
      { desired: A, applied: SENT, observed: { ...SENT, utm_id: 'x' }, live: { ...SENT, utm_id: 'x' } },
      SENT,
    ],
    [
      'a manual change of what the service had added',
      { desired: A, applied: A, observed: { ...A, utm_id: 'x' }, live: { ...A, utm_id: 'by hand' } },
      { ...A, utm_id: 'by hand' },
    ],
    [
      'a manual addition',
      { desired: A, applied: A, observed: A, live: { ...A, utm_id: 'by hand' } },
      { ...A, utm_id: 'by hand' },
    ],
    [
      'what the file now says of what the service had added',
      {
        desired: { ...A, utm_id: 'ours' },
        applied: A,
        observed: { ...A, utm_id: 'x' },
        live: { ...A, utm_id: 'x' },
      },
      { ...A, utm_id: 'x' },
    ],
    [
      'what live has, if it is unknown what was sent',
      { desired: B, applied: undefined, observed: undefined, live: SENT },
      SENT,
    ],
  ])('a difference shows %s', (_, four, before) => {
    expect(plannedWith(four).components).toMatchObject([{ after: four.desired }]);
    expect(plannedWith(four).components[0]?.before).toEqual(before);
  });

  it('blocked drift does not block other edits', () => {
    const now = live({ components: { utm_params: B, connector: { connector_name: 'a' } } });
    const recorded = { ...now.components, utm_params: A };
    const [campaign] = planFor(
      {
        desired: [desired({ components: { utm_params: A, connector: { connector_name: 'b' } } })],
        live: [now],
        state: stateOf([bindingOf(now, { applied: recorded, observed: recorded })]),
      },
      { policy: { drift: 'hold', guard: { share: 1, atLeast: 1 } } },
    ).campaigns;
    expect(campaign?.verdict).toBe('update');
    expect(campaign?.held.map(({ reason, components }) => [reason, components])).toEqual([
      ['drift', ['utm_params']],
    ]);
    expect(
      campaign?.steps.flatMap((step) => (step.kind === 'update' ? Object.keys(step.components) : [])),
    ).toEqual(['connector']);
  });
});

describe('without a record, what only live has', () => {
  const group = (...names: string[]) => ({
    filter_operator: 'and',
    filters: names.map((name) => ({ filter_type: 'custom_segments', name })),
  });

  it.each<
    readonly [what: string, name: ComponentName, desired: JsonObject, live: JsonObject, verdict: string]
  >([
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
    const [campaign] = planFor({
      desired: [desired({ components: { [name]: wanted } })],
      live: [now],
      state: stateOf([bindingOf(now, { applied: {}, observed: {} })]),
    }).campaigns;
    const change = campaign?.components.find((one) => one.name === name);
    const fate = campaign?.steps.length ? 'sent' : 'nothing, recorded';
    expect(`${change?.cause ?? 'in sync'}, ${fate}`).toBe(verdict);
  });
});

describe('what live had before our first write', () => {
  const HAND = { ...A, utm_term: 'by hand' };

  it('is adopted, and an edit shows that the patch removes it', () => {
    const { record } = plannedWith({ desired: A, applied: undefined, observed: undefined, live: HAND });
    expect(record).toMatchObject({ applied: { utm_params: A }, observed: { utm_params: HAND } });
    expect(record?.adopted).toEqual(['utm_params']);
    const edited = plannedWith({ desired: B, applied: A, observed: HAND, live: HAND, adopted: true });
    expect(edited.components).toMatchObject([{ before: HAND }]);
    expect(edited.components[0]?.after).toEqual(B);
  });

  it('is not a difference while the file stays unchanged', () => {
    const four = { desired: A, applied: A, observed: HAND, live: HAND, adopted: true };
    expect(verdictOn(four)).toBe('in sync, nothing');
  });
});
