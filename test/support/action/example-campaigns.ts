import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../e2e/built-program.ts';

const FOLDER = join(ROOT, 'campaigns');

/** The project's own examples: texts by path below campaigns/, without workspaces.yaml. */
export function exampleCampaigns(): Record<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length + 1));
  return Object.fromEntries(
    paths.filter((path) => path !== 'workspaces.yaml').map((path) => [path, exampleText(path)]),
  );
}

/** The text of one example file. */
export function exampleText(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8');
}

/** A text with one match replaced. A match that doesn't exist is a mistake of the test. */
export function edited(text: string, from: RegExp | string, to: string): string {
  const after = text.replace(from, () => to);
  if (after === text) throw new Error(`there is nothing like ${String(from)} to edit`);
  return after;
}
