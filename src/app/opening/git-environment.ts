import { variablesWithKeys, type Configuration } from '../../model/workspace.ts';
import type { Environment } from '../../model/environment.ts';

/** Variables with which a hook or a wrapper points git to another repository. */
const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_REPLACE_REF_BASE',
];
/** Variables that our git never needs. */
const NEEDLESS = [
  'EDITOR',
  'VISUAL',
  'PAGER',
  'PREFIX',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'GIT_EXTERNAL_DIFF',
  'GIT_TEMPLATE_DIR',
  // Paths are always literal, and git accepts only one way of interpreting them.
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
];
/**
 * Until the configuration is read, it isn't known which variables contain secrets, so git gets only those that it needs
 * itself.
 */
const HARMLESS =
  /^(?:PATH|HOME|USER|LOGNAME|USERPROFILE|APPDATA|SYSTEMROOT|PATHEXT|TMPDIR|TMP|TEMP|LANG|LC_\w+|XDG_CONFIG_HOME|(?:HTTPS?|ALL|NO)_PROXY|GIT_CONFIG_\w+|GIT_CEILING_DIRECTORIES|GIT_EXEC_PATH|GIT_TERMINAL_PROMPT)$/i;
/** The action's inputs, which include secrets. */
const INPUT = /^INPUT_/;
/** The part of the environment that git may see before the configuration is read. */
export function earlyGitEnvironment(environment: Environment): Environment {
  return only(environment, (name) => HARMLESS.test(name));
}

/**
 * The part of the environment that git may see: everything but the secrets of all workspaces, the action's inputs, and
 * variables that point it to another repository.
 */
export function gitEnvironment(environment: Environment, { workspaces }: Configuration): Environment {
  const secrets = new Set([...workspaces.values()].flatMap(variablesWithKeys));
  return only(environment, (name) => !secrets.has(name) && !INPUT.test(name));
}

function only(environment: Environment, isFor: (name: string) => boolean): Environment {
  const never = new Set([...ELSEWHERE, ...NEEDLESS]);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !never.has(name) && isFor(name)));
}
