import type { Diagnostic } from '../model/diagnostic.ts';
import type { Path } from '../model/json.ts';
import { clip, nameList } from '../model/show.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Source } from './yaml/source.ts';

/**
 * With one message for a workspace that has no variables at all although its campaigns use some: the mistake is in
 * workspaces.yaml, once, and not wherever a campaign uses them. One variable that is unknown may be a misspelled one.
 */
export function oncePerLackingVariable(
  diagnostics: readonly Diagnostic[],
  { name, vars }: Workspace,
  configuration: Source | undefined,
): readonly Diagnostic[] {
  const lacking = diagnostics.flatMap(({ lacks }) => lacks ?? []);
  if (!configuration || lacking.length < 2 || Object.keys(vars).length > 0) return diagnostics;
  const names = [...new Set(lacking)];
  const path: Path = ['workspaces', name, 'vars'];
  const found: Diagnostic = {
    file: configuration.file,
    ...configuration.keyAt(configuration.has(path) ? path : path.slice(0, -1)),
    code: 'E_VAR_UNKNOWN',
    message: `${name} has no vars, but its campaigns use ${nameList(names.map(clip))}`,
    hint: `add vars: below ${name}:, with a value for each of these names`,
  };
  return [found, ...diagnostics.filter(({ lacks }) => lacks === undefined)];
}
