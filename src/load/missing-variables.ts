import type { Diagnostic } from '../model/diagnostic.ts';
import type { Path } from '../model/json.ts';
import { clip, nameList } from '../model/show.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Source } from './yaml/source.ts';

/**
 * With one message for the variables that a workspace lacks and several campaigns use, or for all if it has none: the
 * mistake is in workspaces.yaml, once, and not wherever a campaign uses them. One use alone may be misspelled.
 */
export function oncePerMissingVariable(
  diagnostics: readonly Diagnostic[],
  { name, vars }: Workspace,
  configuration: Source | undefined,
): readonly Diagnostic[] {
  const uses = diagnostics.filter(({ missingVariable }) => missingVariable !== undefined);
  const hasNone = Object.keys(vars).length === 0 && uses.length > 1;
  const isShared = ({ file, missingVariable }: Diagnostic) =>
    hasNone || uses.some((other) => other.missingVariable === missingVariable && other.file !== file);
  const shared = uses.filter(isShared);
  const names = [...new Set(shared.flatMap(({ missingVariable }) => missingVariable ?? []))].map(clip);
  if (!configuration || names.length === 0) return diagnostics;
  const path: Path = ['workspaces', name, 'vars'];
  const found: Diagnostic = {
    file: configuration.file,
    ...configuration.keyAt(configuration.has(path) ? path : path.slice(0, -1)),
    code: 'E_VAR_UNKNOWN',
    message: hasNone
      ? `${name} has no vars, but its campaigns use ${nameList(names)}`
      : `the vars of ${name} do not include ${nameList(names)}, which several campaigns use`,
    hint: `add ${hasNone ? `vars: below ${name}:` : 'lines below vars:'}, with a value for each of these names`,
  };
  return [found, ...diagnostics.filter((one) => !shared.includes(one))];
}
