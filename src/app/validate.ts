import type { Diagnostic } from '../model/diagnostic.ts';
import type { Workspace } from '../model/workspace.ts';
import { chooseWorkspace, type Context } from './context.ts';
import { knownHere } from './reading/known-campaigns.ts';
import { loadFor } from './reading/load-files.ts';
import { campaignFiles, selectCampaigns } from './reading/select-campaigns.ts';

export interface ValidateRequest {
  /** Campaigns as a command names them, or workspaces.yaml; none: all. */
  readonly files: readonly string[];
  /** Checks for this one only; else for every workspace. */
  readonly workspace?: string;
  readonly strict?: boolean;
}

/** How workspaces.yaml is named where campaigns are. */
const SETTINGS = 'workspaces.yaml';

/** What checking campaign files found. */
export interface Validated {
  readonly diagnostics: readonly Diagnostic[];
  /** How many campaign files were checked, and for which workspaces. */
  readonly files: number;
  readonly workspaces: readonly Workspace[];
}

/** Checks campaign files offline: schema, rules, references. The configuration is always checked. */
export async function validateFiles(context: Context, request: ValidateRequest): Promise<Validated> {
  const { configuration, folder } = context;
  const workspaces = request.workspace
    ? [chooseWorkspace(context, request.workspace)]
    : [...configuration.workspaces.values()];
  // Hooks that name every changed file name the configuration, too.
  const settings = { key: SETTINGS, files: [folder.configurationFile] };
  const known = request.files.length === 0 ? [] : [...campaignFiles(context), settings];
  const chosen = new Set(selectCampaigns(request.files, known, context).flatMap(({ files }) => files));
  const { diagnostics, fileCount } = loadFor(context, {
    targets: workspaces,
    ...(await knownHere(context, workspaces)),
    strict: request.strict ?? false,
    now: context.clock.now(),
    ...(chosen.size > 0 && { chosen }),
  });
  return { diagnostics, files: chosen.size || fileCount, workspaces };
}
