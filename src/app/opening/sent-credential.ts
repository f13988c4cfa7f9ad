import { Git } from '../../git/git.ts';
import type { Session } from '../process/session.ts';
import { earlyGitEnvironment } from './git-environment.ts';

/** Whether git already sends a credential to this server: for all of it, for part of it, or for every server. */
export async function gitSendsCredential(
  server: string,
  { folder, environment, runGit }: Pick<Session, 'environment' | 'runGit'> & { readonly folder: string },
): Promise<boolean> {
  const git = new Git(folder, earlyGitEnvironment(environment), runGit);
  const listed = (await git.ask('config', '--null', '--get-regexp', '^http\\.(.*\\.)?extraheader$')) ?? '';
  return listed.split('\0').some((entry) => {
    const [name = '', value = ''] = entry.split('\n');
    const place = name.replace(/^http\.(?:(.*)\.)?extraheader$/i, '$1');
    const isForServer = place === '' || `${place}/`.startsWith(`${server}/`);
    return isForServer && /^authorization:/i.test(value);
  });
}
