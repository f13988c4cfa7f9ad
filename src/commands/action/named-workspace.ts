import { resolve } from 'node:path';
import { defaultWorkspaceOf } from '../../load/load-configuration.ts';
import { Git } from '../../record/git.ts';
import { History } from '../../record/history.ts';
import { openFiles } from '../context.ts';
import { earlyGitEnvironment } from '../reading/git-environment.ts';
import type { ActionGround } from './ground.ts';

/**
 * The workspace that a step is about, also where its files can't be used: what the input says, else the default of
 * workspaces.yaml, else that of the base branch. Undefined where nobody says it.
 */
export async function namedWorkspace({ session, inputs, around }: ActionGround): Promise<string | undefined> {
  if (inputs.workspace !== undefined) return inputs.workspace;
  const { folder, repository } = await openFiles(
    { directory: resolve(around.workFolder, inputs.directory) },
    session,
  );
  const file = folder.configurationFile;
  const here = folder.configuration();
  const name = here?.kind === 'text' ? defaultWorkspaceOf(file, here.text) : undefined;
  if (name !== undefined || around.trigger.kind === 'branch') return name;
  const history = new History(
    new Git(repository.root, earlyGitEnvironment(session.environment), session.runGit),
  );
  const tip = await history.tipOf(around.trigger.base.ref);
  const before = tip === undefined ? undefined : await history.fileAt(tip, file);
  return before === undefined ? undefined : defaultWorkspaceOf(file, before);
}
