import { expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import { changeGroups } from '../../../src/render/view/change-groups.ts';
import { describePlan } from '../../../src/render/view/plan-view.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const EVERYBODY: Components = { segmentation_details: { is_all_user_campaign: true } };

/** How three edits of one field, each to its own value, are shown. */
function groupsOf(audience: Components) {
  const keys = ['a', 'b', 'c'];
  const from = (source: string): Components => ({ ...audience, utm_params: { utm_source: source } });
  const drafts = keys.map((key) => live({ key, components: from('x') }));
  const plan = planFor({
    desired: keys.map((key) => desired({ key, components: from(key) })),
    live: drafts,
    state: stateOf(drafts.map((draft) => bindingOf(draft))),
  });
  return changeGroups(describePlan(plan).changes).map(({ words }) => words);
}

it('says that each edit of a group reaches all users', () => {
  expect(groupsOf(EVERYBODY)).toEqual(['UTM source, each with its own value; to: all users']);
  expect(groupsOf({})).toEqual(['UTM source, each with its own value']);
});
