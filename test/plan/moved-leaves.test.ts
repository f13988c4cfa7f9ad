import { describe, expect, it } from 'vitest';
import type { ComponentName } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { movedLeaves } from '../../src/plan/server-defaults.ts';

type Verdict = ReturnType<typeof movedLeaves>;
/** What was last sent, what the file says and live shows; and, if that differs, what live showed right after. */
type Sides = readonly [sent: JsonObject, file: JsonObject, live: JsonObject, seen?: JsonObject];

const compared = (name: ComponentName, [applied, desired, live, seen = applied]: Sides) =>
  movedLeaves(name, { desired, applied, observed: seen, live, adopted: false });

describe('a component that the file and live changed', () => {
  it.each<readonly [what: string, sides: Sides, expected: Verdict]>([
    ['agrees if the file took the change over', [{ a: 'old' }, { a: 'new' }, { a: 'new' }], 'agreed'],
    [
      'is merged if the file took the change over and edits another field',
      [
        { a: 'old', b: 'x' },
        { a: 'new', b: 'y' },
        { a: 'new', b: 'x' },
      ],
      'merged',
    ],
    [
      'is merged if live shows only late what was sent, because that is no change by hand',
      [
        ...([
          { a: 'sent', b: 'x' },
          { a: 'newer', b: 'y' },
          { a: 'sent', b: 'y' },
        ] as const),
        { a: 'before', b: 'x' },
      ],
      'merged',
    ],
    [
      'is apart if live has a change that the file does not have',
      [
        { a: 'old', b: 'x' },
        { a: 'old', b: 'y' },
        { a: 'new', b: 'x' },
      ],
      'apart',
    ],
  ])('%s', (_, sides, expected) => {
    expect(compared('advanced', sides)).toBe(expected);
  });
});

describe('a list that the file and live changed', () => {
  const tagged = (...tags: readonly string[]): JsonObject => ({ tags });
  const goals = (...names: readonly string[]): JsonObject => ({
    goals: names.map((goal_name) => ({ goal_name })),
  });

  it.each<readonly [what: string, name: ComponentName, sides: Sides, expected: Verdict]>([
    [
      'is merged if the file has the entry that live got, and one of its own',
      'basic_details',
      [tagged('old'), tagged('old', 'theirs', 'ours'), tagged('old', 'theirs')],
      'merged',
    ],
    [
      'is merged if each side added its entry at another end',
      'conversion_goal_details',
      [goals('a', 'b'), goals('theirs', 'a', 'b', 'ours'), goals('theirs', 'a', 'b')],
      'merged',
    ],
    [
      'is apart if each side replaced the same entry',
      'conversion_goal_details',
      [goals('a', 'old'), goals('a', 'ours'), goals('a', 'theirs')],
      'apart',
    ],
    [
      'is apart if the file still has what live lost',
      'basic_details',
      [tagged('old', 'gone'), tagged('old', 'gone', 'ours'), tagged('old')],
      'apart',
    ],
  ])('%s', (_, name, sides, expected) => {
    expect(compared(name, sides)).toBe(expected);
  });
});
