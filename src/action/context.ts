import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '../model/exit.ts';
import type { CodeHost } from './code-host.ts';
import { openContext, type Context } from '../app/context.ts';
import type { Session } from '../app/process/session.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { ActionInputs } from './inputs.ts';
import type { GitHubEnvironment } from './github-environment.ts';
import type { WorkflowLog } from './workflow-log.ts';

/** Everything that a step of a workflow works with. */
export interface ActionContext {
  readonly session: Session;
  readonly inputs: ActionInputs;
  readonly github: GitHubEnvironment;
  /** Undefined without a token. */
  readonly api: CodeHost | undefined;
  readonly log: WorkflowLog;
}

/** The context of the commands, with the one API key that this step was given; files can't select another one. */
export async function openStepContext({ session, inputs, github }: ActionContext): Promise<Context> {
  const directory = resolve(github.workFolder, inputs.directory);
  if (!existsSync(directory)) {
    throw new UserFailure(EXIT.USAGE, { code: 'no-repository', why: 'no-folder', folder: inputs.directory });
  }
  const key = () => inputs.apiKey;
  const context = await openContext({ directory, workFolder: github.workFolder }, session, {
    // A step that may not use the service has no key or is offline; the event decides (pull-basis.ts).
    credentials: { keyOf: key, publishKeyOf: key, checkTarget: () => Promise.resolve() },
    trackedOnly: true,
  });
  for (const { appKey } of context.configuration.workspaces.values())
    session.secrets.hide(inputs.apiKey, appKey);
  return context;
}
