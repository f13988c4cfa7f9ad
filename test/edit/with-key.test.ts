import { expect, test } from 'vitest';
import { withKey } from '../../src/edit/with-key.ts';

test.each([
  ['a first line', 'channel: EMAIL\n', 'key: a/b\nchannel: EMAIL\n'],
  [
    'below comments',
    '# yaml-language-server: x\n\nchannel: EMAIL\n',
    '# yaml-language-server: x\n\nkey: a/b\nchannel: EMAIL\n',
  ],
  ['its own replaced', "channel: EMAIL\nkey: 'old'   # why\n", "channel: EMAIL\nkey: 'a/b'   # why\n"],
  [
    'Windows line ends',
    'channel: EMAIL\r\nstatus: ACTIVE\r\n',
    'key: a/b\r\nchannel: EMAIL\r\nstatus: ACTIVE\r\n',
  ],
  ['a byte order mark', '\ufeffchannel: EMAIL\n', '\ufeffkey: a/b\nchannel: EMAIL\n'],
  ['after a document start', '---\nchannel: EMAIL\n', '---\nkey: a/b\nchannel: EMAIL\n'],
  ['in braces', '{channel: EMAIL}\n', 'key: a/b\nchannel: EMAIL\n'],
  ['indented', '  channel: EMAIL\n  status: ACTIVE\n', '  key: a/b\n  channel: EMAIL\n  status: ACTIVE\n'],
])('a key is written as %s', (_, before, after) => {
  expect(withKey(before, 'a/b')).toBe(after);
});

test.each([
  ['a file that is not YAML', 'a: [\n'],
  ['a list', '- a\n'],
  ['nothing', ''],
  ['an empty map', '{}\n'],
])('%s gets no key', (_, text) => {
  expect(withKey(text, 'a/b')).toBeUndefined();
});
