import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, type FileLimit } from './read-text.ts';

// Campaigns that nothing reads, because their file has another name or is in another folder. The campaign would be
// missing without a message.

/** A larger file is never taken for a campaign. */
const LIMIT: FileLimit = { bytes: 1024 * 1024 };

/** Names of a folder that was meant to be `campaigns`. */
const OTHER_FOLDER = /^(?:campaign|campain|campains|compaigns?)$/i;

/**
 * Files that look like campaigns but aren't read, from the root of the repository: in the folder `campaigns`, those
 * that end in `.yaml.txt`; next to that folder, and in a folder with a similar name, all of them.
 */
export function findStrayFiles(
  root: string,
  campaigns: string,
  isIgnored: (file: string) => boolean,
): readonly string[] {
  const [parent, own] = [folderOf(campaigns), campaigns.slice(folderOf(campaigns).length)];
  const beside = namesIn(join(root, parent), false);
  const others = beside.filter((name) => name !== own && OTHER_FOLDER.test(name));
  const candidates = [
    ...namesIn(join(root, campaigns), true)
      .filter((name) => /\.ya?ml\.txt$/i.test(name))
      .map((name) => `${campaigns}/${name}`),
    ...beside.map((name) => `${parent}${name}`),
    ...others
      .map((folder) => ({ folder, names: namesIn(join(root, parent, folder), true) }))
      // Another folder of campaigns, which is read by itself.
      .filter(({ names }) => !names.includes('workspaces.yaml'))
      .flatMap(({ folder, names }) => names.map((name) => `${parent}${folder}/${name}`)),
  ];
  return candidates
    .filter((file) => /\.ya?ml(?:\.txt)?$/i.test(file) && !isIgnored(file))
    .filter((file) => looksLikeCampaign(join(root, file)))
    .sort();
}

/** With the slash at its end; empty for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function namesIn(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}

function looksLikeCampaign(path: string): boolean {
  const read = readText(path, LIMIT);
  return read.kind === 'text' && /^channel:/m.test(read.text) && /^campaign_delivery_type:/m.test(read.text);
}
