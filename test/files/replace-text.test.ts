import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holds, replaceText } from '../../src/files/replace-text.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'campaigns-replace-')));
  mkdirSync(join(root, 'promo'));
  writeFileSync(join(root, 'promo/a.yaml'), 'old\n');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('replacing the text of a file', () => {
  it('leaves the new text, the old mode and nothing beside it', () => {
    chmodSync(join(root, 'promo/a.yaml'), 0o640);
    expect(replaceText(root, 'promo/a.yaml', 'new ü\n')).toBeUndefined();
    expect(readFileSync(join(root, 'promo/a.yaml'), 'utf8')).toBe('new ü\n');
    expect(statSync(join(root, 'promo/a.yaml')).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(root, 'promo'))).toEqual(['a.yaml']);
  });

  it('puts a new file in the place of the old one, which a reader may still have open', () => {
    const before = statSync(join(root, 'promo/a.yaml')).ino;
    replaceText(root, 'promo/a.yaml', 'new\n');
    expect(statSync(join(root, 'promo/a.yaml')).ino).not.toBe(before);
  });

  it('does not write through a link, be it the file or a folder', () => {
    symlinkSync('a.yaml', join(root, 'promo/link.yaml'));
    symlinkSync('promo', join(root, 'folder'));
    for (const file of ['promo/link.yaml', 'folder/a.yaml'])
      expect(replaceText(root, file, 'new\n')?.code).toBe('E_FILE_LINK');
    expect(readFileSync(join(root, 'promo/a.yaml'), 'utf8')).toBe('old\n');
    expect(readdirSync(join(root, 'promo'))).toEqual(['a.yaml', 'link.yaml']);
  });

  it('tells what it cannot write, and leaves nothing behind', () => {
    mkdirSync(join(root, 'promo/folder.yaml'));
    for (const file of ['promo/gone.yaml', 'promo/folder.yaml'])
      expect(replaceText(root, file, 'new\n')?.code).toBe('E_FILE_UNWRITABLE');
    expect(readdirSync(join(root, 'promo'))).toEqual(['a.yaml', 'folder.yaml']);
  });
});

describe('whether a file holds a text', () => {
  it.each([
    ['old\n', true],
    ['old', false],
    ['old\r\n', false],
    ['\ufeffold\n', false],
    ['', false],
  ])('%j', (text, expected) => {
    expect(holds(root, 'promo/a.yaml', text)).toBe(expected);
  });
});
