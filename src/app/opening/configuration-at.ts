import type { CampaignFolder } from '../../files/campaign-folder.ts';
import { loadConfiguration } from '../../load/load-configuration.ts';
import type { Configuration } from '../../model/workspace.ts';
import { DEFAULT_LIMITS } from '../../quota/windows.ts';
import type { History } from '../../git/history.ts';

/** workspaces.yaml as a commit has it; undefined where it has none that can be used. */
export async function configurationAt(
  history: History,
  { configurationFile: file }: Pick<CampaignFolder, 'configurationFile'>,
  commit: string,
): Promise<Configuration | undefined> {
  const text = await history.fileAt(commit, file);
  if (text === undefined) return undefined;
  return loadConfiguration(file, text, { limits: DEFAULT_LIMITS }).configuration;
}
