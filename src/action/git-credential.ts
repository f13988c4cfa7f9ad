import { resolve } from 'node:path';
import type { Environment } from '../app/host.ts';
import { gitSendsCredential } from '../app/opening/git-credentials.ts';
import type { Session } from '../app/session.ts';
import type { ActionInputs } from './inputs.ts';
import type { GitHubEnvironment } from './github-environment.ts';

/** The user name that GitHub takes a token with. */
const TOKEN_USER = 'x-access-token';

/**
 * The environment of a step in which git opens a private repository with the input `github-token`, so that a checkout
 * needs to keep no credentials: each later step, and each program that it runs, could read them from `.git/config`. The
 * token stands in variables that only our git gets, never in a file or on a command line, and is only for the server
 * that the workflow runs on. Where the checkout kept its credentials they stay the only ones, since GitHub refuses
 * requests that have two.
 */
export async function withGitCredential(
  session: Session,
  { directory, token }: Pick<ActionInputs, 'directory' | 'token'>,
  { serverUrl, workFolder }: Pick<GitHubEnvironment, 'serverUrl' | 'workFolder'>,
): Promise<Environment> {
  // Nobody is there to answer a question.
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

/** The origin of an address; undefined where a token would go through the network in the clear. */
function serverFor(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? origin : undefined;
}
