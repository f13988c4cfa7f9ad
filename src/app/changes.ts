import { readFiles } from '../git/tree.ts';
import { touchOf, type Touch } from '../load/touched-campaigns.ts';
import { EXIT } from '../model/exit.ts';
import type { Scope } from '../model/plan.ts';
import { configurationAt, type InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';

/** What the work tree changed since the merge base with a commit. */
export interface Changes {
  /** `all` if they change something that every plan depends on. */
  readonly touch: 'all' | Touch;
  readonly scope: Omit<Scope, 'others'>;
}

/**
 * What the work tree changed since the merge base with `ref`; throws UserFailure if git can't determine it. Settings of the
 * workspace, and rules, change plans but no content.
 */
export async function changesSince(
  ref: string,
  { context, workspace }: InWorkspace,
  what: 'plans' | 'contents' = 'plans',
): Promise<Changes> {
  const { repository, git, history, folder, configuration } = context;
  const found = await repository.changesSince(ref);
  if (typeof found === 'string') {
    // In a shallow clone, the repository is the problem; otherwise the name is wrong.
    const exit = (await history.isShallow()) ? EXIT.INVALID : EXIT.USAGE;
    throw new UserFailure(exit, { code: 'unknown-name', what: found, name: ref, known: [] });
  }
  const { base, files: changed } = found;
  const texts = await readFiles(git, base, (file) => changed.has(file) && folder.isCampaign(file));
  const before = changed.has(folder.configurationFile)
    ? (await configurationAt(history, folder, base))?.configuration
    : configuration;
  const former = [...texts].map(([file, text]) => ({ file, below: folder.below(file), text }));
  const vars = before?.workspaces.get(workspace.name)?.vars ?? {};
  const likeNow = { ...configuration, workspaces: new Map([[workspace.name, { ...workspace, vars }]]) };
  const compared = what === 'plans' ? before : likeNow;
  const touch = touchOf({ changed, workspace, configuration, before: compared, former });
  return { touch, scope: { ref, mergeBase: base } };
}
