import { expect, it, vi } from 'vitest';
import { Git } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import { CodeHistory } from '../../src/git/history.ts';
import { LeaseRef } from '../../src/state/lease-ref.ts';
import { SharedRef } from '../../src/git/shared-ref.ts';
import { isProblem, StateBranch } from '../../src/state/state-branch.ts';
import { clones, type Clone } from '../support/state/clones.ts';

const WHO = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

/** A clone with two commits that aren't at origin yet. */
function twoCommits(): { clone: Clone; first: string; second: string } {
  const [clone] = clones();
  const commit = (message: string) => {
    clone.run(...WHO, 'commit', '--quiet', '--allow-empty', '--message', message);
    return clone.run('rev-parse', 'HEAD');
  };
  return { clone, first: commit('one'), second: commit('two') };
}

const stateOf = ({ git }: Clone) =>
  new StateBranch({ git, workspace: 'local', target: { baseUrl: 'https://h/', appKey: 'k' } });

const REFS = ['refs/heads/main', 'refs/heads/campaigns-state/local', 'refs/campaigns/lease/local'];

it.each(REFS)('a branch whose name ends in %s is not mistaken for it', async (name) => {
  const { clone, first, second } = twoCommits();
  const ref = new SharedRef(clone.git, name);
  // Sorts before and after the real ref.
  clone.run('push', '--quiet', 'origin', `${second}:refs/heads/a/${name}`, `${second}:refs/tags/z/${name}`);
  expect(await ref.tip()).toEqual({ kind: 'tip', tip: undefined });
  clone.run('push', '--quiet', 'origin', `${first}:${name}`);
  expect(await ref.tip()).toEqual({ kind: 'tip', tip: first });
  expect(await ref.move(second, first)).toEqual({ kind: 'moved' });
  expect(await ref.tip()).toEqual({ kind: 'tip', tip: second });
});

it('a branch called refs/heads/main does not become the base branch, the state or the lease', async () => {
  const { clone, first, second } = twoCommits();
  for (const name of REFS) clone.run('push', '--quiet', 'origin', `${second}:refs/heads/${name}`);
  expect(await new CodeHistory(clone.git).tipOf('main')).toBeUndefined();
  expect(await new LeaseRef(clone.git, 'local').tip()).toEqual({ kind: 'tip', tip: undefined });
  const view = await stateOf(clone).read();
  if (isProblem(view)) throw new Error(view.code);
  expect(view.tip).toBeUndefined();
  // git itself would push to the other ref. That is refused.
  const move = await new SharedRef(clone.git, 'refs/heads/main').move(first, undefined);
  expect(move).toMatchObject({ kind: 'not-moved' });
  expect(clone.run('ls-remote', 'origin', 'refs/heads/refs/heads/main')).toContain(second);
});

it('a local tag whose name ends like the state branch is not the state branch', async () => {
  const { clone, first } = twoCommits();
  clone.run('tag', 'refs/heads/campaigns-state/local', first);
  clone.run('tag', 'refs/remotes/origin/campaigns-state/local', first);
  expect(await stateOf(clone).lastKnown()).toBeUndefined();
});

const NO_IDS = ['--upload-pack=touch pwned', 'main', 'HEAD', '0'.repeat(39), `${'0'.repeat(40)}^{commit}`];

it.each(NO_IDS)(
  'never passes text of a state branch that is not a full object ID to git: %s',
  async (text) => {
    const { clone } = twoCommits();
    const watched = vi.fn(runGit);
    const git = new Git(clone.root, { PATH: process.env.PATH }, watched);
    const history = new CodeHistory(git);
    const head = clone.run('rev-parse', 'HEAD');
    expect(await history.ensureFetched(text)).toBe(false);
    expect(await history.contains(text, text)).toBeUndefined();
    expect(await history.relationTo(head, text)).toBe('unknown');
    expect(await history.relationTo(text, head)).toBe('unknown');
    for (const [args] of watched.mock.calls) expect(args.join(' ')).not.toContain(text);
  },
);

it('a commit trailer that is not a full object ID does not count as applied', async () => {
  const { clone, first } = twoCommits();
  const trailers = ['--upload-pack=x', first, 'main'];
  const who = 'x <x@example.com> 0 +0000';
  const target = '{"format": "campaign-target/1", "host": "h", "app_key": "k"}';
  const stream = trailers.reverse().map((commit) => {
    const message = `update a\n\nCommit: ${commit}\n`;
    const file = `M 100644 inline target.json\ndata ${target.length}\n${target}\n`;
    return `commit refs/heads/campaigns-state/local\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n${file}\n`;
  });
  await clone.git.feed(stream.join(''), 'fast-import', '--quiet');
  const view = await stateOf(clone).readLastKnown();
  if (isProblem(view)) throw new Error(view.code);
  expect(view.state.lastCommit).toBe(first);
});
