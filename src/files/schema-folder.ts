import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the schemas that campaign files name in their first line; undefined where the repository has none. */
export function schemaFolder(root: string, campaigns: string): string | undefined {
  const folders = [join(root, campaigns, '.schemas'), join(root, 'schemas')];
  return folders.find((folder) => existsSync(join(folder, 'campaign.schema.json')));
}
