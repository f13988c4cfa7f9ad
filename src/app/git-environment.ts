import type { Environment } from '../model/clock.ts';
import { Git } from '../git/git.ts';
import type { Session } from './process/session.ts';

/** Variables with which a hook or a wrapper points git to another repository. */
const ELSEWHERE =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|(?:ALTERNATE_)?OBJECT_DIRECTOR(?:Y|IES)|COMMON_DIR|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE)$/i;
/**
 * Variables that our git never needs. Most of them name programs: simple-git refuses to run git with them, in upper or
 * lower case. And paths are always literal; git accepts only one way of interpreting them.
 */
const NEEDLESS =
  /^(?:EDITOR|VISUAL|PAGER|PREFIX|GIT_(?:EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|TEMPLATE_DIR|EXEC_PATH|PROXY_COMMAND|(?:GLOB|NOGLOB|ICASE)_PATHSPECS))$/i;
/** Our own variables, which include all API keys (`api_key_env`), and the action's inputs. */
const OURS = /^(?:CAMPAIGNS|INPUT)_/i;

/**
 * The part of the environment that git may see: everything but the secrets of workspaces, the action's inputs, and
 * variables that point it to another repository.
 */
export function gitEnvironment(environment: Environment): Environment {
  const isNeeded = (name: string) =>
    ![ELSEWHERE, OURS].some((one) => one.test(name)) && !NEEDLESS.test(name.trim());
  const kept = Object.entries(environment).filter(([name, value]) => value !== undefined && isNeeded(name));
  return withParameters(Object.fromEntries(kept));
}

/**
 * Moves settings of git to the variable in which git passes them on. In `GIT_CONFIG_KEY_0` and so on, simple-git refuses
 * those that could run a program; but whoever can set variables decides anyway which programs run.
 */
function withParameters(environment: Environment): Environment {
  const { GIT_CONFIG_COUNT: count, GIT_CONFIG_PARAMETERS: others, ...rest } = environment;
  const settings = Array.from({ length: Number(count) || 0 }, (_, at) => [
    rest[`GIT_CONFIG_KEY_${at}`],
    rest[`GIT_CONFIG_VALUE_${at}`],
  ]);
  // If one is incomplete, git says so.
  if (settings.length === 0 || settings.flat().includes(undefined)) return environment;
  const quoted = (text = '') => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parameters = settings.map((parts) => parts.map(quoted).join('='));
  return { ...rest, GIT_CONFIG_PARAMETERS: [...parameters, ...(others ? [others] : [])].join(' ') };
}

/** Whether git already sends a credential to this server: for all of it, for part of it, or for every server. */
export async function gitSendsCredential(
  server: string,
  { folder, environment, runGit }: Pick<Session, 'environment' | 'runGit'> & { readonly folder: string },
): Promise<boolean> {
  const git = new Git(folder, gitEnvironment(environment), runGit);
  const listed = (await git.ask('config', '--null', '--get-regexp', '^http\\.(.*\\.)?extraheader$')) ?? '';
  return listed.split('\0').some((entry) => {
    const [name = '', value = ''] = entry.split('\n');
    const place = name.replace(/^http\.(?:(.*)\.)?extraheader$/i, '$1');
    const isForServer = place === '' || `${place}/`.startsWith(`${server}/`);
    return isForServer && /^authorization:/i.test(value);
  });
}
