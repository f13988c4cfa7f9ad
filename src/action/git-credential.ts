import { resolve } from 'node:path';
import type { Environment } from '../model/environment.ts';
import { gitSendsCredential } from '../app/opening/sent-credential.ts';
import type { Session } from '../app/process/session.ts';
import type { ActionInputs } from './inputs.ts';
import type { GitHubEnvironment } from './trigger.ts';

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
