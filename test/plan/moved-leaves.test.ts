import { describe, expect, it } from 'vitest';
import type { ComponentName } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { movedLeaves } from '../../src/plan/server-defaults.ts';

interface Sides {
  readonly file: JsonObject;
  /** What was last sent. */
  readonly sent: JsonObject;
  /** What the service answered right after; omitted: the same. */
  readonly seen?: JsonObject;
  readonly live: JsonObject;
}

const compared = (name: ComponentName, { file: desired, sent: applied, seen, live }: Sides) =>
  movedLeaves(name, { desired, applied, observed: seen ?? applied, live, adopted: false });

type Row = readonly [what: string, sides: Sides, expected: ReturnType<typeof movedLeaves>];

describe('a component that the file and live changed', () => {
  it.each<Row>([
    [
      'agrees if the file took the change over',
      { sent: { a: 'old' }, file: { a: 'new' }, live: { a: 'new' } },
      'agreed',
    ],
    [
      'is merged if the file took the change over and edits another field',
      { sent: { a: 'old', b: 'x' }, file: { a: 'new', b: 'y' }, live: { a: 'new', b: 'x' } },
      'merged',
    ],
    [
      'is merged if live shows only late what was sent, because that is no change by hand',
      {
        sent: { a: 'sent', b: 'x' },
        seen: { a: 'before', b: 'x' },
        file: { a: 'newer', b: 'y' },
        live: { a: 'sent', b: 'y' },
      },
      'merged',
    ],
    [
      'is apart if live has a change that the file does not have',
      { sent: { a: 'old', b: 'x' }, file: { a: 'old', b: 'y' }, live: { a: 'new', b: 'x' } },
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

  it.each<readonly [what: string, name: ComponentName, sides: Sides, expected: Row[2]]>([
    [
      'is merged if the file has the entry that live got, and one of its own',
      'basic_details',
      { sent: tagged('old'), file: tagged('old', 'theirs', 'ours'), live: tagged('old', 'theirs') },
      'merged',
    ],
    [
      'is merged if each side added its entry at another end',
      'conversion_goal_details',
      { sent: goals('a', 'b'), file: goals('theirs', 'a', 'b', 'ours'), live: goals('theirs', 'a', 'b') },
      'merged',
    ],
    [
      'is apart if each side replaced the same entry',
      'conversion_goal_details',
      { sent: goals('a', 'old'), file: goals('a', 'ours'), live: goals('a', 'theirs') },
      'apart',
    ],
    [
      'is apart if the file still has what live lost',
      'basic_details',
      { sent: tagged('old', 'gone'), file: tagged('old', 'gone', 'ours'), live: tagged('old') },
      'apart',
    ],
  ])('%s', (_, name, sides, expected) => {
    expect(compared(name, sides)).toBe(expected);
  });
});
