import type { Diagnostic } from '../model/diagnostic.ts';
import type { Path } from '../model/json.ts';
import { clip, nameList } from '../model/show.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Source } from './yaml/source.ts';

/**
 * With one message about the variables that a workspace lacks and that are used more than once: the mistake is in
 * workspaces.yaml, once, and not wherever a campaign uses them.
 */
export function oncePerLackingVariable(
  diagnostics: readonly Diagnostic[],
  { name, vars }: Workspace,
  configuration: Source | undefined,
): readonly Diagnostic[] {
  const isEmpty = Object.keys(vars).length === 0;
  const lacking = diagnostics.flatMap(({ lacks }) => lacks ?? []);
  const names = [...new Set(lacking)].filter((one) => {
    const uses = isEmpty ? lacking : lacking.filter((other) => other === one);
    return uses.length > 1;
  });
  if (!configuration || names.length === 0) return diagnostics;
  const path: Path = ['workspaces', name, 'vars'];
  const list = nameList(names.map(clip));
  const found: Diagnostic = {
    file: configuration.file,
    ...configuration.keyAt(configuration.has(path) ? path : path.slice(0, -1)),
    code: 'E_VAR_UNKNOWN',
    message: isEmpty
      ? `${name} has no vars, but its campaigns use ${list}`
      : `${name} has no ${list} in vars, but its campaigns use ${names.length === 1 ? 'it' : 'them'}`,
    hint: isEmpty
      ? `add vars: below ${name}:, with a value for each of these names`
      : `add ${names.length === 1 ? 'it' : 'them'} to vars`,
  };
  return [found, ...diagnostics.filter(({ lacks }) => lacks === undefined || !names.includes(lacks))];
}
