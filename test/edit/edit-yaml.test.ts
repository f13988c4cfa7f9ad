import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editYaml } from '../../src/edit/edit-yaml.ts';
import type { JsonObject } from '../../src/model/json.ts';

/** What a person might have written, and the same file with another value in it. */
const CASES: readonly [what: string, before: string, after: string][] = [
  [
    'a text keeps its quotes and the comment behind it',
    "a:\n  name: 'Old' # for everybody\n  b: 1\n",
    "a:\n  name: 'It''s new' # for everybody\n  b: 1\n",
  ],
  [
    'a block keeps its indentation and the comment behind its header',
    'text: | # the body\n    one\n    two\n\n\nb: 1\n',
    'text: | # the body\n    one\n    three\n\n\nb: 1\n',
  ],
  [
    'a new entry comes behind the one that it comes after',
    'a:\n  b: 1 # one\n\n  # about c\n  c: 3\n',
    'a:\n  b: 1 # one\n  new: x\n\n  # about c\n  c: 3\n',
  ],
  [
    'an entry that goes leaves the comments around it',
    'a:\n  # above\n  b: 1\n  # below\n  c: 3\n',
    'a:\n  # above\n  # below\n  c: 3\n',
  ],
  [
    'of a list only the entries that differ are touched',
    'tags:\n  - one # first\n  # the second\n  - "two"\n  - three\n',
    'tags:\n  - one # first\n  - new\n  # the second\n  - "two"\n',
  ],
  [
    'so are those of a list inside a list',
    'all:\n  - - a # first\n    # the second\n    - "b"\n  - - c # other\n',
    'all:\n  - - new # first\n    # the second\n    - "b"\n    - more\n  - - c # other\n',
  ],
  [
    'even if the first one goes',
    'all:\n  - - a # first\n    - x\n    - "b" # kept\n  - - c # other\n',
    'all:\n  - - "b" # kept\n  - - c # other\n',
  ],
  [
    'or another one comes before it',
    'all:\n  - - "b" # kept\n    - d # too\n  - - c # other\n',
    'all:\n  - - new\n    - "b" # kept\n    - d # too\n  - - c # other\n',
  ],
  [
    'and in lists of lists of lists',
    'all:\n  - - - a # first\n      - b # second\n    - - c\n',
    'all:\n  - - - a # first\n      - d # second\n    - - c\n',
  ],
  ['brackets stay brackets', "tags: [one, 'two'] # both\n", "tags: [two, 'a, b'] # both\n"],
  ['also those that get an entry', "tags: [one, 'two'] # both\n", "tags: [one, two, 'a, b'] # both\n"],
  [
    'an item keeps its dash when its first entry goes',
    'all:\n  - a: 1\n    b: 2\n  - c: 3\n',
    'all:\n  - b: 2\n  - c: 3\n',
  ],
  [
    'a value of an anchor changes, and its alias says what it said',
    'a: &x { n: 1 }\nb: *x\n',
    'a: &x { n: 2 }\nb: { n: 1 }\n',
  ],
  [
    'an alias is written out where only it changes',
    'a: &x one\nb: *x # same\n',
    'a: &x one\nb: two # same\n',
  ],
  ['an anchor that goes leaves its value to its aliases', 'a: &x one\nb: *x\n', 'b: one\n'],
  [
    'Windows line ends and the byte order mark stay',
    '\ufeffa:\r\n  b: 1\r\nc: 2\r\n',
    `\ufeffa:\r\n  b: 1\r\n  d:\r\n    - ${'x'.repeat(80)}\r\n    - y\r\nc: 2\r\n`,
  ],
  [
    'a new list and a new map are written as fmt lays them out',
    'a: 1\n',
    'a: 1\nb: [Gold]\nc:\n  d:\n    e: [1, 2]\n',
  ],
  [
    'an alias keeps its comment beside one that changes',
    'a: &x { n: 1 }\nb: *x # same\nc: 1\n',
    'a: &x { n: 1 }\nb: *x # same\nc: 2\n',
  ],
  [
    'a map in place of an alias keeps the comment',
    'a: &x { n: 1 }\nb: *x # same\nc: 1\n',
    'a: &x { n: 1 }\nb: { n: 2 } # same\nc: 1\n',
  ],
  [
    'empty lines that are part of a text stay, and others come behind them',
    'a: |+\n  one\n\n\nb: 1\n',
    'a: |+\n  one\n\n\nnew: 2\nb: 1\n',
  ],
  ['Windows line ends stay behind the last line, too', 'a: 1\r\nb: 2', 'a: 1\r\nb: 2\r\nc: 3\r\n'],
  [
    'an entry that changes keeps its comment when one before it goes',
    'l:\n  - id: 1\n  - id: 2\n  - id: 3 # agreed with legal\n',
    'l:\n  - id: 2\n  - id: 4 # agreed with legal\n',
  ],
  ['such a text goes as a whole', 'l:\n  - |+\n    one\n\n  - two\n', 'l:\n  - two\n'],
  [
    'empty lines that would take in those behind them stand in quotes',
    'a: one\n\nb: 1\n',
    'a: "one\\n\\n"\n\nb: 1\n',
  ],
  [
    'an entry that moves in a list keeps its comment',
    'l:\n  - one # 1\n  - two # 2\n  - three # 3\n',
    'l:\n  - two # 2\n  - one # 1\n  - three # 3\n',
  ],
  [
    'comments between braces stay with their entries',
    'a: {\n  # above\n  b: 1, # one\n  d: 3 # three\n}\n',
    'a:\n  # above\n  b: 1 # one\n  c: 2\n  d: 3 # three\n  e: 4\n',
  ],
  [
    'an entry that goes from a line between brackets takes only its own comment',
    'a: [\n  one, # 1\n  # about two\n  two, # 2\n  # about three\n  three # 3\n]\n',
    'a:\n  - one # 1\n  # about two\n  # about three\n  - three # 3\n',
  ],
  [
    'keys with a question mark, an anchor or a tag stay',
    'a:\n  ? b # key\n  : 1 # one\n  &k c: 2\n  !!str d: 3\n',
    'a:\n  ? b # key\n  : 4 # one\n  &k c: 5\n  !!str d: 3\n',
  ],
  ['a file without a line end at its end gets one', 'a: 1\nb: 2', 'a: 1\nb: 2\nc: 3\n'],
];

describe('a value written into a file', () => {
  it.each(CASES)('%s', (_, before, after) => {
    expect(editYaml(before, parse(after) as JsonObject)).toBe(after);
  });

  it.each(['a\0b', 'half \ud83c'])('a text that cannot be written in YAML is refused: %j', (value) => {
    expect(editYaml('a: 1\n', { a: value })).toBeUndefined();
  });

  it("a text that isn't YAML is not changed", () => {
    expect(editYaml('a: [', { a: 1 })).toBeUndefined();
  });
});
