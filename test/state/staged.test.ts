import { describe, expect, it } from 'vitest';
import { encodeJournal } from '../../src/state/formats.ts';
import type { NewCommit } from '../../src/git/tree.ts';
import { clones, type Clone } from '../support/state/clones.ts';
import { branchIn, intent, viewOf } from '../support/state/two-clones.ts';

// A run that is killed between two git commands leaves commits staged in its clone.

const TARGET = '{"format": "campaign-target/1", "host": "h", "app_key": "k"}\n';
const BRANCH = 'refs/heads/campaigns-state/local';

function commit(message: string, files: Readonly<Record<string, string | null>>): NewCommit {
  const author = { name: 'Ada', email: 'ada@example.com' };
  return { message, author, at: 0, files: new Map(Object.entries(files)) };
}

function journal(run: string): Record<string, string> {
  return { [`journal/${run}.json`]: encodeJournal(run, [intent('a', 'r', run)]) };
}

async function advance(clone: Clone, run: string, ...commits: NewCommit[]): Promise<void> {
  const branch = branchIn(clone);
  expect(await branch.advance(commits, await viewOf(clone), run)).toMatchObject({ kind: 'advanced' });
}

/** A clone with a state branch, in which the run `killed` has staged `commits` and nothing else. */
async function killedWhileStaging(
  { origin }: { readonly origin: boolean },
  ...commits: NewCommit[]
): Promise<Clone> {
  const [clone] = clones({ origin });
  await advance(clone, 'earlier', commit('first', { 'target.json': TARGET }));
  await advance(clone, 'killed', ...commits);
  clone.run('update-ref', 'refs/campaigns/staging/local/killed', BRANCH);
  return clone;
}

/** Resets the branch by this many commits, so that their content is only staged. */
function takeBack(clone: Clone, count: number, { origin }: { readonly origin: boolean }): void {
  clone.run('update-ref', BRANCH, `${BRANCH}~${count}`);
  if (!origin) return;
  clone.run('push', '--quiet', 'origin', `:${BRANCH}`);
  clone.run('push', '--quiet', 'origin', BRANCH);
}

async function leftAfterTidying(clone: Clone): Promise<string> {
  await branchIn(clone).dropStaged(await viewOf(clone));
  return clone.run('for-each-ref', '--format=%(refname)', 'refs/campaigns/staging/');
}

const KEPT = 'refs/campaigns/staging/local/killed';
const INTENT = commit('intent', journal('killed'));
const OUTCOME = commit('outcome', { 'journal/killed.json': null });

describe.each([{ origin: true }, { origin: false }])('staged commits, $origin', (where) => {
  it('are dropped once the branch has them', async () => {
    expect(await leftAfterTidying(await killedWhileStaging(where, INTENT, OUTCOME))).toBe('');
  });

  it('stay while the result of their requests is unknown', async () => {
    const clone = await killedWhileStaging(where, INTENT, OUTCOME);
    takeBack(clone, 1, where);
    expect(await leftAfterTidying(clone)).toBe(KEPT);
  });
});

it('drops intents that origin never got, because nothing was sent', async () => {
  const clone = await killedWhileStaging({ origin: true }, INTENT);
  takeBack(clone, 1, { origin: true });
  expect(await leftAfterTidying(clone)).toBe('');
});

it('without an origin, keeps what is only staged, because there is no other copy', async () => {
  const clone = await killedWhileStaging({ origin: false }, INTENT);
  takeBack(clone, 1, { origin: false });
  expect(await leftAfterTidying(clone)).toBe(KEPT);
});

it('drops outcomes once another run has resolved and recorded the intents', async () => {
  const clone = await killedWhileStaging({ origin: true }, INTENT, OUTCOME);
  takeBack(clone, 1, { origin: true });
  await advance(clone, 'next', commit('found out', { 'journal/killed.json': null }));
  expect(await leftAfterTidying(clone)).toBe('');
});

it('keeps those of another branch of that name, or another workspace', async () => {
  const clone = await killedWhileStaging({ origin: true }, INTENT, OUTCOME);
  const elsewhere = 'refs/campaigns/staging/production/killed';
  clone.run('update-ref', elsewhere, KEPT);
  clone.run('update-ref', '-d', BRANCH);
  clone.run('push', '--quiet', 'origin', `:${BRANCH}`);
  expect(await leftAfterTidying(clone)).toBe(`${KEPT}\n${elsewhere}`);
  await advance(clone, 'anew', commit('another history', { 'target.json': TARGET }));
  expect(await leftAfterTidying(clone)).toBe(`${KEPT}\n${elsewhere}`);
});
