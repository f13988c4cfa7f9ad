import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = 'campaign-reconciler';

/**
 * The folder that this program is installed in, with its schemas and its starter: the nearest package of its name
 * upwards.
 */
export function programHome(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let here = start; ; here = dirname(here)) {
    if (packageName(join(here, 'package.json')) === PACKAGE) return realpathSync(here);
    if (dirname(here) === here)
      throw new Error(
        `There is no package.json of ${PACKAGE} above ${start}: the installation is incomplete.`,
      );
  }
}

function packageName(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name : undefined;
}
