import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The built program, as users install it. */
export const CLI = join(ROOT, 'dist', 'cli.js');
