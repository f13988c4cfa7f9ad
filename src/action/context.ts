import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '../model/exit.ts';
import type { GitHubApi } from './github/api.ts';
import { chooseWorkspace, openContext, type Context, type InWorkspace } from '../app/context.ts';
import type { Session } from '../app/process/session.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { ActionInputs } from './inputs.ts';
import type { GitHubEnvironment } from './trigger.ts';
import type { WorkflowLog } from './workflow-log.ts';
import { utcMinute } from '../model/show.ts';
import { type AddressOf, SUMMARY_LIMIT } from '../render/markdown/blocks.ts';
import type { Phrase } from '../messages/phrase.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import type { Environment } from '../model/clock.ts';
import { gitSendsCredential } from '../app/git-environment.ts';

/** Everything that a step of a workflow works with. */
export interface ActionContext {
  readonly session: Session;
  readonly inputs: ActionInputs;
  readonly github: GitHubEnvironment;
  /** Undefined without a token. */
  readonly api: GitHubApi | undefined;
  readonly log: WorkflowLog;
}

/** The context of the commands, with the one API key that this step was given; files can't select another one. */
export async function openStepContext({ session, inputs, github }: ActionContext): Promise<Context> {
  const directory = resolve(github.workFolder, inputs.directory);
  if (!existsSync(directory)) {
    throw new UserFailure(EXIT.USAGE, { code: 'no-repository', why: 'no-folder', folder: inputs.directory });
  }
  // A step that may not use the service has no key or is offline; the event decides (pull-basis.ts).
  const context = await openContext({ directory, workFolder: github.workFolder }, session, inputs);
  for (const { appKey } of context.configuration.workspaces.values())
    session.secrets.hide(inputs.apiKey, appKey);
  return context;
}

/** The same for the workspace that the step names, or the default one. */
export async function openStep(job: ActionContext): Promise<InWorkspace> {
  const context = await openStepContext(job);
  return { context, workspace: chooseWorkspace(context, job.inputs.workspace) };
}

/** The address of a line of a file, at a commit or a branch. */
export function addressAt({ github }: ActionContext, at: string): AddressOf {
  const root = `${github.serverUrl}/${github.repository}/blob/${encodeURIComponent(at)}`;
  return ({ file, line }) =>
    `${root}/${file.split('/').map(encodeURIComponent).join('/')}${line === undefined ? '' : `#L${line}`}`;
}

/** Markdown for the last line: when the run happened, and a link to it. */
export function runFootnotes({ github, session }: ActionContext): string[] {
  const at = utcMinute(new Date(session.clock.now()).toISOString());
  return [at, ...(github.page === null ? [] : [`[run](${github.page})`])];
}

/** Shows the mistakes in the files next to their lines and, under a headline, in the job summary. */
export async function reportDiagnostics(
  job: ActionContext,
  headline: Phrase,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  job.log.annotate({ diagnostics });
  const options = { headline, addressOf: addressOfFiles(job), limit: SUMMARY_LIMIT };
  await job.log.summarize(diagnosticsMarkdown(diagnostics, options));
}

/** Links to lines of the files that this run has checked out. */
export function addressOfFiles(job: ActionContext) {
  const { trigger } = job.github;
  return addressAt(
    job,
    trigger.kind === 'pull-request' ? trigger.head : (job.session.environment.GITHUB_SHA ?? 'HEAD'),
  );
}

/** The user name that GitHub accepts with a token. */
const TOKEN_USER = 'x-access-token';

/**
 * The environment of a step in which git opens a private repository with the input `github-token`. Because of that, a
 * checkout doesn't have to persist credentials, which every later step and every program in it could read from
 * `.git/config`. The token is in variables that only our git gets, never in a file or on a command line, and is used
 * only for the server that the workflow runs on. If the checkout persisted its credentials, only those are used, since
 * GitHub refuses requests with two.
 */
export async function withGitCredential(
  session: Session,
  { directory, token }: Pick<ActionInputs, 'directory' | 'token'>,
  { serverUrl, workFolder }: Pick<GitHubEnvironment, 'serverUrl' | 'workFolder'>,
): Promise<Environment> {
  // There is no user to answer a question.
  const environment: Environment = { ...session.environment, GIT_TERMINAL_PROMPT: '0' };
  const server = serverFor(serverUrl);
  if (token === '' || server === undefined) return environment;
  session.secrets.hide(token, TOKEN_USER);
  const folder = resolve(workFolder, directory);
  if (await gitSendsCredential(server, { ...session, environment, folder })) return environment;
  const count = Number(environment.GIT_CONFIG_COUNT ?? 0) || 0;
  const credential = Buffer.from(`${TOKEN_USER}:${token}`).toString('base64');
  return {
    ...environment,
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `http.${server}/.extraheader`,
    [`GIT_CONFIG_VALUE_${count}`]: `AUTHORIZATION: basic ${credential}`,
  };
}

/** The origin of an address; undefined if a token would be sent unencrypted. */
function serverFor(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? origin : undefined;
}
