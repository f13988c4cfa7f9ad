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
/** Variables that our git never needs, and that name programs to run. simple-git refuses to run git with them. */
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
  'GIT_EXEC_PATH',
  'GIT_PROXY_COMMAND',
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
  /^(?:PATH|HOME|USER|LOGNAME|USERPROFILE|APPDATA|SYSTEMROOT|PATHEXT|TMPDIR|TMP|TEMP|LANG|LC_\w+|XDG_CONFIG_HOME|(?:HTTPS?|ALL|NO)_PROXY|GIT_CONFIG_\w+|GIT_CEILING_DIRECTORIES|GIT_TERMINAL_PROMPT)$/i;
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
  // simple-git ignores case, on every system.
  const never = new Set([...ELSEWHERE, ...NEEDLESS]);
  const kept = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && !never.has(name.trim().toUpperCase()) && isFor(name),
  );
  return withParameters(Object.fromEntries(kept));
}

/**
 * Moves the settings that the environment makes for git to the variable in which git passes such settings on. In
 * `GIT_CONFIG_KEY_0` and so on, simple-git refuses those that could run a program, as if they came from a file; but
 * whoever can set variables decides anyway which programs run.
 */
function withParameters(environment: Environment): Environment {
  const { GIT_CONFIG_COUNT: count, GIT_CONFIG_PARAMETERS: others, ...rest } = environment;
  const settings: string[] = [];
  for (let at = 0; at < Number(count ?? 0); at += 1) {
    const [key, value] = [rest[`GIT_CONFIG_KEY_${at}`], rest[`GIT_CONFIG_VALUE_${at}`]];
    // git's own message says what is wrong.
    if (key === undefined || value === undefined) return environment;
    settings.push(`${quoted(key)}=${quoted(value)}`);
  }
  if (settings.length === 0) return environment;
  return { ...rest, GIT_CONFIG_PARAMETERS: [...settings, ...(others ? [others] : [])].join(' ') };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
