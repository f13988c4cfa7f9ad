import type { CampaignFolder } from '../../files/campaign-folder.ts';
import type { CodeHistory } from '../../git/history.ts';
import { loadConfiguration } from '../../load/load-configuration.ts';
import type { Source } from '../../load/yaml/source.ts';
import type { Configuration } from '../../model/workspace.ts';
import { DEFAULT_LIMITS } from '../../quota/windows.ts';

/** workspaces.yaml as of a commit; undefined if the commit has no valid one. */
export async function configurationAt(
  history: CodeHistory,
  { configurationFile: file }: Pick<CampaignFolder, 'configurationFile'>,
  commit: string,
): Promise<{ readonly configuration: Configuration; readonly source: Source } | undefined> {
  const text = await history.fileAt(commit, file);
  if (text === undefined) return undefined;
  const { configuration, source } = loadConfiguration(file, text, { limits: DEFAULT_LIMITS });
  return configuration && { configuration, source };
}
