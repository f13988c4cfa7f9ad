import { expect, it } from 'vitest';
import { plainText } from '../../../src/messages/phrase.ts';
import type { Components } from '../../../src/model/campaign.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { planSentence } from '../../../src/render/rows/plan-words.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/report-texts.ts';
import { desired, live, planFor, managing } from '../../support/builders.ts';

const ASAP: Components = { scheduling_details: { delivery_type: 'ASAP' } };
const LATER: Components = {
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
};
const draft = live({ components: ASAP });

it.each([
  ['a new campaign', planFor({ desired: [desired({ status: 'ACTIVE', components: ASAP })] }), true],
  [
    'a draft with this schedule in the service',
    planFor(managing([desired({ status: 'ACTIVE' })], [draft])),
    true,
  ],
  ['a later time', planFor({ desired: [desired({ status: 'ACTIVE', components: LATER })] }), false],
  ['what stays a draft', planFor({ desired: [desired({ components: ASAP })] }), false],
])('a message that no schedule delays is named: %s', (_, plan, isNamed) => {
  const words = 'Sent as soon as published: a.';
  const rows = planRows(plan);
  expect(plainText(planSentence(plan, rows, 'Merging this')).includes(words)).toBe(isNamed);
  expect(planText(plan, { columns: 80, paint: PLAIN }).includes(words)).toBe(isNamed);
  expect(rows.some(({ head }) => head.includes('sent at once'))).toBe(isNamed);
});
