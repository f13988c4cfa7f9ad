import { expect, it } from 'vitest';
import type { Waiting } from '../../../src/model/progress.ts';
import { progressBar } from '../../../src/render/text/progress-text.ts';

const LIMIT = { limit: 5, spanMs: 60_000, counts: 'attempts' } as const;

const WAIT: Waiting = {
  kind: 'waiting',
  next: Date.parse('2031-01-01T10:02:06.400Z'),
  last: Date.parse('2031-01-01T10:03:10Z'),
  ...{ done: 14, total: 25, deferredCount: 0 },
  cause: LIMIT,
};

it.each([
  [
    100,
    'Creating  ███████████░░░░░░░░░  14/25   next at 10:02:07 UTC (5 a minute)   done by about 10:04 UTC',
  ],
  [80, 'Creating  ███████████░░░░░░░░░  14/25   next at 10:02:07 UTC (5 a minute)'],
  [50, '14/25 next at 10:02:07 UTC (5 a minute)'],
])('a wait for quota is a bar with what fits into %i columns', (columns, line) => {
  expect(progressBar(WAIT, columns)).toBe(line);
});
