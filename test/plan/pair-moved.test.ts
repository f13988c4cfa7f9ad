import { expect, test } from 'vitest';
import type { Components, Desired } from '../../src/model/campaign.ts';
import { pairMoved } from '../../src/plan/pair-moved.ts';
import { bindingOf, desired, key, live } from '../support/builders.ts';

function saying(name: string, subject: string): Components {
  return { basic_details: { name }, utm_params: { utm_source: subject } };
}

const orphan = (name: string, subject: string, more: Partial<Parameters<typeof live>[0]> = {}) =>
  bindingOf(live({ key: name, components: saying(name, subject), ...more }));

const file = (at: string, name: string, subject: string, more: Parameters<typeof desired>[0] = {}) =>
  desired({ key: at, components: saying(name, subject), ...more });

function pairs(
  newcomers: readonly Desired[],
  orphans: readonly ReturnType<typeof orphan>[],
  renames: Readonly<Record<string, string>> = {},
  others: readonly ReturnType<typeof orphan>[] = [],
): string[] {
  const byFile = Object.entries(renames).map(([to, from]) => [`campaigns/${to}.yaml`, key(from)] as const);
  const { certain, doubtful } = pairMoved({ newcomers, orphans, others, renames: new Map(byFile) });
  return [
    ...certain.map(({ from, to, because }) => `${from} → ${to} ${because}`),
    ...doubtful.map(({ from, to }) => `${from.join('|')} ? ${to}`),
  ];
}

test.each<readonly [what: string, made: string[], expected: string[]]>([
  ['says the same', pairs([file('x', 'a', '1')], [orphan('a', '1')]), ['a → x same-content']],
  [
    'has the content of a campaign with a file, as after a chain of renames',
    pairs([file('n', 'a', '1')], [orphan('b', '2')], { n: 'b' }, [orphan('a', '1')]),
    ['a|b ? n'],
  ],
  [
    'was edited, and git knows the rename',
    pairs([file('x', 'a', '2')], [orphan('a', '1')], { x: 'a' }),
    ['a → x git-rename'],
  ],
  [
    'got another name, and git knows the rename',
    pairs([file('x', 'b', '2')], [orphan('a', '1')], { x: 'a' }),
    ['a → x git-rename'],
  ],
  ['was edited, and has only the name', pairs([file('x', 'a', '2')], [orphan('a', '1')]), ['a ? x']],
  ['has nothing in common', pairs([file('x', 'b', '2')], [orphan('a', '1')]), []],
  [
    'was renamed into another kind of campaign',
    pairs([file('x', 'a', '1', { type: 'PERIODIC' })], [orphan('a', '1')], { x: 'a' }),
    [],
  ],
  [
    'was copied twice',
    pairs([file('x', 'a', '1'), file('y', 'a', '1')], [orphan('a', '1')]),
    ['a ? x', 'a ? y'],
  ],
  [
    'has a second file of the name that says something else',
    pairs([file('x', 'a', '1'), file('y', 'a', '2')], [orphan('a', '1')]),
    ['a → x same-content'],
  ],
  [
    'is that of two campaigns with the same content, distinguished by git',
    pairs(
      [file('x', 'a', '1'), file('y', 'a', '1')],
      [{ ...orphan('a', '1') }, { ...orphan('b', '1'), applied: saying('a', '1'), name: 'a' }],
      { x: 'b', y: 'a' },
    ),
    ['b → x same-content', 'a → y same-content'],
  ],
  [
    'is that of one of two campaigns with the same content, of which git names one',
    pairs(
      [file('x', 'a', '1')],
      [orphan('a', '1'), { ...orphan('b', '1'), applied: saying('a', '1'), name: 'a' }],
      { x: 'a' },
    ),
    ['a|b ? x'],
  ],
])('a file that %s', (_, made, expected) => {
  expect(made).toEqual(expected);
});
