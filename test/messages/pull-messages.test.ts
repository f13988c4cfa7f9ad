import { expect, test } from 'vitest';
import { plainText } from '../../src/messages/phrase.ts';
import { describeLeft } from '../../src/messages/pull-messages.ts';

const SIDES = { code: 'conflict', applied: undefined, file: undefined, live: undefined } as const;

test.each([
  {
    reason: { ...SIDES, part: 'utm_params', hasOther: false },
    todo: "To take the service's value, use --theirs. To send the file's value, apply with promo/may --allow conflict.",
  },
  {
    // A new status in the file is sent without --allow.
    reason: { ...SIDES, part: 'status', hasOther: false },
    todo: "To take the service's value, use --theirs. To send the file's value, apply.",
  },
  {
    reason: { code: 'ours', part: 'status' },
    todo: "To send the file's value, apply.",
  },
  {
    reason: { code: 'ours', part: 'utm_params' },
    todo: "To send the file's value, apply with promo/may --allow conflict.",
  },
] as const)('advises only what has an effect: $todo', ({ reason, todo }) => {
  expect(plainText(describeLeft(reason, 'promo/may').todo)).toBe(todo);
});
