import { ProposalBranch } from '../../git/proposal-branch.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Author } from '../../apply/state-store.ts';
import type { Context } from '../context.ts';
import type { PreparedPull } from './prepare-pull.ts';

interface Target {
  readonly context: Context;
  readonly workspace: Workspace;
}

/** The branch that proposes the drift of a workspace as edits of its files. */
export function pullBranch({ name }: Workspace): string {
  return `campaigns-pull/${name}`;
}

/**
 * Pushes a prepared pull as one commit on top of HEAD; commits that other people pushed there are never overwritten.
 */
export async function pushPull(
  { changes }: PreparedPull,
  { context, workspace }: Target,
  { title, author }: { readonly title: string; readonly author: Author },
) {
  const parent = await context.repository.head();
  if (parent === null) return { kind: 'unborn' } as const;
  return new ProposalBranch(context.git, pullBranch(workspace)).propose({
    ...{ parent, author, message: `${title}\n` },
    files: new Map(changes.map(({ path, text }) => [path, text])),
  });
}

/** Removes the branch, if only `author` has pushed to it. */
export async function withdrawPull({ context, workspace }: Target, { email }: Author): Promise<void> {
  await new ProposalBranch(context.git, pullBranch(workspace)).remove(email);
}
