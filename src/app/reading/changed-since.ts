import type { ChangesSince } from '../../git/repository.ts';
import { touchedCampaigns } from '../../load/touched-campaigns.ts';
import type { CampaignKey, Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { Workspace } from '../../model/workspace.ts';
import { readFiles } from '../../git/tree.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { configurationAt } from '../opening/configuration-at.ts';

/** Which campaigns changed since a commit; `keys` is undefined if all did. */
export interface Changed {
  readonly keys: ReadonlySet<CampaignKey> | undefined;
  readonly scope: { readonly ref: string; readonly mergeBase: string };
}

/**
 * The campaigns that the work tree changed since the merge base with `ref`; throws UserFailure if git can't determine
 * them.
 */
export async function changedSince(
  ref: string,
  {
    context,
    workspace,
    desired,
  }: { readonly context: Context; readonly workspace: Workspace; readonly desired: readonly Desired[] },
): Promise<Changed> {
  const { repository, git, history, folder, configuration } = context;
  const found = await repository.changesSince(ref);
  if (found.kind !== 'changes') throw noChanges(ref, found);
  const { base, files: changed } = found;
  const settings = folder.configurationFile;
  const isCampaign = (file: string) => file.startsWith(`${folder.path}/`) && /\.ya?ml$/.test(file);
  const texts = await readFiles(git, base, (file) => changed.has(file) && isCampaign(file));
  const before = changed.has(settings)
    ? (await configurationAt(history, folder, base))?.configuration
    : configuration;
  const former = [...texts]
    .filter(([file]) => file !== settings)
    .map(([file, text]) => ({ file, below: file.slice(folder.path.length + 1), text }));
  const touched = touchedCampaigns({ changed, workspace, configuration, before, desired, former });
  return { keys: touched === 'all' ? undefined : touched, scope: { ref, mergeBase: base } };
}

/** In a shallow clone, the repository is the problem; otherwise the name is wrong. */
function noChanges(ref: string, { kind, shallow }: Exclude<ChangesSince, { kind: 'changes' }>): UserFailure {
  const code = kind === 'no-commit' ? 'no-such-commit' : 'no-common-commit';
  return new UserFailure(shallow ? EXIT.INVALID : EXIT.USAGE, { code, ref, isShallow: shallow });
}
