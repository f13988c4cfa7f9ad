import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import type { Desired } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { Workspace } from '../model/workspace.ts';
import { loadCampaigns, type Loaded } from '../load/load-campaigns.ts';
import type { Context } from './context.ts';
import { UserFailure } from './user-failure.ts';

/** Reads and checks every campaign file for the given workspaces. */
export async function loadFor(
  { folder, configuration }: Context,
  targets: readonly Workspace[],
  strict: boolean,
): Promise<Loaded & { readonly fileCount: number }> {
  const files = await folder.files();
  const loaded = loadCampaigns({
    files,
    workspaces: configuration.workspaces,
    targets,
    readReference: (from, path) => folder.readReference(from, path),
    strict,
  });
  return { ...loaded, fileCount: files.length };
}

/** The desired campaigns of one workspace; throws UserFailure with exit 5 when a file has an error. */
export async function loadDesired(
  context: Context,
  workspace: Workspace,
): Promise<{ desired: readonly Desired[]; warnings: readonly Diagnostic[] }> {
  const { desired, diagnostics } = await loadFor(context, [workspace], false);
  if (hasErrors(diagnostics)) {
    throw new UserFailure(EXIT.INVALID, 'Campaign files have errors, so nothing was planned.', {
      diagnostics,
    });
  }
  return { desired: desired.get(workspace.name) ?? [], warnings: diagnostics };
}
