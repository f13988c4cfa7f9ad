import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CodeHistory } from '../../src/git/history.ts';
import { clones, type Clone } from '../support/state/clones.ts';

const WHO = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

/** Commits a file on the current branch and returns the commit. */
function commit(clone: Clone, path: string, text: string): string {
  const { root } = clone;
  const run = (...args: string[]) => clone.run(...args);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  run('add', '--all');
  run(...WHO, 'commit', '--quiet', '--message', `${path}: ${text}`);
  return run('rev-parse', 'HEAD');
}

/** A main branch with a merge at origin, and a clone with only its last commit. */
function story() {
  const [author, reader] = clones();
  author.run('checkout', '--quiet', '-b', 'main');
  const first = commit(author, 'campaigns/a.yaml', '1');
  author.run('checkout', '--quiet', '-b', 'side');
  const inside = commit(author, 'campaigns/a.yaml', '2');
  author.run('checkout', '--quiet', 'main');
  const other = commit(author, 'README.md', 'x');
  author.run(...WHO, 'merge', '--quiet', '--no-ff', '--message', 'Merge side', 'side');
  const merge = author.run('rev-parse', 'HEAD');
  author.run('push', '--quiet', 'origin', 'main');
  reader.run('fetch', '--quiet', '--depth=1', 'origin', 'main');
  reader.run('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  return { author, reader, history: new CodeHistory(reader.git), first, inside, other, merge };
}

it('lists the files that differ between a commit and HEAD, and none if the commit is unknown', async () => {
  const { history, reader, first } = story();
  await history.deepen();
  expect([...(await history.changedSince(first))].sort()).toEqual(
    reader.run('diff', '--name-only', first, 'HEAD').split('\n').filter(Boolean).sort(),
  );
  expect([...(await history.changedSince('0'.repeat(40)))]).toEqual([]);
  expect([...(await history.changedSince(undefined))]).toEqual([]);
});

it('lists what a commit changed on its branch, for a merge as a whole and for the first commit', async () => {
  const { history, reader, first, merge, other } = story();
  await history.deepen();
  const files = reader.run('diff', '--name-only', other, merge).split('\n');
  expect(files).not.toEqual(['']);
  expect(await history.changesOf(merge)).toEqual(new Set(files));
  const all = reader.run('ls-tree', '-r', '--name-only', first).split('\n');
  expect(await history.changesOf(first)).toEqual(new Set(all));
});

it('fetches what a shallow clone is missing, without moving a ref', async () => {
  const { reader, history, first, inside, merge } = story();
  const refs = reader.run('for-each-ref');
  expect(await history.isRelated(merge, merge)).toBe(true);
  expect(await history.tipOf('main')).toBe(merge);
  expect(await history.tipOf('nowhere')).toBeUndefined();
  expect(await history.ensureFetched(inside)).toBe(true);
  expect(await history.ensureFetched('0'.repeat(40))).toBe(false);
  expect(await history.isRelated(inside, merge)).toBe(false);
  expect(await history.deepen()).toBe(true);
  expect(await history.isRelated(inside, merge)).toBe(true);
  expect(await history.fileAt(first, 'campaigns/a.yaml')).toBe('1');
  expect(await history.fileAt(first, 'campaigns/b.yaml')).toBeUndefined();
  expect(reader.run('for-each-ref')).toBe(refs);
});

it('determines how a commit relates to another one', async () => {
  const { author, first, inside, other, merge } = story();
  const history = new CodeHistory(author.git);
  expect(await history.relationTo(merge, merge)).toBe('contains');
  expect(await history.relationTo(merge, inside)).toBe('contains');
  expect(await history.relationTo(first, merge)).toBe('behind');
  expect(await history.relationTo(inside, other)).toBe('apart');
  expect(await history.relationTo(merge, '1'.repeat(40))).toBe('unknown');
});

it('deepens a shallow clone before it says that neither commit contains the other', async () => {
  const { author, reader, history, first, inside, merge } = story();
  // Both commits exist here, but not the history between them.
  author.run('push', '--quiet', 'origin', `${first}:refs/heads/old`);
  reader.run('fetch', '--quiet', '--depth=1', 'origin', 'old');
  expect(reader.run('rev-list', '--all', merge, first).split('\n')).toHaveLength(2);
  expect(await history.relationTo(merge, first)).toBe('contains');
  author.run('push', '--quiet', 'origin', `${inside}:refs/heads/inside`);
  expect(await history.relationTo(inside, merge)).toBe('behind');
});

it('does not guess if the clone stays shallow', async () => {
  const { reader, history, first, merge } = story();
  reader.run('fetch', '--quiet', '--depth=1', 'origin', first);
  reader.run('remote', 'set-url', 'origin', '/nowhere/at/all');
  expect(await history.relationTo(merge, first)).toBe('unknown');
});
