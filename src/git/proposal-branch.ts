import { attempt, type Git } from './git.ts';
import { SharedRef, type RefTip } from './shared-ref.ts';
import { writeCommits, type NewCommit } from './tree.ts';

/** The content of a branch of ours: a commit on top of `parent`, with complete texts by path from the root. */
type Proposal = Omit<NewCommit, 'at'> & { readonly parent: string };

type Proposed =
  | { readonly kind: 'moved' | 'unchanged' }
  /** Its newest commit is another author's, or another program moved it first, so it stays as it is. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'failed'; readonly said: string };

// A branch at origin that a program maintains: one commit on top of a base commit, recreated when either changes. The
// same proposal results in the same commit, so that nothing is pushed for it. Commits that other people pushed there are
// never overwritten.

/** Puts a proposal on a branch. */
export async function propose(git: Git, branch: string, proposal: Proposal): Promise<Proposed> {
  const { parent, ...content } = proposal;
  const ref = new SharedRef(git, `refs/heads/${branch}`);
  const found = await tipIfOurs(git, ref, content.author.email);
  if (found.kind !== 'tip') return found;
  const written = await attempt(async () => {
    const at = Number((await git.run('log', '-1', '--format=%ct', parent)).trim()) * 1000;
    return writeCommits(git, [{ ...content, at }], { parent });
  });
  if (written.kind === 'failed') return written;
  if (written.value === found.tip) return { kind: 'unchanged' };
  return moveTo(ref, written.value, found.tip);
}

/** Deletes a branch, if it exists and is still as we left it. */
export async function withdraw(git: Git, branch: string, email: string): Promise<Proposed> {
  const ref = new SharedRef(git, `refs/heads/${branch}`);
  const found = await tipIfOurs(git, ref, email);
  if (found.kind !== 'tip') return found;
  return found.tip === undefined ? { kind: 'unchanged' } : moveTo(ref, undefined, found.tip);
}

/** The newest commit of the branch, fetched, if only we pushed there; `undefined` if the branch doesn't exist. */
async function tipIfOurs(
  git: Git,
  ref: SharedRef,
  email: string,
): Promise<Extract<RefTip, { kind: 'tip' }> | Proposed> {
  const asked = await ref.tip();
  if (asked.kind === 'unreachable') return { kind: 'failed', said: asked.said };
  const { tip } = asked;
  if (tip === undefined) return asked;
  if (!(await ref.ensureFetched(tip))) return { kind: 'failed', said: 'its newest commit could not be read' };
  const author = (await git.run('log', '-1', '--format=%ae', tip)).trim();
  return author === email ? asked : { kind: 'foreign' };
}

async function moveTo(ref: SharedRef, to: string | undefined, from: string | undefined): Promise<Proposed> {
  const moved = await ref.move(to, from);
  if (moved.kind === 'moved') return moved;
  return moved.kind === 'lost-race' ? { kind: 'foreign' } : { kind: 'failed', said: moved.said };
}
