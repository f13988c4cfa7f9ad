import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CampaignFolder } from '../../files/campaign-folder.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import { isJsonObject } from '../../model/json.ts';
import type { Host } from '../process/host.ts';
import { campaignFiles } from './select-campaigns.ts';

/** The names that a shell can complete in a folder. */
export interface CompletionNames {
  readonly keys: () => readonly string[];
  readonly workspaces: () => readonly string[];
}

/**
 * The names in the repository around a folder. They are needed at each press of Tab, so files are read but git is not
 * run: campaigns that git ignores are included. If nothing can be read, there are no names.
 */
export function completionNames({ cwd }: Pick<Host, 'cwd'>, directory = '.'): CompletionNames {
  const folder = folderAround(resolve(cwd, directory));
  return {
    keys: () => (folder ? [...new Set(campaignFiles({ folder }).map(({ key }) => key))].sort() : []),
    workspaces: () => (folder ? workspacesIn(folder) : []),
  };
}

function folderAround(directory: string): CampaignFolder | undefined {
  if (!existsSync(directory)) return undefined;
  for (let root = directory; ; root = dirname(root)) {
    if (existsSync(join(root, '.git')))
      return new CampaignFolder(root, CampaignFolder.locate(root, directory), { ignored: new Set() });
    if (dirname(root) === root) return undefined;
  }
}

function workspacesIn(folder: CampaignFolder): readonly string[] {
  const read = folder.configuration();
  const source = read?.kind === 'text' ? parseSource(folder.configurationFile, read.text) : undefined;
  const value = source && isSource(source) ? source.value : undefined;
  const workspaces = isJsonObject(value) ? value.workspaces : undefined;
  return isJsonObject(workspaces) ? Object.keys(workspaces).sort() : [];
}
