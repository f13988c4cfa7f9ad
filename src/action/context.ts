import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXIT } from '../model/exit.ts';
import { CodeHostFailure, type CodeHost } from './code-host.ts';
import { stepNotice } from '../messages/action-messages/step-notices.ts';
import type { Posting } from '../model/action-codes/step-notice.ts';
import type { AddressOf } from '../render/markdown/markdown-rows.ts';
import { openContext, type Context } from '../app/context.ts';
import type { Session } from '../app/process/session.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { ActionInputs } from './inputs.ts';
import { WORKFLOWS, type GitHubEnvironment } from './github-environment.ts';
import type { WorkflowLog } from './workflow-log.ts';
import { utcMinute } from '../model/utc-words.ts';

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
    throw new UserFailure(EXIT.USAGE, { code: 'no-folder', folder: inputs.directory });
  }
  const key = () => inputs.apiKey;
  const context = await openContext({ directory }, session, {
    // A step that may not use the service has no key or is offline; the event decides (pull-basis.ts).
    credentials: { keyOf: key, publishKeyOf: key, checkTarget: () => Promise.resolve() },
    trackedOnly: true,
  });
  for (const { appKey } of context.configuration.workspaces.values())
    session.secrets.hide(inputs.apiKey, appKey);
  return context;
}

/** The address of a line of a file, at a commit or a branch. */
export function addressAt({ github }: ActionContext, at: string): AddressOf {
  const root = `${github.serverUrl}/${github.repository}/blob/${encodeURIComponent(at)}`;
  return ({ file, line }) =>
    `${root}/${file.split('/').map(encodeURIComponent).join('/')}${line === undefined ? '' : `#L${line}`}`;
}

/** The page of a workflow, where a user starts it manually. */
export function workflowAt({ github }: ActionContext): (file: string) => string {
  return (file) => `${github.serverUrl}/${github.repository}/actions/workflows/${encodeURIComponent(file)}`;
}

/** The text of a workflow by the name of its file; undefined if the repository doesn't have it. */
export function workflowTextIn({ repository }: Context): (file: string) => string | undefined {
  return (file) => {
    const path = join(repository.root, WORKFLOWS, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
}

/** Markdown for the last line: when the run happened, and a link to it. */
export function runFootnotes({ github }: ActionContext, now: number): string[] {
  const at = utcMinute(new Date(now).toISOString());
  return [at, ...(github.page === null ? [] : [`[run](${github.page})`])];
}

/** A text without the last line from `runFootnotes`: another run with the same result is nothing new. */
export function withoutRun(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC(?: · \[run\]\([^()\s]*\))?(?=[^\n]*<\/sub>\s*$)/, '');
}

/** Posts something to GitHub. If that fails, the work continues: the result is undefined, and a warning says why. */
export async function postToCodeHost<Answer>(
  { api, log }: ActionContext,
  what: Posting,
  act: (api: CodeHost) => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    if (!api) throw new CodeHostFailure({ code: 'no-token' });
    return await act(api);
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    log.warn(stepNotice({ code: 'not-posted', what, problem: error.problem }));
    return undefined;
  }
}
