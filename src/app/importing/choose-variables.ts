import type { FileChange } from '../../files/write-files.ts';
import { proposeVariables, withVariables, type DifferingFile } from '../../load/writing/propose-variables.ts';
import type { SharedVariable } from '../../model/import.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { InWorkspace } from '../context.ts';

/**
 * Variables for differences that occur in several places, the workspaces with their values, and the edit of
 * workspaces.yaml.
 */
interface ChosenVariables {
  readonly variables: readonly SharedVariable[];
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** Empty if workspaces.yaml already has them all. */
  readonly configuration: readonly FileChange[];
}

/** Undefined if there are no variables, or if they can't be written into workspaces.yaml. */
export function chooseVariables(
  files: readonly DifferingFile[],
  { context, workspace }: InWorkspace,
): ChosenVariables | undefined {
  const { folder, configuration, source } = context;
  const variables = proposeVariables(files, {
    workspace: workspace.name,
    known: new Map([...configuration.workspaces].map(([name, { vars }]) => [name, vars])),
  });
  const answer = folder.configuration();
  if (variables.length === 0 || answer?.kind !== 'text') return undefined;
  const after = withVariables(answer.text, source.value, variables);
  if (after === undefined) return undefined;
  const edit = { path: folder.configurationFile, before: answer.text, text: after };
  return {
    variables,
    workspaces: withVars(configuration.workspaces, variables),
    configuration: after === answer.text ? [] : [edit],
  };
}

/** The workspaces with the values of new variables. */
function withVars(
  workspaces: ReadonlyMap<string, Workspace>,
  variables: readonly SharedVariable[],
): ReadonlyMap<string, Workspace> {
  const added = (name: string) =>
    variables.flatMap((one) =>
      one.values.filter(({ workspace }) => workspace === name).map(({ value }) => [one.name, value] as const),
    );
  return new Map(
    [...workspaces].map(([name, one]) => [
      name,
      { ...one, vars: { ...one.vars, ...Object.fromEntries(added(name)) } },
    ]),
  );
}
