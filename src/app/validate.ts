import type { Diagnostic } from '../model/diagnostic.ts';
import type { Workspace } from '../model/workspace.ts';
import { chooseWorkspace, type Context } from './context.ts';
import { knownHere } from './reading/known-campaigns.ts';
import { loadFor } from './reading/load-files.ts';
import { namedFiles, type NamedFiles } from './reading/named-files.ts';

export interface ValidateRequest extends Omit<NamedFiles, 'cwd'> {
  /** Checks for this one only; else for every workspace. */
  readonly workspace?: string;
  readonly strict?: boolean;
}

/** What checking campaign files found. */
export interface Validated {
  readonly diagnostics: readonly Diagnostic[];
  /** How many campaign files were checked, and for which workspaces. */
  readonly files: number;
  readonly workspaces: readonly Workspace[];
}

/** Checks campaign files offline: schema, rules, references. The configuration is always checked. */
export async function validateFiles(context: Context, request: ValidateRequest): Promise<Validated> {
  const { configuration, folder, cwd } = context;
  const workspaces = request.workspace
    ? [chooseWorkspace(context, request.workspace)]
    : [...configuration.workspaces.values()];
  // Hooks that name every changed file name the configuration, too.
  const chosen = new Set(namedFiles(folder, { ...request, cwd }, [folder.configurationFile]));
  const { diagnostics, fileCount } = loadFor(context, {
    targets: workspaces,
    ...(await knownHere(context, workspaces)),
    strict: request.strict ?? false,
    now: context.clock.now(),
    ...(chosen.size > 0 && { chosen }),
  });
  return { diagnostics, files: chosen.size || fileCount, workspaces };
}
