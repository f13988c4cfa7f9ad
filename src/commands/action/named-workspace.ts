import { resolve } from 'node:path';
import { defaultWorkspaceOf } from '../../load/load-configuration.ts';
import { Git } from '../../record/git.ts';
import { History } from '../../record/history.ts';
import { openFiles } from '../context.ts';
import { earlyGitEnvironment } from '../reading/git-environment.ts';
import { UserFailure } from '../telling/user-failure.ts';
import type { ActionGround } from './ground.ts';

/**
 * The workspace and the campaign folder that a step is about, also where its files can't be used: the workspace of the
 * input, else the default of workspaces.yaml, else that of the base branch. Undefined where none of them names one.
 */
export async function namedWorkspace(
  ground: Pick<ActionGround, 'session' | 'inputs' | 'around'>,
): Promise<NamedWorkspace | undefined> {
  try {
    return await findName(ground);
  } catch (error) {
    // Where there is no folder or no repository, that is reported already.
    if (error instanceof UserFailure) return undefined;
    throw error;
  }
}

interface NamedWorkspace {
  readonly workspace: string;
  readonly folder: string;
}

async function findName({
  session,
  inputs,
  around,
}: Pick<ActionGround, 'session' | 'inputs' | 'around'>): Promise<NamedWorkspace | undefined> {
  const { folder, repository } = await openFiles(
    { directory: resolve(around.workFolder, inputs.directory) },
    session,
  );
  const found = (workspace: string | undefined) =>
    workspace === undefined ? undefined : { workspace, folder: folder.path };
  if (inputs.workspace !== undefined) return found(inputs.workspace);
  const file = folder.configurationFile;
  const here = folder.configuration();
  const name = here?.kind === 'text' ? defaultWorkspaceOf(file, here.text) : undefined;
  if (name !== undefined || around.trigger.kind === 'branch') return found(name);
  const history = new History(
    new Git(repository.root, earlyGitEnvironment(session.environment), session.runGit),
  );
  const tip = await history.tipOf(around.trigger.base.ref);
  const before = tip === undefined ? undefined : await history.fileAt(tip, file);
  return found(before === undefined ? undefined : defaultWorkspaceOf(file, before));
}
