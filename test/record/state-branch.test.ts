import { expect, it } from 'vitest';
import { isProblem, StateBranch } from '../../src/record/state-branch.ts';
import { clones, type Clone } from './support/clones.ts';

const TARGET = '{"format": "campaign-target/1", "host": "h", "app_key": "k"}';

/** A state branch as somebody else left it at origin. */
async function leftBehind(files: Readonly<Record<string, string>>): Promise<Clone> {
  const [clone] = clones(1);
  if (!clone) throw new Error('no clone');
  const stream = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const who = 'x <x@example.com> 0 +0000';
  const input = `commit refs/heads/left\nauthor ${who}\ncommitter ${who}\ndata 1\nx\n${stream.join('')}\n`;
  await clone.git.feed(input, 'fast-import', '--quiet');
  return clone;
}

async function problemOf(files: Readonly<Record<string, string>>) {
  const clone = await leftBehind(files);
  clone.run('push', '--quiet', 'origin', 'refs/heads/left:refs/heads/campaigns-state/local');
  const target = { host: 'h', appKey: 'k' };
  const view = await new StateBranch({ git: clone.git, workspace: 'local', target }).read();
  return isProblem(view) ? view : undefined;
}

it.each<[string, Record<string, string>, string, RegExp]>([
  ['a branch of something else', { 'src/x.ts': 'x' }, 'corrupt', /no target\.json.*not ours/],
  ['our campaign files by mistake', { 'campaigns/a.yaml': 'channel: EMAIL' }, 'corrupt', /no target\.json/],
  [
    'a target that is cut off',
    { 'target.json': '{"format"' },
    'corrupt',
    /target\.json on campaigns-state\/local/,
  ],
  ['a ledger that is none', { 'target.json': TARGET, 'ledger.json': '[]' }, 'corrupt', /ledger\.json/],
  [
    'a file of another kind',
    { 'target.json': TARGET, 'ledger.json': TARGET },
    'corrupt',
    /campaign-ledger\/1/,
  ],
  [
    'a ledger of a newer version',
    { 'target.json': TARGET, 'ledger.json': '{"format": "campaign-ledger/2", "slots": []}' },
    'newer',
    /campaign-ledger\/2.*newer version/,
  ],
  ['a newer target', { 'target.json': '{"format": "campaign-target/10"}' }, 'newer', /newer version/],
  ['another target', { 'target.json': TARGET.replace('"h"', '"elsewhere"') }, 'other-target', /elsewhere/],
])('%s is refused, with what to do', async (_, files, kind, words) => {
  const problem = await problemOf(files);
  expect(problem).toMatchObject({ kind });
  expect(problem?.message).toMatch(words);
  expect(problem?.hint).not.toBe('');
});

it('files that are not ours to know are left alone', async () => {
  expect(
    await problemOf({ 'target.json': TARGET, 'notes.txt': 'x', 'campaigns/README.md': 'x' }),
  ).toBeUndefined();
});
