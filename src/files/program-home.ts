import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = 'campaign-reconciler';

/** The folder that this program lives in, with its schemas and its starter: the nearest package of its name upwards. */
export function programHome(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let here = start; ; here = dirname(here)) {
    if (packageName(join(here, 'package.json')) === PACKAGE) return realpathSync(here);
    if (dirname(here) === here)
      throw new Error(`No package.json of ${PACKAGE} lies above ${start}: it is not installed whole.`);
  }
}

/**
 * The folder of the schemas as files of the repository can name it: below `root`, by the way that stays when another
 * version is installed. Undefined where the program lives elsewhere.
 */
export function schemasInside(root: string, home: string): string | undefined {
  const linked = join(root, 'node_modules', PACKAGE);
  if (existsSync(linked) && realpathSync(linked) === home) return join(linked, 'schemas');
  return home === root || home.startsWith(root + sep) ? join(home, 'schemas') : undefined;
}

function packageName(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name : undefined;
}
