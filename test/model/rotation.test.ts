import { describe, expect, it, test } from 'vitest';
import { partAt } from '../../src/model/rotation.ts';
import { HOUR_MS } from '../../src/model/time.ts';

const NOW = Date.UTC(2031, 0, 1, 6, 5);
const numbered = (length: number) => Array.from({ length }, (_, at) => at);

describe('a part of a large workspace', () => {
  it.each([
    { items: 0, size: 15, runs: 1 },
    { items: 15, size: 15, runs: 1 },
    { items: 16, size: 15, runs: 5 },
    { items: 2_000, size: 500, runs: 5 },
    { items: 2_000, size: 150, runs: 17 },
    { items: 2_000, size: 15, runs: 137 },
  ])('of $items, $size at a time, is one of $runs', ({ items, size, runs }) => {
    const part = partAt(numbered(items), { size, now: NOW });
    expect(part.runs).toBe(runs);
    expect(part.items).toHaveLength(Math.min(size, items));
  });

  it('is the same for the same hour', () => {
    const [early, late] = [0, 54].map((minutes) =>
      partAt(numbered(100), { size: 30, now: NOW + minutes * 60_000 }),
    );
    expect(early).toEqual(late);
  });
});

test.each([1, 2, 3, 4, 6, 8, 12, 24, 7 * 24])(
  'runs every %i hours read each campaign within the number of runs that they state',
  (hours) => {
    for (const [items, size] of [
      [16, 15],
      [101, 30],
      [2_000, 500],
      [2_000, 150],
      [997, 45],
    ] as const) {
      const { runs } = partAt(numbered(items), { size, now: NOW });
      const read = Array.from({ length: runs }, (_, run) =>
        partAt(numbered(items), { size, now: NOW + run * hours * HOUR_MS }),
      );
      expect(new Set(read.flatMap((one) => one.items)).size).toBe(items);
    }
  },
);
