import { posix } from 'node:path';
import { loadCampaigns } from '../../load/load-campaigns.ts';
import { sameComponent } from '../../model/canonical.ts';
import { COMPONENTS, type Desired } from '../../model/campaign.ts';
import type { Binding } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { readAuditTrail, entriesOf } from '../../state/audit-trail.ts';
import { isProblem } from '../../state/state-branch.ts';
import { openStateBranch, type Context } from '../context.ts';
import { configurationAt } from './configuration-at.ts';

/** A campaign's file as it was when the campaign was last applied, with the texts that it referred to. */
export interface LastApplied {
  readonly commit: string;
  readonly text: string;
  readonly desired: Desired;
  /** Its `$file`s, by their paths from the root of the repository. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Asked {
  readonly binding: Binding;
  /** Where the campaign's file is now, from the root of the repository. */
  readonly file: string;
}

/**
 * The newest version of a campaign's file that says what was last applied. The state branch names the commits that were
 * applied; of a file that was imported, or applied before it was committed, its own history is searched, too. Undefined
 * where no commit has it.
 */
export async function lastApplied(
  context: Context,
  workspace: Workspace,
  { binding, file }: Asked,
): Promise<LastApplied | undefined> {
  const commits = [
    ...(await appliedCommits(context, workspace, binding.key)),
    ...(await context.history.commitsOf(file)),
  ];
  const tried = new Set<string>();
  for (const commit of commits) {
    if (tried.has(commit)) continue;
    tried.add(commit);
    const found = await versionAt(context, workspace, { commit, file });
    if (found && found.desired.key === binding.key && says(found.desired, binding)) return found;
  }
  return undefined;
}

/** The commits of the code that were applied to the campaign, newest first. */
async function appliedCommits(context: Context, workspace: Workspace, key: string): Promise<string[]> {
  const { git, branch } = openStateBranch(context, workspace);
  const found = await branch.findTip();
  const tips = isProblem(found) ? [await branch.lastKnown()] : [found.tip, found.parted];
  const trail = await readAuditTrail(
    git,
    tips.filter((tip) => tip !== undefined),
  );
  return entriesOf(trail, new Set([key])).flatMap(({ commit }) => commit ?? []);
}

async function versionAt(
  context: Context,
  workspace: Workspace,
  { commit, file }: { readonly commit: string; readonly file: string },
): Promise<LastApplied | undefined> {
  const { folder, history, configuration } = context;
  const text = await history.fileAt(commit, file);
  if (text === undefined) return undefined;
  const { workspaces } = (await configurationAt(history, folder, commit)) ?? configuration;
  const target = workspaces.get(workspace.name) ?? workspace;
  const below = file.slice(folder.path.length + 1);
  const texts = new Map<string, string | undefined>();
  // Which files it refers to shows only when they are asked for, and git answers later: so it is loaded until all are there.
  for (;;) {
    const missing = new Set<string>();
    const loaded = loadCampaigns({
      files: [{ file, below, text: text.replace(/^\ufeff/, '') }],
      ...{ workspaces, targets: [target], strict: false, isManaged: () => true, wentLive: () => true },
      readReference: (from, path) => {
        const at = posix.normalize(posix.join(posix.dirname(from), path));
        const found = texts.get(at);
        if (found !== undefined) return { kind: 'text', file: at, text: found.replaceAll('\r\n', '\n') };
        if (!texts.has(at)) missing.add(at);
        return { kind: 'problem', code: 'E_FILE_MISSING', message: '', hint: '' };
      },
    });
    const [desired] = loaded.desired.get(target.name) ?? [];
    if (missing.size === 0) {
      const there = [...texts].flatMap(([path, found]) =>
        found === undefined ? [] : [[path, found] as const],
      );
      return desired && { commit, text, desired, texts: new Map(there) };
    }
    for (const path of missing) texts.set(path, await history.fileAt(commit, path));
  }
}

/** Whether a version says, of every component, what was last sent or was found to be there. */
function says({ components }: Desired, { applied }: Binding): boolean {
  return COMPONENTS.every((name) => {
    const [said, sent] = [components[name], applied[name]];
    return said === undefined || sent === undefined ? said === sent : sameComponent(name, said, sent);
  });
}
