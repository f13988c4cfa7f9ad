import { Git } from '../../git/git.ts';
import { CodeHistory } from '../../git/history.ts';
import { defaultWorkspaceOf } from '../../load/load-configuration.ts';
import { openFiles } from '../context.ts';
import type { Session } from '../process/session.ts';
import { UserFailure } from '../process/user-failure.ts';
import { earlyGitEnvironment } from '../git-environment.ts';

interface WorkspaceQuestion {
  /** The folder of the campaigns or of their repository, absolute. */
  readonly directory: string;
  /** The requested workspace. */
  readonly workspace: string | undefined;
  /** The branch that a pull request would be merged into. */
  readonly base: string | undefined;
}

interface ResolvedWorkspace {
  readonly workspace: string;
  /** The campaign folder, from the top of the work tree. */
  readonly folder: string;
}

/**
 * The workspace and the campaign folder of a run, even if its files are invalid: the requested workspace, otherwise the
 * default of workspaces.yaml, otherwise that of the base branch. Undefined if none of them names one.
 */
export async function resolveWorkspace(
  session: Session,
  question: WorkspaceQuestion,
): Promise<ResolvedWorkspace | undefined> {
  try {
    return await resolve(session, question);
  } catch (error) {
    // A missing folder or repository has already been reported.
    if (error instanceof UserFailure) return undefined;
    throw error;
  }
}

async function resolve(
  session: Session,
  { directory, workspace, base }: WorkspaceQuestion,
): Promise<ResolvedWorkspace | undefined> {
  const { folder, repository } = await openFiles({ directory }, session);
  const found = (name: string | undefined) =>
    name === undefined ? undefined : { workspace: name, folder: folder.path };
  if (workspace !== undefined) return found(workspace);
  const file = folder.configurationFile;
  const here = folder.configuration();
  const name = here?.kind === 'text' ? defaultWorkspaceOf(file, here.text) : undefined;
  if (name !== undefined || base === undefined) return found(name);
  const git = new Git(repository.root, earlyGitEnvironment(session.environment), session.runGit);
  const history = new CodeHistory(git);
  const tip = await history.tipOf(base);
  const before = tip === undefined ? undefined : await history.fileAt(tip, file);
  return found(before === undefined ? undefined : defaultWorkspaceOf(file, before));
}
