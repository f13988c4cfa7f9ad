import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import { sameJson, type JsonObject, type JsonValue } from '../../../src/model/json.ts';
import { diffLines } from '../../../src/render/rows/fold.ts';
import { lineText } from '../../../src/render/rows/value-row.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { valuesOfMove } from '../../../src/render/rows/values.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const segment = (name: string): JsonObject => ({ filter_type: 'custom_segments', name, id: name });
const either = (...names: string[]): JsonObject => ({ filter_operator: 'or', filters: names.map(segment) });
const and = (...filters: JsonObject[]): JsonObject => ({ filter_operator: 'and', filters });
const who = (included: JsonObject, more: JsonObject = {}): Components => ({
  segmentation_details: { included_filters: included, ...more },
});
const zone = (timezone: string, more: JsonObject = {}): Components => ({
  scheduling_details: {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-04T09:00:00', timezone },
    ...more,
  },
});
const LONG = ['People of the mountains', 'People of the lakes', 'People of the woods', 'People of the sea'];

/** How the difference between two campaigns is shown. */
function placeAndCode(before: Components, after: Components): string[] {
  const was = live({ type: 'EVENT_TRIGGERED', components: before });
  const file = desired({ type: 'EVENT_TRIGGERED', components: after });
  const plan = planFor({ desired: [file], live: [was], state: stateOf([bindingOf(was)]) });
  return planRows(plan).flatMap(({ values }) => values.flatMap(diffLines).map(lineText));
}

it.each<readonly [what: string, before: Components, after: Components, lines: readonly string[]]>([
  [
    'a short audience, as two sentences',
    who(either('VIP')),
    who(either('VIP', 'Gold')),
    ['  audience', '- in "VIP"', '+ in "VIP" or in "Gold"'],
  ],
  [
    'a long audience, by the filters that went and came',
    who(either(...LONG)),
    who(either(...LONG.slice(1), 'Gold')),
    ['  audience', '- in "People of the mountains"', '+ in "Gold"', '  3 more stay'],
  ],
  [
    'a filter that is there only once from now on',
    who(either(...LONG, 'People of the sea')),
    who(either(...LONG)),
    ['  audience', '- in "People of the sea"', '  4 more stay'],
  ],
  [
    'filters that are excluded from now on',
    who(either(...LONG)),
    who(either(...LONG), { excluded_filters: either('Gold') }),
    ['  audience', '+ except those in "Gold"'],
  ],
  [
    'all users that became nobody',
    { segmentation_details: { is_all_user_campaign: true } },
    { segmentation_details: { is_all_user_campaign: false } },
    ['  audience', '- all users', "+ no users: it has no filters and isn't for all users"],
  ],
  [
    'a long audience that became nobody',
    who(either(...LONG)),
    { segmentation_details: { is_all_user_campaign: false } },
    [
      '  audience',
      `- ${LONG.map((name) => `in "${name}"`).join(' or ')}`,
      "+ no users: it has no filters and isn't for all users",
    ],
  ],
  [
    'a second event that is gone',
    { trigger_condition: { trigger_delay_value: 1, secondary_included_filters: either('VIP') } },
    { trigger_condition: { trigger_delay_value: 1 } },
    ['  second event', '- in "VIP"'],
  ],
  [
    'a time zone by the name in the file, whatever the main name of that zone is',
    zone('Europe/Berlin'),
    zone('CET'),
    ['  time zone · timezone', '- Europe/Berlin', '+ CET'],
  ],
  [
    'no time zone where only its names differ',
    zone('Asia/Calcutta'),
    zone('Asia/Kolkata', { start_time: '2031-05-04T10:00:00' }),
    [
      '  start time · start_time',
      '- Sun 2031-05-04 09:00 Asia/Kolkata',
      '+ Sun 2031-05-04 10:00 Asia/Kolkata',
    ],
  ],
  [
    'filters elsewhere, in words',
    { conversion_goal_details: { goals: [{ name: 'a', attributes: either('VIP') }] } },
    { conversion_goal_details: { goals: [{ name: 'a' }] } },
    ['  attributes (goals, a)', '- in "VIP"'],
  ],
  [
    'the same segment with another name',
    who(and(segment('VIP'))),
    who(and({ ...segment('VIP'), name: 'VIP customers' })),
    ['  audience', '- in "VIP" (ID: "VIP")', '+ in "VIP customers" (ID: "VIP")'],
  ],
  [
    'two segments that exchanged their names',
    who(either('VIP', 'Gold')),
    who({
      ...either(),
      filters: [
        { ...segment('VIP'), name: 'Gold' },
        { ...segment('Gold'), name: 'VIP' },
      ],
    }),
    [
      '  audience',
      '- in "VIP" (ID: "VIP") or in "Gold" (ID: "Gold")',
      '+ in "Gold" (ID: "VIP") or in "VIP" (ID: "Gold")',
    ],
  ],
])('%s', (_, before, after, lines) => {
  expect(placeAndCode(before, after)).toEqual(lines);
});

const anyValue = fc.constantFrom<JsonValue>('a', 'b', 1, 2, true);
const anyExecution = fc.record({
  type: fc.constantFrom('atleast', 'exactly'),
  count: fc.integer({ min: 2, max: 3 }),
});
const anyFilter = fc.record(
  {
    ...{
      filter_type: fc.constantFrom('custom_segments', 'actions', 'user_attributes'),
      name: fc.constantFrom('a', 'b'),
    },
    ...{
      action_name: fc.constantFrom('a', 'b'),
      operator: fc.constantFrom('is', 'between'),
      value: anyValue,
    },
    ...{
      value1: anyValue,
      executed: fc.boolean(),
      execution: anyExecution,
      negate: fc.boolean(),
      id: anyValue,
    },
    ...{ category: anyValue, case_sensitive: anyValue, weight: anyValue },
  },
  { requiredKeys: ['filter_type', 'name'] },
);
const anyGroup = fc.record({
  filter_operator: fc.constantFrom('and', 'or'),
  filters: fc.array(
    fc.oneof(anyFilter, fc.record({ filter_operator: fc.constant('or'), filters: fc.array(anyFilter) })),
  ),
});

it('any two audiences that differ are shown with what differs', () => {
  fc.assert(
    fc.property(anyGroup, anyGroup, fc.boolean(), (one, other, alone) => {
      const next = alone
        ? { ...one, filters: [...one.filters.slice(1), ...other.filters.slice(0, 1)] }
        : other;
      fc.pre(!sameJson(one, next));
      const { values: shown } = valuesOfMove('segmentation_details', {
        before: { included_filters: one as JsonObject },
        after: { included_filters: next as JsonObject },
      });
      expect(shown.length).toBeGreaterThan(0);
      for (const { was, now } of shown) expect(was).not.toBe(now);
    }),
  );
});

it.each<readonly [field: string, value: JsonValue]>([
  ['value', 'other'],
  ['executed', false],
  ['execution', { type: 'exactly', count: 9 }],
  ['negate', true],
  ['id', 'other'],
  ['category', 'other'],
  ['case_sensitive', true],
  ['primary_time_range', { type: 'inTheLast', value: 30 }],
  ['weight', 9],
])('a change of %s in a filter is shown, whatever else changes', (field, value) => {
  fc.assert(
    fc.property(anyFilter, anyFilter, (filter, added) => {
      const changed = { ...filter, [field]: value } as JsonObject;
      fc.pre(!sameJson((filter as JsonObject)[field], value));
      const shown = (one: JsonObject) =>
        valuesOfMove('segmentation_details', {
          before: { included_filters: and(filter) },
          after: { included_filters: and(one, added) },
        }).values;
      expect(shown(changed)).not.toEqual(shown(filter as JsonObject));
    }),
  );
});

it('shows in a conflict who has which value', () => {
  const utm = (utm_source: string): Components => ({ utm_params: { utm_source } });
  const was = live({ components: utm('app') });
  const now = live({ components: utm('new') });
  const file = desired({ components: utm('mail') });
  const plan = planFor({ desired: [file], live: [now], state: stateOf([bindingOf(was)]) });
  const [value] = planRows(plan).flatMap(({ values }) => values.flatMap((one) => one.values));
  expect(value).toMatchObject({
    field: 'utm_source',
    sides: [
      { who: 'last applied', value: 'app' },
      { who: 'live', value: 'new' },
      { who: 'the file', value: 'mail' },
    ],
  });
});
