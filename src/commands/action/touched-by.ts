import { loadConfiguration } from '../../load/load-configuration.ts';
import { touchedCampaigns } from '../../load/touched-campaigns.ts';
import type { CampaignKey, Desired } from '../../model/campaign.ts';
import type { TouchedKeys } from '../../model/approval.ts';
import type { Configuration, Workspace } from '../../model/workspace.ts';
import { DEFAULT_LIMITS } from '../../quota/windows.ts';
import { History } from '../../record/history.ts';
import { readFiles } from '../../record/tree.ts';
import type { Context } from '../context.ts';

export interface TouchGround {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly desired: readonly Desired[];
}

/** The campaigns that commits of the base branch are about, by their files then and by what refers to these now. */
export async function touchedBy(commits: readonly string[], ground: TouchGround): Promise<TouchedKeys> {
  const keys = new Set<CampaignKey>();
  for (const commit of commits) {
    const touched = await touchedByOne(commit, ground);
    if (touched === 'all') return 'all';
    for (const key of touched) keys.add(key);
  }
  return keys;
}

async function touchedByOne(
  commit: string,
  { context, workspace: { name }, desired }: TouchGround,
): Promise<TouchedKeys> {
  const { git, folder } = context;
  const { parent, files: changed } = await new History(git).changesOf(commit);
  const isCampaign = (file: string) => file.startsWith(`${folder.path}/`) && /\.ya?ml$/.test(file);
  const wanted = (file: string) =>
    (changed.has(file) && isCampaign(file)) || file === folder.configurationFile;
  const then = await readFiles(git, commit, wanted);
  const before = parent === undefined ? new Map<string, string>() : await readFiles(git, parent, wanted);
  const configuration = configurationIn(then, folder.configurationFile);
  const workspace = configuration?.workspaces.get(name);
  // A workspace that was not there, or nobody can read: then everything may have been meant.
  if (!configuration || !workspace) return 'all';
  const former = [...before, ...then]
    .filter(([file]) => file !== folder.configurationFile)
    .map(([file, text]) => ({ file, below: file.slice(folder.path.length + 1), text }));
  return touchedCampaigns({
    ...{ changed, workspace, configuration, desired, former },
    before: configurationIn(before, folder.configurationFile),
  });
}

function configurationIn(files: ReadonlyMap<string, string>, file: string): Configuration | undefined {
  const text = files.get(file);
  return text === undefined
    ? undefined
    : loadConfiguration(file, text, { limits: DEFAULT_LIMITS }).configuration;
}
