import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NewFile } from './write-files.ts';

// Campaign files name their schema in their first line, for editors. It is copied next to them, so that everyone who
// opens a file has it.

const SCHEMA = 'campaign.schema.json';
/** In the campaigns folder. */
export const SCHEMAS_FOLDER = '.schemas';

/** Where the schema of campaign files is, from the root of the repository; undefined if the repository has none. */
export function findCampaignSchema(root: string, campaigns: string): string | undefined {
  return [copyIn(campaigns), `schemas/${SCHEMA}`].find((path) => existsSync(join(root, path)));
}

/** The copy that a repository without this schema should have. */
export function campaignSchemaCopy(campaigns: string): NewFile {
  return { path: copyIn(campaigns), text: readFileSync(join(programHome(), 'schemas', SCHEMA), 'utf8') };
}

function copyIn(campaigns: string): string {
  return posix.join(campaigns, SCHEMAS_FOLDER, SCHEMA);
}

/** The comment with which a campaign file names its schema. Both paths are from the root of the repository. */
export function schemaComment(file: string, schema: string): string {
  return `yaml-language-server: $schema=${posix.relative(posix.dirname(file), schema)}`;
}

/** The folder that this program is installed in, with its schemas and its starter. */
export function programHome(): string {
  // The same from src/ as from dist/, which has the same folders.
  return fileURLToPath(new URL('../../', import.meta.url));
}
