import { hasErrors, inOrder, type Diagnostic } from '../../model/diagnostic.ts';
import type { Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { Workspace } from '../../model/workspace.ts';
import { targetLocator, type TargetLocator } from '../../load/locate-target.ts';
import { loadCampaigns, type Loaded, type LoadInputs } from '../../load/load-campaigns.ts';
import type { Context } from '../context.ts';
import { secretsIn } from '../telling/secrets.ts';
import { UserFailure } from '../telling/user-failure.ts';

/** Reads and checks campaign files for the given workspaces. */
export function loadFor(
  { folder, configuration, source, secrets }: Context,
  asked: Pick<LoadInputs, 'targets' | 'strict' | 'chosen' | 'now' | 'wentLive'>,
): Loaded & { readonly fileCount: number; readonly inputs: LoadInputs } {
  const files = folder.files();
  const inputs: LoadInputs = {
    files,
    workspaces: configuration.workspaces,
    configuration: source,
    readReference: (from, path) => folder.readReference(from, path),
    ...asked,
  };
  const loaded = loadCampaigns(inputs);
  const leaked = [...loaded.desired.values()].flatMap((desired) => secretsIn(desired, secrets));
  const diagnostics = inOrder([...loaded.diagnostics, ...leaked]);
  return { ...loaded, diagnostics, fileCount: files.length, inputs };
}

/** The desired campaigns of one workspace; throws UserFailure with exit 5 when a file has an error. */
export function loadDesired(
  context: Context,
  workspace: Workspace,
): { desired: readonly Desired[]; warnings: readonly Diagnostic[]; locate: TargetLocator } {
  const { desired, diagnostics, inputs } = loadFor(context, { targets: [workspace], strict: false });
  if (hasErrors(diagnostics)) {
    throw new UserFailure(EXIT.INVALID, 'Campaign files have errors, so nothing was planned.', {
      diagnostics,
    });
  }
  // What publishing would miss is in the plan, where it matters: it knows what live has.
  const warnings = diagnostics.filter(({ code }) => code !== 'W_PUBLISH');
  const locate = targetLocator(inputs, workspace);
  return { desired: desired.get(workspace.name) ?? [], warnings, locate };
}
