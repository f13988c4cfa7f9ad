import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { sentAtOnce } from '../../../src/render/rows/plan-words.ts';
import { planSentence } from '../../../src/render/rows/plan-sentence.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const ASAP: Components = { scheduling_details: { delivery_type: 'ASAP' } };
const LATER: Components = {
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
};

/** A plan that creates and publishes a campaign for each key. */
function publishing(keys: readonly string[], components: Components) {
  return planFor({ desired: keys.map((key) => desired({ key, status: 'ACTIVE', components })) });
}

describe('a message that no schedule delays', () => {
  it('is named in the summary of the plan', () => {
    const plan = publishing(['promo/one'], ASAP);
    const words = 'promo/one is sent as soon as it is published.';
    expect(sentAtOnce(plan)).toBe(words);
    expect(planSentence(plan, planRows(plan), 'Merging this')).toContainEqual({
      text: words,
      strong: true,
    });
    expect(planText(plan, { columns: 80, paint: PLAIN })).toContain(`\n${words}\n`);
  });

  it('is named if it exists already, by the schedule that live has', () => {
    const draft = live({ components: ASAP });
    const plan = planFor({
      desired: [desired({ status: 'ACTIVE' })],
      live: [draft],
      state: stateOf([bindingOf(draft)]),
    });
    expect(sentAtOnce(plan)).toBe('a is sent as soon as it is published.');
    expect(planRows(plan)[0]?.head).toContain('publish: sent at once (status: ACTIVE');
  });

  it.each([
    ['a later time', publishing(['a'], LATER)],
    ['a draft', planFor({ desired: [desired({ components: ASAP })] })],
  ])('is not named for %s', (_, plan) => {
    expect(sentAtOnce(plan)).toBe('');
  });
});
