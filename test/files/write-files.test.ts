import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles, type FileChange } from '../../src/files/write-files.ts';

let root: string;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'write-files-')));
  fs.mkdirSync(join(root, '.git'));
  put('promo/a.yaml', 'old a\n');
  put('promo/b.yaml', 'old b\n');
});

afterEach(() => {
  fs.rmSync(root, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true });
  fs.writeFileSync(join(root, path), text);
}

/** Every file by its path, with its text. */
function everything(): Record<string, string> {
  const paths = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => fs.lstatSync(join(root, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, fs.readFileSync(join(root, path), 'utf8')]));
}

describe('changes to several files', () => {
  it('write and create them, and leave nothing else', async () => {
    const changes = [
      { path: 'promo/a.yaml', text: 'new ü\n', before: 'old a\n' },
      { path: 'promo/new/d.yaml', text: 'new d\n', before: null },
    ];
    expect(await writeFiles(root, changes)).toBeUndefined();
    expect(everything()).toEqual({
      'promo/a.yaml': 'new ü\n',
      'promo/b.yaml': 'old b\n',
      'promo/new/d.yaml': 'new d\n',
    });
    expect(fs.readdirSync(join(root, '.git'))).toEqual([]);
  });

  it('are prepared in the git folder, also in a linked work tree', async () => {
    const elsewhere = join(root, 'repository/worktrees/a');
    fs.mkdirSync(elsewhere, { recursive: true });
    fs.rmdirSync(join(root, '.git'));
    put('.git', `gitdir: ${elsewhere}\n`);
    fs.chmodSync(elsewhere, 0o500);
    const change = { path: 'promo/a.yaml', text: 'new\n' };
    if (process.getuid?.() !== 0)
      expect(await writeFiles(root, [change])).toMatchObject({ why: 'unwritable' });
    fs.chmodSync(elsewhere, 0o700);
    expect(await writeFiles(root, [change])).toBeUndefined();
    fs.rmdirSync(elsewhere);
    expect(await writeFiles(root, [change])).toMatchObject({ at: 'promo/a.yaml' });
    expect(fs.readdirSync(join(root, 'promo'))).toEqual(['a.yaml', 'b.yaml']);
  });

  it('keep the mode of a file, and never write into one that a reader may have open', async () => {
    const path = join(root, 'promo/a.yaml');
    fs.chmodSync(path, 0o640);
    const { ino } = fs.statSync(path);
    expect(await writeFiles(root, [{ path: 'promo/a.yaml', text: 'new\n' }])).toBeUndefined();
    expect(fs.statSync(path).mode & 0o777).toBe(0o640);
    expect(fs.statSync(path).ino).not.toBe(ino);
  });

  it('ignore a byte order mark that the reader left out', async () => {
    put('promo/a.yaml', '\ufeffold a\n');
    const change = { path: 'promo/a.yaml', text: 'new\n', before: 'old a\n' };
    expect(await writeFiles(root, [change])).toBeUndefined();
  });
});

describe('nothing is changed at all', () => {
  const first: FileChange = { path: 'promo/a.yaml', text: 'new a\n', before: 'old a\n' };
  const created: FileChange = { path: 'life/new.yaml', text: 'new\n', before: null };

  it.each<readonly [why: string, change: FileChange]>([
    ['was saved', { path: 'promo/b.yaml', text: 'new b\n', before: 'older b\n' }],
    ['appeared', { path: 'promo/b.yaml', text: 'new b\n', before: null }],
    ['is gone', { path: 'promo/c.yaml', text: 'new c\n', before: 'old c\n' }],
  ])('if a file %s in between', async (_, change) => {
    const before = everything();
    expect(await writeFiles(root, [first, created, change])).toMatchObject({
      why: 'changed',
      at: change.path,
    });
    expect(everything()).toEqual(before);
  });

  it('if the last of them fails after the others were replaced', async () => {
    const before = everything();
    const other = { path: 'promo/b.yaml', text: 'new b\n' };
    // The second one of that name finds the first one in its place.
    const outcome = await writeFiles(root, [first, other, created, created]);
    expect(outcome).toMatchObject({ why: 'changed', at: 'life/new.yaml' });
    expect(everything()).toEqual(before);
  });

  it.each<readonly [what: string, path: string, why: string]>([
    ['a link', 'promo/link.yaml', 'link'],
    ['a link that leads nowhere', 'promo/nowhere.yaml', 'link'],
    ['behind a linked folder', 'linked/a.yaml', 'linked-folder'],
    ['a new file behind one', 'linked/new.yaml', 'linked-folder'],
    ['a folder', 'promo/folder.yaml', 'not-a-file'],
    ['below a file', 'promo/b.yaml/c.yaml', 'not-a-folder'],
    ['of a name with NUL', 'promo/\0.yaml', 'unwritable'],
    ['of too long a name', `promo/${'x'.repeat(300)}.yaml`, 'unwritable'],
  ])('if one of them is %s', async (_, path, why) => {
    fs.symlinkSync('a.yaml', join(root, 'promo/link.yaml'));
    fs.symlinkSync('nothing', join(root, 'promo/nowhere.yaml'));
    fs.symlinkSync('promo', join(root, 'linked'));
    fs.mkdirSync(join(root, 'promo/folder.yaml'));
    const before = everything();
    const outcome = await writeFiles(root, [first, { path, text: 'new\n' }]);
    expect(outcome).toMatchObject({ why, at: path });
    expect(everything()).toEqual(before);
  });
});
