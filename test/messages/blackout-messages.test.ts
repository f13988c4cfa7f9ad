import { expect, it } from 'vitest';
import { blackoutDays } from '../../src/messages/blackout-messages.ts';

const christmas = { from: '2026-12-24', to: '2026-12-26' };
const dayAfter = { from: '2026-12-27', to: '2026-12-27' };

it.each([
  [[christmas], 'from 2026-12-24 to 2026-12-26'],
  [[christmas, dayAfter], 'from 2026-12-24 to 2026-12-26 and on 2026-12-27'],
  [[dayAfter, dayAfter, christmas], 'on 2026-12-27, on 2026-12-27 and from 2026-12-24 to 2026-12-26'],
  [
    [christmas, christmas, dayAfter, dayAfter],
    'from 2026-12-24 to 2026-12-26, from 2026-12-24 to 2026-12-26, on 2026-12-27 and on other days',
  ],
])('names the days of a blackout %#', (days, words) => {
  expect(blackoutDays(days)).toBe(words);
});
