import { expect, it } from 'vitest';
import { readAuditTrail } from '../../src/state/audit-trail.ts';
import { isProblem } from '../../src/state/state-branch.ts';
import { clones, type Clone } from '../support/state/clones.ts';
import { branchIn, viewOf } from '../support/state/two-clones.ts';

const TARGET = '{"format": "campaign-target/1", "host": "h", "app_key": "k"}';

/** A state branch as another clone left it at origin. */
async function leftBehind(files: Readonly<Record<string, string>>): Promise<Clone> {
  const [clone] = clones();
  const stream = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const who = 'x <x@example.com> 0 +0000';
  const input = `commit refs/heads/left\nauthor ${who}\ncommitter ${who}\ndata 1\nx\n${stream.join('')}\n`;
  await clone.git.feed(input, 'fast-import', '--quiet');
  return clone;
}

/** A branch at origin whose last applied commit is named two commits below its tip, and an empty clone. */
async function applied(): Promise<{ author: Clone; reader: Clone; code: string }> {
  const [author, reader] = clones();
  const who = 'x <x@example.com> 0 +0000';
  const code = '1'.repeat(40);
  const attempt = `create b: refused\n\nCampaign: b\nChange: create-not-done\nCommit: ${'2'.repeat(40)}\n`;
  const commits = [
    `update a: utm_params\n\nCampaign: a\nChange: update\nCommit: ${code}\n`,
    attempt,
    'forget a\n',
  ];
  const stream = commits.map((text, index) => {
    return `commit refs/heads/left\nauthor ${who}\ncommitter ${who}\ndata ${Buffer.byteLength(text)}\n${text}\nM 100644 inline ${index === 0 ? 'target.json' : `${index}.txt`}\ndata ${TARGET.length}\n${TARGET}\n\n`;
  });
  await author.git.feed(stream.join(''), 'fast-import', '--quiet');
  author.run('push', '--quiet', 'origin', 'refs/heads/left:refs/heads/campaigns-state/local');
  return { author, reader, code };
}

async function lastCommitIn(clone: Clone): Promise<string | undefined> {
  return (await viewOf(clone)).state.lastCommit;
}

async function problemOf(files: Readonly<Record<string, string>>) {
  const clone = await leftBehind(files);
  clone.run('push', '--quiet', 'origin', 'refs/heads/left:refs/heads/campaigns-state/local');
  const view = await branchIn(clone).read();
  return isProblem(view) ? view : undefined;
}

it.each<[string, Record<string, string>, string]>([
  ['a branch of something else', { 'src/x.ts': 'x' }, 'state-unusable'],
  ['our campaign files by mistake', { 'campaigns/a.yaml': 'channel: EMAIL' }, 'state-unusable'],
  ['a target that is cut off', { 'target.json': '{"format"' }, 'state-unusable'],
  ['a ledger that is none', { 'target.json': TARGET, 'ledger.json': '[]' }, 'state-unusable'],
  ['a file of another kind', { 'target.json': TARGET, 'ledger.json': TARGET }, 'state-unusable'],
  [
    'a ledger of a newer version',
    { 'target.json': TARGET, 'ledger.json': '{"format": "campaign-ledger/2", "slots": []}' },
    'state-newer',
  ],
  ['a target without an address', { 'target.json': TARGET.replace('/1', '/2') }, 'state-unusable'],
  [
    'a target with an address that is none',
    { 'target.json': TARGET.replace('/1', '/2').replace('"host": "h"', '"base_url": "[h"') },
    'state-other-target',
  ],
  ['a newer target', { 'target.json': '{"format": "campaign-target/10"}' }, 'state-newer'],
  ['another target', { 'target.json': TARGET.replace('"h"', '"elsewhere"') }, 'state-other-target'],
])('refuses %s', async (_, files, code) => {
  expect(await problemOf(files)).toMatchObject({ code });
});

it('finds the last applied commit if the history was cut off above it', async () => {
  const { reader, code } = await applied();
  const tracked = '+refs/heads/campaigns-state/local:refs/remotes/origin/campaigns-state/local';
  reader.run('fetch', '--quiet', '--depth=1', 'origin', tracked);
  const offline = await branchIn(reader).readLastKnown();
  expect(isProblem(offline) || offline.state.lastCommit).toBe(undefined);
  const before = reader.run('for-each-ref');
  expect(await lastCommitIn(reader)).toBe(code);
  expect(reader.run('for-each-ref')).toBe(before);
});

it('is read whatever separator git was configured to use for trailers', async () => {
  const { author, code } = await applied();
  author.run('config', 'trailer.separators', '=');
  expect(await lastCommitIn(author)).toBe(code);
  const trail = await readAuditTrail(author.git, ['refs/heads/left']);
  expect(trail.map(({ key, commit }) => [key, commit])).toEqual([
    ['b', '2'.repeat(40)],
    ['a', code],
  ]);
});
