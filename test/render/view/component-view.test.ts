import { expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { diffLines } from '../../../src/render/view/diff-lines.ts';
import { lineText } from '../../../src/render/view/marked-line.ts';
import { describePlan } from '../../../src/render/view/plan-view.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const segment = (name: string): JsonObject => ({ filter_type: 'custom_segments', name, id: name });
const either = (...names: string[]): JsonObject => ({ filter_operator: 'or', filters: names.map(segment) });
const who = (included: JsonObject, more: JsonObject = {}): Components => ({
  segmentation_details: { included_filters: included, ...more },
});
const LONG = ['People of the mountains', 'People of the lakes', 'People of the woods', 'People of the sea'];

/** How the difference between two campaigns is shown. */
function placeAndCode(before: Components, after: Components): string[] {
  const was = live({ type: 'EVENT_TRIGGERED', components: before });
  const file = desired({ type: 'EVENT_TRIGGERED', components: after });
  const plan = planFor({ desired: [file], live: [was], state: stateOf([bindingOf(was)]) });
  return describePlan(plan).changes.flatMap(({ components }) => components.flatMap(diffLines).map(lineText));
}

it.each<readonly [what: string, before: Components, after: Components, lines: readonly string[]]>([
  [
    'a short audience, as two sentences',
    who(either('VIP')),
    who(either('VIP', 'Gold')),
    ['  segmentation_details · audience', '- in "VIP"', '+ in "VIP" or in "Gold"'],
  ],
  [
    'a long audience, by the filters that went and came',
    who(either(...LONG)),
    who(either(...LONG.slice(1), 'Gold')),
    ['  segmentation_details · audience', '- in "People of the mountains"', '+ in "Gold"', '  3 more stay'],
  ],
  [
    'filters that are excluded from now on',
    who(either(...LONG)),
    who(either(...LONG), { excluded_filters: either('Gold') }),
    ['  segmentation_details · audience', '+ except those in "Gold"'],
  ],
  [
    'all users that became nobody',
    { segmentation_details: { is_all_user_campaign: true } },
    { segmentation_details: { is_all_user_campaign: false } },
    [
      '  segmentation_details · audience',
      '- all users',
      "+ no users: it has no filters and isn't for all users",
    ],
  ],
  [
    'a long audience that became nobody',
    who(either(...LONG)),
    { segmentation_details: { is_all_user_campaign: false } },
    [
      '  segmentation_details · audience',
      `- ${LONG.map((name) => `in "${name}"`).join(' or ')}`,
      "+ no users: it has no filters and isn't for all users",
    ],
  ],
  [
    'a second event that is gone',
    { trigger_condition: { trigger_delay_value: 1, secondary_included_filters: either('VIP') } },
    { trigger_condition: { trigger_delay_value: 1 } },
    ['  trigger_condition · second event', '- in "VIP"'],
  ],
  [
    'filters elsewhere, in words',
    { conversion_goal_details: { goals: [{ name: 'a', attributes: either('VIP') }] } },
    { conversion_goal_details: { goals: [{ name: 'a' }] } },
    ['  conversion_goal_details · goals · a · attributes', '- in "VIP"'],
  ],
  [
    'a list of plain values',
    { basic_details: { name: 'The a' } },
    { basic_details: { name: 'The a', tags: ['spring', 'sale'] } },
    ['  tags', '+ sale, spring'],
  ],
])('%s', (_, before, after, lines) => {
  expect(placeAndCode(before, after).map((line) => line.replace('  basic_details · tags', '  tags'))).toEqual(
    lines,
  );
});
