import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNewFiles } from '../../src/files/write-new-files.ts';

let outside: string;
let root: string;

beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'write-new-files-')));
  root = join(outside, 'repository');
  mkdirSync(join(root, '.git'), { recursive: true });
});

afterEach(() => {
  rmSync(outside, { recursive: true });
});

const FILES = [
  { path: 'a/one.txt', text: 'one\n' },
  { path: 'a/b/two.txt', text: 'two\n' },
];

/** Paths of all files and links, from the folder above the repository. */
const everything = () =>
  readdirSync(outside, { recursive: true, encoding: 'utf8' })
    .filter((path) => !lstatSync(join(outside, path)).isDirectory())
    .sort();

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

it('writes what is missing, and leaves nothing else behind', () => {
  expect(writeNewFiles(root, FILES)).toEqual({
    kind: 'done',
    written: ['a/one.txt', 'a/b/two.txt'],
    kept: [],
  });
  expect(everything()).toEqual(['repository/a/b/two.txt', 'repository/a/one.txt']);
  expect(readFileSync(join(root, 'a/b/two.txt'), 'utf8')).toBe('two\n');
});

it('keeps existing files byte for byte', () => {
  put('a/one.txt', 'mine');
  expect(writeNewFiles(root, FILES)).toEqual({ kind: 'done', written: ['a/b/two.txt'], kept: ['a/one.txt'] });
  expect(readFileSync(join(root, 'a/one.txt'), 'utf8')).toBe('mine');
});

describe('keeps whatever exists in the place of a file', () => {
  it.each<readonly [what: string, make: (file: string) => void]>([
    [
      'a folder',
      (file) => {
        mkdirSync(file);
      },
    ],
    [
      'a link that leads nowhere',
      (file) => {
        symlinkSync(join(outside, 'nowhere'), file);
      },
    ],
    [
      'a link that leads out of the repository',
      (file) => {
        writeFileSync(join(outside, 'theirs'), 'theirs');
        symlinkSync(join(outside, 'theirs'), file);
      },
    ],
  ])('%s', (_, make) => {
    mkdirSync(join(root, 'a'));
    make(join(root, 'a/one.txt'));
    expect(writeNewFiles(root, FILES)).toMatchObject({ kind: 'done', kept: ['a/one.txt'] });
    expect(existsSync(join(outside, 'nowhere'))).toBe(false);
    expect(everything().filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });
});

it('writes through a link that stays in the repository', () => {
  mkdirSync(join(root, 'real'));
  symlinkSync('real', join(root, 'a'));
  expect(writeNewFiles(root, FILES)).toMatchObject({ kind: 'done', written: ['a/one.txt', 'a/b/two.txt'] });
  expect(readFileSync(join(root, 'real/one.txt'), 'utf8')).toBe('one\n');
});

describe('refuses a path that leads to no folder of the repository, and writes nothing at all', () => {
  it.each<readonly [why: string, make: (folder: string) => void]>([
    [
      'not-a-folder',
      (folder) => {
        writeFileSync(folder, '');
      },
    ],
    [
      'outside',
      (folder) => {
        symlinkSync(outside, folder);
      },
    ],
    [
      'broken-link',
      (folder) => {
        symlinkSync(join(outside, 'nowhere'), folder);
      },
    ],
    [
      'inside-git',
      (folder) => {
        symlinkSync(join(root, '.git'), folder);
      },
    ],
  ])('%s', (why, make) => {
    mkdirSync(join(root, 'a'));
    make(join(root, 'a/b'));
    const before = everything();
    const outcome = writeNewFiles(root, FILES);
    expect(outcome).toMatchObject({ kind: 'blocked', fault: { why, path: 'a/b' } });
    expect(everything()).toEqual(before);
  });
});

it('says what the system refuses, and what was written before', () => {
  const impossible = { path: `${'x'.repeat(300)}.txt`, text: '' };
  expect(writeNewFiles(root, [...FILES, impossible])).toMatchObject({
    kind: 'failed',
    written: ['a/one.txt', 'a/b/two.txt'],
    fault: { at: impossible.path, said: expect.stringContaining('ENAMETOOLONG') as string },
  });
});
