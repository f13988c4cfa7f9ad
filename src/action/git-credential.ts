import { resolve } from 'node:path';
import { Git } from '../git/git.ts';
import type { Environment } from '../app/host.ts';
import { earlyGitEnvironment } from '../app/reading/git-environment.ts';
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
  const git = new Git(resolve(workFolder, directory), earlyGitEnvironment(environment), session.runGit);
  if (await hasCredential(git, server)) return environment;
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

/** Whether git sends a credential to this server already: for all of it, for a part of it, or wherever it goes. */
async function hasCredential(git: Git, server: string): Promise<boolean> {
  const listed = (await git.ask('config', '--null', '--get-regexp', '^http\\.(.*\\.)?extraheader$')) ?? '';
  return listed.split('\0').some((entry) => {
    const [name = '', value = ''] = entry.split('\n');
    const place = name.replace(/^http\.(?:(.*)\.)?extraheader$/i, '$1');
    const isForServer = place === '' || `${place}/`.startsWith(`${server}/`);
    return isForServer && /^authorization:/i.test(value);
  });
}
